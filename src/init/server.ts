import type { Framework } from '../schema/types.js'

/** Where a first server is written to. */
export const SERVER = 'src/server.ts'

/** A first server, and the packages that it needs beside the framework; undefined where the framework brings its own. */
export function serverText(
  framework: Framework,
): { readonly text: string; readonly packages: readonly string[] } | undefined {
  switch (framework) {
    case 'express':
      return { text: EXPRESS, packages: ['express'] }
    case 'fastify':
      return { text: FASTIFY, packages: ['fastify'] }
    case 'hono':
      return { text: HONO, packages: ['hono', '@hono/node-server'] }
    case 'fetch':
      return undefined
  }
}

const CLOSE = `
// A process that is told to end still answers the requests in flight, for ten seconds at most. Then it disconnects.
process.once('SIGTERM', () => closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() }))
`

const EXPRESS = `import { closeGracefully } from '@jsonapi-gen/runtime/node'
import express from 'express'
import { routes } from './api/routes/index.js'
import { prisma } from './prisma.js'

const port = Number(process.env['PORT'] ?? 3000)

const server = express()
  .use(routes)
  .listen(port, () => console.log(\`http://localhost:\${port}\`))
${CLOSE}`

const FASTIFY = `import { fastify } from 'fastify'
import { routes } from './api/routes/index.js'
import { prisma } from './prisma.js'

const port = Number(process.env['PORT'] ?? 3000)
const app = fastify()

await app.register(routes)
console.log(await app.listen({ port }))

// A process that is told to end still answers the requests in flight, for ten seconds at most. Then it disconnects.
process.once('SIGTERM', async () => {
  setTimeout(() => app.server.closeAllConnections(), 10_000).unref()
  await app.close()
  await prisma.$disconnect()
})
`

const HONO = `import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import { routes } from './api/routes/index.js'
import { prisma } from './prisma.js'

const port = Number(process.env['PORT'] ?? 3000)

const server = createServer(getRequestListener(routes.fetch))
server.listen(port, () => console.log(\`http://localhost:\${port}\`))
${CLOSE}`
