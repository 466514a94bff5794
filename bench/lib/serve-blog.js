// Serves the blog with a framework, either with the generated API or with handwritten code, and prints the port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { api } from '../../examples/blog/dist/api/routes/index.js'
import { toExpress } from '../../runtime/dist/express.js'
import { toFastify } from '../../runtime/dist/fastify.js'
import { toHono } from '../../runtime/dist/hono.js'
import { handWrittenText } from './hand-written.js'
import { onStore } from './on-store.js'
import { openStore } from './stores.js'

const { place, framework, by } = JSON.parse(process.argv[2] ?? '')
const prisma = await openStore(place)
if (by === 'ours') onStore(prisma, place)

/** A handwritten handler passes the text to the framework. @param {string} url */
const byHand = (url) => handWrittenText(prisma, new URL(url, 'http://blog.test'))
const TYPE = 'application/vnd.api+json'

const server = await {
  async express() {
    const app = express()
    app.disable('x-powered-by').disable('etag')
    if (by === 'ours') app.use(toExpress(api))
    else {
      app.use((request, response, next) => {
        byHand(request.url).then((text) => response.type(TYPE).send(text), next)
      })
    }
    return createServer(app)
  },
  async fastify() {
    const app = fastify()
    if (by === 'ours') app.register(toFastify(api))
    else app.get('/*', async (request, reply) => reply.type(TYPE).send(await byHand(request.url)))
    await app.ready()
    return app.server
  },
  async hono() {
    const app = new Hono()
    if (by === 'ours') app.all('*', toHono(api))
    else {
      app.get('*', async (context) =>
        context.body(await byHand(context.req.url.replace(/^https?:\/\/[^/]+/, '')), 200, {
          'content-type': TYPE,
        }),
      )
    }
    return createServer(getRequestListener(app.fetch))
  },
}[/** @type {'express' | 'fastify' | 'hono'} */ (framework)]()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.stdin.resume().once('end', () => process.exit())
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(server.address()))
