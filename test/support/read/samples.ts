import { Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll } from 'vitest'
import type { OpenDatabase, TestDatabase, TypesClient } from '../databases.js'
import { serve, type Served } from './serve.js'
import { prismaAdapter } from '../facts.js'

/**
 * Two values of each kind, each as a URL contains it and as Prisma expects it. If the kind has an order, the second
 * value is greater.
 */
export const VALUES = {
  string: [
    ['apple', 'apple'],
    ['Banana', 'Banana'],
  ],
  integer: [
    ['-2147483648', -2_147_483_648],
    ['2147483647', 2_147_483_647],
  ],
  bigint: [
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
  ],
  float: [
    ['-0.1', -0.1],
    ['1.5e300', 1.5e300],
  ],
  decimal: [
    ['-0.25', '-0.25'],
    ['12345.6789', '12345.6789'],
  ],
  boolean: [
    ['false', false],
    ['true', true],
  ],
  date: [
    ['0001-01-01', new Date('0001-01-01T00:00:00.000Z')],
    ['2024-02-29', new Date('2024-02-29T00:00:00.000Z')],
  ],
  datetime: [
    ['2024-02-29T12:00:00.001Z', new Date('2024-02-29T12:00:00.001Z')],
    ['2024-02-29T23:59:59.999-01:00', new Date('2024-03-01T00:59:59.999Z')],
  ],
  json: [
    ['{{{{"a":{"c":true},"b":[1,"two",null]}}}}', { a: { c: true }, b: [1, 'two', null] }],
    ['text', 'text'],
  ],
  bytes: [
    ['AAEC', new Uint8Array([0, 1, 2])],
    ['_v-_', new Uint8Array([254, 255, 191])],
  ],
  color: [
    ['red', 'red'],
    ['green', 'green'],
  ],
  uuid: [
    ['3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'],
    ['0B5F7A52-6A5E-4F6C-9D0E-3F6F1F0E7A11', '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'],
  ],
} as const

/** The name of an attribute of Sample. Except for the enum, it is also the name of the attribute's kind. */
export type SampleKind = keyof typeof VALUES

export const KINDS_OF_DATA = Object.keys(VALUES) as readonly SampleKind[]

class Samples extends Resource {
  static {
    this.type('samples')
    this.model('Sample')
    for (const kind of KINDS_OF_DATA) {
      const enumeration = { enum: ['red', 'green', 'blue'] }
      this.attribute(kind, kind === 'color' ? enumeration : kind)
      this.attribute(`${kind}OrNull`, kind === 'color' ? { ...enumeration, nullable: true } : `${kind}?`)
      this.allowFilter(kind)
      this.allowFilter(`${kind}OrNull`)
    }
  }
}

/**
 * Serves the samples of one database. Samples `1` and `3` have the first values, and sample `2` has the second ones.
 * Only sample `2` has values in nullable attributes.
 */
export function servedSamples({ openTypes }: TestDatabase): {
  readonly get: Served['get']
  readonly queries: string[]
} {
  const queries: string[] = []
  let database: OpenDatabase<TypesClient> | undefined
  let served: Served | undefined
  beforeAll(async () => {
    database = await openTypes({ onQuery: (sql) => queries.push(sql) })
    const { prisma } = database
    for (const [id, index] of [
      ['1', 0],
      ['2', 1],
      ['3', 0],
    ] as const) {
      const required = KINDS_OF_DATA.map((kind) => [kind, VALUES[kind][index][1]])
      const nullable = id === '2' ? KINDS_OF_DATA.map((kind) => [`${kind}OrNull`, VALUES[kind][1][1]]) : []
      await prisma.sample.create({ data: { id, ...Object.fromEntries([...required, ...nullable]) } })
    }
    Samples.useAdapter(prismaAdapter(prisma))
    served = serve({ samples: Samples })
  })
  afterAll(() => database?.close())
  return {
    queries,
    async get(path, headers) {
      if (!served) throw new Error('The samples are served from the first test on, not before.')
      await new Promise((resume) => setImmediate(resume))
      queries.length = 0
      return served.get(path, headers)
    },
  }
}
