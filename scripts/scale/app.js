// One process of the application: the blog over node:http, on the given store. It prints its port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readReplicas } from '@prisma/extension-read-replicas'
import express from 'express'
import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/dist/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/dist/api/generated/routes.gen.js'
import { Controller, createApi } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { openClient } from './clients.js'

/** @type {{ store: import('./clients.js').StoreName, primary: import('./clients.js').Place, replica?: import('./clients.js').Place }} */
const { store, primary, replica } = JSON.parse(process.argv[2] ?? '')
const own = await openClient(store, primary)
const prisma = replica ? own.$extends(readReplicas({ replicas: [await openClient(store, replica)] })) : own

const adapter = new PrismaAdapter(prisma, {
  provider: store === 'postgresql' ? 'postgresql' : 'mysql',
  readsAtPrimary: (context) =>
    context instanceof Controller && context.request.headers.get('cookie')?.includes('wrote=1') === true,
})
for (const resource of registry.values()) {
  if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
}

// Links contain the balancer's URL, and so do the documents that entity tags are computed from. The tags of one process
// are therefore valid in all processes.
const api = createApi({ registry, controllers, operations: true, openapi, baseUrl: 'http://blog.example' })
const app = express()
app.disable('x-powered-by')
app.use((request, response, next) => {
  // A client that has written reads from the primary for as long as the replica may lag behind.
  if (request.method !== 'GET') {
    response.setHeader('set-cookie', 'wrote=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax')
  }
  next()
})
app.get('/health', (_request, response) => {
  own.$queryRawUnsafe('SELECT 1').then(
    () => response.sendStatus(200),
    () => response.sendStatus(503),
  )
})
app.use(toExpress(api))
const server = createServer(app)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(`port ${Reflect.get(Object(server.address()), 'port')}`)
process.once('SIGTERM', () => {
  closeGracefully(server, { timeout: 5000, pool: () => prisma.$disconnect() }).then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
