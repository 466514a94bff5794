import { type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { counted } from '../../support/counting.js'
import type { OpenDatabase, TestDatabase, TypesClient } from '../../support/databases.js'
import { serveWrites } from '../../write/support/serve.js'
import { typesResources } from '../../write/support/types.js'
import { prismaAdapter } from '../../support/facts.js'

/** A response with the headers for conditions and caches. */
export interface Tagged {
  readonly status: number
  readonly tag: string | null
  readonly headers: Headers
  readonly body: unknown
}

/** The parts of a request other than its path. */
export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly data?: object | null
}

/** A served API that returns the headers of its responses. */
export interface TaggedApi {
  ask(path: string, asked?: Asked): Promise<Tagged>
}

type Options = Parameters<typeof serveWrites>[1]

/** Serves resources and shows the headers to a test. */
export function tagged(resources: Readonly<Record<string, ResourceClass>>, options: Options = {}): TaggedApi {
  const { api } = serveWrites(resources, options)
  return {
    async ask(path, { method = 'GET', headers = {}, data } = {}) {
      const hasBody = data !== undefined
      const response = await api.fetch(
        new Request(`http://blog.test${path}`, {
          method,
          headers: { ...(hasBody && { 'content-type': 'application/vnd.api+json' }), ...headers },
          ...(hasBody && { body: JSON.stringify({ data }) }),
        }),
      )
      const text = await response.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, tag: response.headers.get('etag'), headers: response.headers, body }
    },
  }
}

/** The tables of types.prisma on one database, and the queries that were executed on them. */
export interface TaggedTypes {
  readonly prisma: TypesClient
  readonly adapter: PrismaAdapter
  /** The adapter's client, which records the queries. */
  readonly client: PrismaClientLike
  readonly operations: string[]
  resources(): Record<string, ResourceClass>
}

/** Opens the tables for the tests of a `describe`. */
export function taggedTypes({ openTypes }: TestDatabase): TaggedTypes {
  let database: OpenDatabase<TypesClient>
  let adapter: PrismaAdapter
  let over: PrismaClientLike
  let operations: string[]
  beforeAll(async () => {
    database = await openTypes()
    const client = counted(database.prisma)
    operations = client.operations
    over = client.prisma
    adapter = prismaAdapter(over)
  })
  beforeEach(() => {
    operations.length = 0
  })
  afterAll(() => database.close())
  return {
    get prisma() {
      return database.prisma
    },
    get client() {
      return over
    },
    get adapter() {
      return adapter
    },
    get operations() {
      return operations
    },
    resources: () => typesResources(adapter),
  }
}

/** The status, code and source of each error in a response. */
export function errorsOf({ body }: Tagged): readonly object[] {
  return (body as { errors: { status: string; code: string; source?: object }[] }).errors.map(
    ({ status, code, source }) => ({ status, code, source }),
  )
}
