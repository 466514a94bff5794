// The application's own data about a request, with a single type, and code that must not compile. Checked by `npm run
// typecheck`.
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
    // @ts-expect-error: locals have only the declared members.
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

// @ts-expect-error: the locals that the controllers need are missing.
void api.fetch(new Request('http://api.example'))
// @ts-expect-error: the locals have a different type.
void api.fetch(new Request('http://api.example'), { user: 'Ada' })
// @ts-expect-error: the locals have a different type.
api.as({ session: 1 }, () => 1)
// @ts-expect-error: an API that needs locals cannot be used as one that needs none.
const plain: Api = api
// @ts-expect-error: the controllers need different locals.
createApi<{ readonly session: string }>({ registry, controllers })

interface AppRequest extends ExpressRequest {
  readonly user?: Express.User & { readonly name: string }
}
const handler: RequestHandler = toExpress(api, (request) => ({ user: { name: request.get('x-name') ?? '' } }))
const routes = toExpress(api, (request: AppRequest) => ({ user: request.user }))
const fastify = toFastify(api, ({ headers }) => ({ user: { name: String(headers['x-name']) } }))
const hono = toHono(api, (context: Context<{ Variables: Locals }>) => ({ user: context.get('user') }))

// @ts-expect-error: no function returns the locals.
toExpress(api)
// @ts-expect-error: no function returns the locals.
toFastify(api)
// @ts-expect-error: no function returns the locals.
toHono(api)
// @ts-expect-error: the locals have a different type.
toExpress(api, () => ({ user: 'Ada' }))
// @ts-expect-error: the locals have a different type.
toHono(api, () => ({}))

/** Without a type for locals, none need to be passed. */
class Anonymous extends Controller {}
const open: Api = createApi({ registry, controllers: { posts: Anonymous } })
void open.fetch(new Request('http://api.example'))
open.as(undefined, () => 1)
const bindings = [toExpress(open), toFastify(open), toHono(open)] as const
// @ts-expect-error: these controllers accept no locals.
void open.fetch(new Request('http://api.example'), { user })

export type { plain, handler, routes, fastify, hono, bindings }
