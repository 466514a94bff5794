// What the application knows of a request, typed once, and what must not compile. Checked by `npm run typecheck`.
import { type Api, Controller, type Controllers, createApi, type Registry } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import type { Request as ExpressRequest, RequestHandler } from 'express'
import type { Context } from 'hono'

interface Locals {
  readonly user: { readonly name: string } | undefined
}

class ApplicationController extends Controller<Locals> {
  isMember(): boolean {
    // @ts-expect-error: locals have what they say, and nothing else.
    void this.locals.session
    return this.locals.user !== undefined
  }
}
class Posts extends ApplicationController {}

declare const registry: Registry
const controllers: Controllers<ApplicationController['locals']> = { posts: Posts }
const api: Api<Locals> = createApi({ registry, controllers })
const user = { name: 'Ada' }

void api.fetch(new Request('http://api.example'), { user })
void api.as({ user }, () => 1).toFixed()
void api.as({ user: undefined }, async () => 'done').then((text) => text.length)

// @ts-expect-error: a request without what the controllers want to know.
void api.fetch(new Request('http://api.example'))
// @ts-expect-error: locals of another type.
void api.fetch(new Request('http://api.example'), { user: 'Ada' })
// @ts-expect-error: locals of another type.
api.as({ session: 1 }, () => 1)
// @ts-expect-error: what an API wants to know must be given, so it is none that wants nothing.
const plain: Api = api
// @ts-expect-error: controllers of other locals.
createApi<{ readonly session: string }>({ registry, controllers })

interface AppRequest extends ExpressRequest {
  readonly user?: Express.User & { readonly name: string }
}
const handler: RequestHandler = toExpress(api, (request) => ({ user: { name: request.get('x-name') ?? '' } }))
const routes = toExpress(api, (request: AppRequest) => ({ user: request.user }))
const fastify = toFastify(api, ({ headers }) => ({ user: { name: String(headers['x-name']) } }))
const hono = toHono(api, (context: Context<{ Variables: Locals }>) => ({ user: context.get('user') }))

// @ts-expect-error: nothing gives the locals.
toExpress(api)
// @ts-expect-error: nothing gives the locals.
toFastify(api)
// @ts-expect-error: nothing gives the locals.
toHono(api)
// @ts-expect-error: locals of another type.
toExpress(api, () => ({ user: 'Ada' }))
// @ts-expect-error: locals of another type.
toHono(api, () => ({}))

/** Without locals nothing has to be given, by nobody. */
class Anonymous extends Controller {}
const open: Api = createApi({ registry, controllers: { posts: Anonymous } })
void open.fetch(new Request('http://api.example'))
open.as(undefined, () => 1)
const bindings = [toExpress(open), toFastify(open), toHono(open)] as const
// @ts-expect-error: these controllers know nothing of a request.
void open.fetch(new Request('http://api.example'), { user })

export type { plain, handler, routes, fastify, hono, bindings }
