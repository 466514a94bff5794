// The code in docs/frameworks.md that identifies the user, with every binding serving the same API.
import { type Api, ResourceController, withoutPolicies } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import type { RequestHandler } from 'express'
import type { FastifyPluginAsync } from 'fastify'
import { type Context, Hono } from 'hono'
import type { Guards } from '../../examples/blog/src/api/generated/index.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'

export interface User {
  readonly id: string
  readonly role: 'editor' | 'member' | 'guest'
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    user: User
  }
}

export interface Locals {
  readonly user: User | undefined
}

export class ApplicationController extends ResourceController<Locals> implements Guards {
  isEditor(): boolean {
    return this.locals.user?.role === 'editor'
  }
}

export function inExpress(api: Api<Locals>): RequestHandler {
  const routes: RequestHandler = toExpress(api, (request) => ({ user: request.user }))
  return routes
}

export function inFastify(api: Api<Locals>): FastifyPluginAsync {
  const routes: FastifyPluginAsync = toFastify(api, (request) => ({ user: request.user }))
  return routes
}

export function inHono(api: Api<Locals>): Hono<{ Variables: Locals }> {
  const routes = new Hono<{ Variables: Locals }>()
  routes.use(async (context, next) => {
    context.set('user', await userOf(context.req.raw))
    await next()
  })
  routes.all(
    '*',
    toHono(api, (context: Context<{ Variables: Locals }>) => ({ user: context.get('user') })),
  )
  return routes
}

export function withFetch(api: Api<Locals>): (request: Request) => Promise<Response> {
  const fetch = async (request: Request): Promise<Response> =>
    api.fetch(request, { user: await userOf(request) })
  return fetch
}

/** Returns the user that a header names. A real application would use a session. */
export function userOf(request: Request): Promise<User | undefined> {
  return Promise.resolve(userNamed(request.headers.get('x-role')))
}

export const userNamed = (role: unknown): User | undefined =>
  role === 'editor' || role === 'member' ? { id: '1', role } : undefined

export async function inProcess(api: Api<Locals>, user: User): Promise<readonly number[]> {
  const mine = await api.as({ user }, () => PostResource.all({ filter: { status: 'draft' } }))
  const all = await withoutPolicies(() => PostResource.all())
  return [mine.data.length, all.data.length]
}
