import { afterAll, beforeAll } from 'vitest'
import { api } from '../../../examples/blog/src/api/routes/index.js'
import { useClient } from '../../support/blog.js'
import type { BlogClient, OpenDatabase, TestDatabase } from '../../support/databases.js'
import { type Answer, type Headers, send } from './send.js'

/** The seeded blog of one database, to be written to. */
export interface WritableBlog {
  readonly prisma: BlogClient
  /** A request to the generated blog, with a document as its body. */
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>
}

/** Opens and seeds a blog for the tests of a `describe`, and serves the generated resources from it. */
export function writableBlog({ open }: TestDatabase): WritableBlog {
  let database: OpenDatabase<BlogClient> | undefined
  beforeAll(async () => {
    database = await open({ seed: true })
    useClient(database.prisma)
  })
  afterAll(() => database?.close())
  return {
    get prisma() {
      if (!database) throw new Error('The blog is opened before the first test, not before.')
      return database.prisma
    },
    send: (method, path, body, headers) => send(api, method, path, body, headers),
  }
}
