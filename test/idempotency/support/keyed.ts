import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase, TestDatabase, TypesClient } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { serveWrites } from '../../write/support/serve.js'
import { typesResources } from '../../write/support/types.js'

/** A response as a client reads it. */
export interface KeyedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The tables of types.prisma on one database, with the SQL that was executed on them. */
export interface KeyedTypes {
  readonly prisma: TypesClient
  readonly adapter: PrismaAdapter
  readonly statements: string[]
  resources(): Record<string, ResourceClass>
}

/** Opens the tables for the tests of a `describe`. */
export function keyedTypes({ openTypes }: TestDatabase, options: { lockTimeout?: number } = {}): KeyedTypes {
  let database: OpenDatabase<TypesClient>
  let adapter: PrismaAdapter
  const statements: string[] = []
  beforeAll(async () => {
    database = await openTypes({ onQuery: (sql) => statements.push(sql) })
    adapter = prismaAdapter(database.prisma, { transaction: options })
  })
  beforeEach(() => {
    statements.length = 0
  })
  afterAll(() => database.close())
  return {
    get prisma() {
      return database.prisma
    },
    get adapter() {
      return adapter
    },
    statements,
    resources: () => typesResources(adapter),
  }
}

type Options = NonNullable<Parameters<typeof serveWrites>[1]>

/** A header of the test's request names the owner. */
export const OWNED: NonNullable<Options['idempotency']> = {
  owner: ({ request }) => request.headers.get('x-owner') ?? 'ann',
}

/** Serves resources, and sends requests with keys. */
export function keyedApi(resources: Readonly<Record<string, ResourceClass>>, options: Options = {}) {
  const { api, reported } = serveWrites(resources, { idempotency: OWNED, ...options })
  const ask = async (
    method: string,
    path: string,
    { body, key, ...headers }: { body?: unknown; key?: string; [header: string]: unknown } = {},
  ): Promise<KeyedAnswer> => {
    const response = await api.fetch(
      new Request(`http://blog.test${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(headers as Record<string, string>),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { api, reported, ask }
}

/** The status, code and source of each error in a response. */
export const errorsOf = ({ text }: Pick<KeyedAnswer, 'text'>): readonly unknown[] =>
  (JSON.parse(text) as { errors: Record<string, unknown>[] }).errors.map(({ status, code, source }) => [
    status,
    code,
    source,
  ])
