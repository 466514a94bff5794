import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Awaitable } from './declare/declaration-types.js'
import type { Api } from './http/api.js'
import { localsOf } from './http/locals.js'
import { DirectResponse } from './controller/response/direct-response.js'
import { handlerOf } from './http/incoming.js'
import { NodeIncoming } from './node/request.js'
import { ADDED, KEPT, wholeBody } from './node/respond.js'

/**
 * Serves an API from Fastify: `app.register(toFastify(api))`, or with the same `prefix` as the API. The API responds to
 * every request that reaches the plugin. The plugin receives unparsed requests, regardless of the application's
 * parsers. The application's hooks run as they do for any route.
 *
 * Pass a function that turns the Fastify request into the `locals` of the controllers, which guards and custom
 * functions can read:
 *
 * ```ts
 * app.register(toFastify(api, async (request) => ({ user: await userOf(request.headers.authorization) })));
 * ```
 *
 * If the function throws, the API returns the error. For example, an `Unauthorized` becomes 401.
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
  const handle = handlerOf<Locals>(api)
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { raw, originalUrl, protocol, host, body } = request
    const incoming = new NodeIncoming(raw, reply.raw, { url: originalUrl, protocol, host, body })
    return send(await handle(incoming, localsOf(locals, request, reply)), reply)
  }
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // Fastify rejects an unreadable Content-Type before it calls any parser, but the API must handle it.
    app.setErrorHandler(async (error, request, reply) => {
      if (codeOf(error) !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw error
      return answer(request, reply)
    })
    app.route({ method: app.supportedMethods, url: '/*', handler: answer })
  }
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const parts = DirectResponse.partsOf(response)
  reply.code(response.status)
  for (const [name, value] of parts?.headers ?? response.headers) {
    if (KEPT.has(name) && reply.hasHeader(name)) continue
    // Fastify appends a cookie to existing ones, but replaces any other header.
    const before = ADDED.has(name) && name !== 'set-cookie' ? reply.getHeader(name) : undefined
    reply.header(name, before === undefined ? value : [before, value].flat().join(', '))
  }
  // Fastify would serialize null, and add a charset to the content type.
  if (parts) return reply.send(parts.bytes ?? undefined)
  return reply.send((await wholeBody(response)) ?? response.body ?? undefined)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
