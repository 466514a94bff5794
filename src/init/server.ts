import type { Framework } from '../schema/types.js'
import { firstFile } from './templates.js'

/** The file of a first server. */
export const SERVER = 'src/server.ts'

/** A first server: its packages besides its types, and its text. */
export interface FirstServer {
  readonly packages: readonly string[]
  /** The packages of types that some of them need. */
  readonly types: readonly string[]
  text(): Promise<string>
}

/** A first server; undefined if the framework has its own. */
export function firstServer(framework: Framework): FirstServer | undefined {
  switch (framework) {
    case 'express':
      return {
        packages: ['express'],
        types: ['@types/express'],
        text: () => firstFile('server/express.ts', {}),
      }
    case 'fastify':
      return { packages: ['fastify'], types: [], text: () => firstFile('server/fastify.ts', {}) }
    case 'hono':
      return {
        packages: ['hono', '@hono/node-server'],
        types: [],
        text: () => firstFile('server/hono.ts', {}),
      }
    case 'fetch':
      return undefined
  }
}
