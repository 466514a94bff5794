import { type Engine, type Framework, type Imports, importEnd } from '../schema/types.js'
import { firstFile } from './templates.js'

/** The file of a starter server. */
export const SERVER = 'src/server.ts'

/** A starter server: its packages (other than type packages), and its text. */
export interface FirstServer {
  readonly packages: readonly string[]
  /** The type packages that some of them need. */
  readonly types: readonly string[]
  text(): Promise<string>
}

/**
 * The object that a server closes when it stops, by adapter: its name, which is also its module's name, and the call
 * that closes it.
 */
const STORES: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  prisma: { store: 'prisma', close: 'prisma.$disconnect()' },
  kysely: { store: 'db', close: 'db.destroy()' },
}

/** A starter server; undefined if the framework has its own. */
export function firstServer(framework: Framework, engine: Engine, imports: Imports): FirstServer | undefined {
  const view = { ...STORES[engine], end: importEnd(imports) }
  switch (framework) {
    case 'express':
      return {
        packages: ['express'],
        types: ['@types/express'],
        text: () => firstFile('server/express.ts', view),
      }
    case 'fastify':
      return { packages: ['fastify'], types: [], text: () => firstFile('server/fastify.ts', view) }
    case 'hono':
      return {
        packages: ['hono', '@hono/node-server'],
        types: [],
        text: () => firstFile('server/hono.ts', view),
      }
    case 'nest':
    case 'fetch':
      return undefined
  }
}
