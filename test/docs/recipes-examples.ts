import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceQuery } from '@jsonapi-gen/runtime'
import type { RequestHandler } from 'express'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cors } from 'hono/cors'
import { PostsController } from '../../examples/blog/src/api/routes/posts.routes.js'

const SITE = 'https://app.example'
const METHODS = 'GET, POST, PATCH, DELETE'
const HEADERS = 'content-type, authorization'

export const expressCors: RequestHandler = (request, response, next) => {
  response.set('access-control-allow-origin', SITE).vary('Origin')
  if (request.method !== 'OPTIONS') {
    next()
    return
  }
  response.set('access-control-allow-methods', METHODS).set('access-control-allow-headers', HEADERS)
  response.sendStatus(204)
}

export const fastifyCors = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  reply.headers({ 'access-control-allow-origin': SITE, vary: 'Origin' })
  if (request.method !== 'OPTIONS') return undefined
  reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': HEADERS })
  return reply.code(204).send()
}

export const honoCors = cors({
  origin: SITE,
  allowMethods: METHODS.split(', '),
  allowHeaders: HEADERS.split(', '),
})

export const withCors =
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const isAsked = request.method === 'OPTIONS'
    const response = isAsked ? new Response(null, { status: 204 }) : await fetch(request)
    response.headers.set('access-control-allow-origin', SITE)
    response.headers.append('vary', 'Origin')
    if (!isAsked) return response
    response.headers.set('access-control-allow-methods', METHODS)
    response.headers.set('access-control-allow-headers', HEADERS)
    return response
  }

/** The part of an OpenTelemetry tracer that the recipe uses. */
export interface Tracer {
  startActiveSpan<Result>(name: string, run: (span: { end(): void }) => Result): Result
}

export const spans =
  (tracer: Tracer): TraceQuery =>
  ({ resource, path, operation }, run) =>
    tracer.startActiveSpan(`${operation} ${path === '' ? resource : path}`, (span) =>
      run().finally(() => {
        span.end()
      }),
    )

const current = new AsyncLocalStorage<string>()
export const commented: TraceQuery = ({ resource, path }, run) =>
  current.run(path === '' ? resource : path, run)
export const comments = [
  (): Readonly<Record<string, string | undefined>> => ({ include: current.getStore() }),
]

export class CountedPosts extends PostsController {
  override async index(): Promise<Response> {
    const base = this.jsonapiResource.baseScope(this)
    const all = await this.jsonapiScope(base, { paginate: false, sort: false })
    const total = await this.jsonapiResource.stat('total', 'count')(all.object)
    return this.renderJsonapi(base, { meta: { total } })
  }
}
