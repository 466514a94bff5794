import type { Api } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll } from 'vitest'
import { blogOver, get } from '../blog.js'
import type { BlogClient, OpenDatabase, TestDatabase } from '../databases.js'
import type { Answer } from './serve.js'

/** The seeded blog on one database, and the executed queries. */
export interface SeededBlog {
  readonly prisma: BlogClient
  readonly queries: string[]
  /** Sends a GET request to the generated blog. Afterwards, `queries` contains the queries of this request. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Opens and seeds a blog for the tests of a `describe`, and serves the generated resources from it. */
export function seededBlog({ open }: TestDatabase): SeededBlog {
  const queries: string[] = []
  let database: OpenDatabase<BlogClient> | undefined
  let api: Pick<Api, 'fetch'> | undefined
  const opened = (): OpenDatabase<BlogClient> => {
    if (!database) throw new Error('The blog is opened before the first test, not before.')
    return database
  }
  beforeAll(async () => {
    database = await open({ seed: true, onQuery: (sql) => queries.push(sql) })
    api = blogOver(database.prisma)
    // The first use of a client queries its driver adapter.
    await get('/posts/1', {}, api)
  })
  afterAll(() => database?.close())
  return {
    get prisma() {
      return opened().prisma
    },
    queries,
    async get(path, headers) {
      // Earlier queries may be logged after their results have arrived.
      await new Promise((resume) => setImmediate(resume))
      queries.length = 0
      return get(path, headers, api)
    },
  }
}
