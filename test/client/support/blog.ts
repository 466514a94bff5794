import { createServer } from 'node:http'
import { type Client, createClient } from '@jsonapi-gen/client'
import express from 'express'
import { afterAll, beforeAll } from 'vitest'
import { routes } from '../../../examples/blog/src/api/routes/index.js'
import { schema, type Types } from '../../../examples/blog/src/web/schema.gen.js'
import { type Listening, listening } from '../../http/support/frameworks.js'
import { useClient } from '../../support/blog.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../../support/databases.js'

/** The blog, served over HTTP on SQLite, and its typed client. */
export interface ServedBlog {
  readonly api: Client<Types>
  readonly url: string
  readonly prisma: BlogClient
  /** The requests since the last call, with a readable method, path and query. */
  asked(): readonly string[]
}

/** Seeds and serves a blog for the tests of a file. */
export function servedBlog(): ServedBlog {
  let database: OpenDatabase<BlogClient> | undefined
  let server: Listening | undefined
  let api: Client<Types> | undefined
  let requests: string[] = []
  beforeAll(async () => {
    database = await sqlite.open({ seed: true })
    useClient(database.prisma)
    server = await listening(createServer(express().use(routes)))
    const { url } = server
    api = createClient({
      baseUrl: url,
      schema,
      fetch: (address, init) => {
        requests.push(`${init.method} ${decodeURIComponent(address.slice(url.length))}`)
        return fetch(address, init)
      },
    })
  })
  afterAll(async () => {
    await server?.close()
    await database?.close()
  })
  return {
    get api() {
      return there(api)
    },
    get url() {
      return there(server).url
    },
    get prisma() {
      return there(database).prisma
    },
    asked() {
      const all = requests
      requests = []
      return all
    },
  }
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The blog is served before the first test, not before.')
  return value
}
