import type { Api } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll } from 'vitest'
import { blogOver } from '../../support/blog.js'
import type { BlogClient, OpenDatabase, TestDatabase } from '../../support/databases.js'
import { type Answer, type Headers, send } from './send.js'

/** The seeded blog on one database, for writes. */
export interface WritableBlog {
  readonly prisma: BlogClient
  /** A request to the generated blog, with a document as its body. */
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>
}

/** Opens and seeds a blog for the tests of a `describe`, and serves the generated resources from it. */
export function writableBlog({ open }: TestDatabase): WritableBlog {
  let database: OpenDatabase<BlogClient> | undefined
  let api: Pick<Api, 'fetch'> | undefined
  beforeAll(async () => {
    database = await open({ seed: true })
    api = blogOver(database.prisma)
  })
  afterAll(() => database?.close())
  return {
    get prisma() {
      return opened(database).prisma
    },
    send: (method, path, body, headers) => send(opened(api), method, path, body, headers),
  }
}

function opened<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The blog is opened before the first test, not before.')
  return value
}
