import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Awaitable } from './declare/declaration-types.js'
import type { Api } from './http/api.js'
import { localsOf } from './http/locals.js'
import { toRequest } from './node/request.js'
import { ADDED, KEPT, wholeBody } from './node/respond.js'

/**
 * Serves an API from Fastify: `app.register(toFastify(api))`, or with the `prefix` that the API has too. It adds nothing
 * of its own: every request that reaches the plugin is answered by the API, and reaches it unparsed, whatever parsers the
 * rest of the application has. Hooks of the application run as for any route.
 *
 * What Fastify knows of a request becomes the `locals` of controllers, which guards and custom functions see:
 *
 * ```ts
 * app.register(toFastify(api, async (request) => ({ user: await userOf(request.headers.authorization) })))
 * ```
 *
 * What the function throws is answered by the API: an `Unauthorized` is a 401.
 */
export function toFastify(api: Api): FastifyPluginAsync
export function toFastify<Locals>(
  api: Api<Locals>,
  locals: (request: FastifyRequest, reply: FastifyReply) => Awaitable<Locals>,
): FastifyPluginAsync
export function toFastify<Locals>(
  api: Api<Locals>,
  locals?: (request: FastifyRequest, reply: FastifyReply) => Awaitable<Locals>,
): FastifyPluginAsync {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { raw, originalUrl, protocol, host, body } = request
    const asked = toRequest(raw, reply.raw, { url: originalUrl, protocol, host, body })
    return send(await api.fetchWith(asked, localsOf(locals, request, reply)), reply)
  }
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // Fastify refuses a Content-Type that it can't read before any parser is asked; what to say of it is the API's.
    app.setErrorHandler(async (error, request, reply) => {
      if (codeOf(error) !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error
      return answer(request, reply)
    })
    app.route({ method: app.supportedMethods, url: '/*', handler: answer })
  }
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (KEPT.has(name) && reply.hasHeader(name)) continue
    // Fastify adds a cookie to those that are there, and replaces what else there is.
    const before = ADDED.has(name) && name !== 'set-cookie' ? reply.getHeader(name) : undefined
    reply.header(name, before === undefined ? value : [before, value].flat().join(', '))
  }
  // Null would be serialised, and the type of it given a charset.
  return reply.send((await wholeBody(response)) ?? response.body ?? undefined)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
