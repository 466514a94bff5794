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

const EXPRESS = `import express from 'express'
import { routes } from './api/routes/index.js'

const port = Number(process.env['PORT'] ?? 3000)

express()
  .use(routes)
  .listen(port, () => console.log(\`http://localhost:\${port}\`))
`

const FASTIFY = `import { fastify } from 'fastify'
import { routes } from './api/routes/index.js'

const port = Number(process.env['PORT'] ?? 3000)
const app = fastify()

await app.register(routes)
console.log(await app.listen({ port }))
`

const HONO = `import { serve } from '@hono/node-server'
import { routes } from './api/routes/index.js'

const port = Number(process.env['PORT'] ?? 3000)

serve({ fetch: routes.fetch, port }, () => console.log(\`http://localhost:\${port}\`))
`
