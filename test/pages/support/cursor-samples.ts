import type { DatabaseName, TypesClient } from '../../support/databases.js'
import { sample, samples, type SampleRow } from '../../support/samples.js'
import { prismaAdapter } from '../../support/facts.js'

/** A row of the table with the columns that a sort uses. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** A sort as it appears in a request: `-color`, `id`. */
export type Sort = readonly string[]

/** A number from 0 to 1 from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A few values of each type, in ascending order, so that there are ties. All stores sort these strings alike. */
export const FEW: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'able', 'baker', 'charlie'],
  integer: [-2147483648, 0, 7, 2147483647],
  bigint: [-9223372036854775808n, 0n, 9007199254740993n, 9223372036854775807n],
  float: [-1.5e300, -0.1, 0.1 + 0.2, 1 / 3],
  decimal: ['-12345.6789', '0', '0.1', '0.25'],
  boolean: [false, true],
  date: [new Date('0001-01-01T00:00:00.000Z'), new Date('2024-02-29T00:00:00.000Z')],
  datetime: [
    new Date('1969-12-31T23:59:59.999Z'),
    new Date('2024-02-29T12:00:00.001Z'),
    new Date('2024-02-29T12:00:00.002Z'),
  ],
  uuid: [
    '00000000-0000-4000-8000-000000000000',
    '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    'fd8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
  ],
}

/** SQLite sorts an enum as text, and servers sort it in the order of its declaration. */
const colorsOf = (name: DatabaseName): readonly string[] =>
  name === 'sqlite' ? ['blue', 'green', 'red'] : ['red', 'green', 'blue']

/** The values of a column in ascending order. */
export const valuesOfColumn = (column: string, name: DatabaseName): readonly unknown[] => {
  const kind = column.replace('OrNull', '')
  return kind === 'color' ? colorsOf(name) : (FEW[kind] ?? [])
}

/** The columns to sort by, besides the id. */
export const SORTABLE: readonly string[] = [...Object.keys(FEW), 'color'].flatMap((kind) => [
  kind,
  `${kind}OrNull`,
])

export function randomRow(id: string, name: DatabaseName, random: () => number): Row {
  const row: Record<string, unknown> = {}
  for (const column of SORTABLE) {
    const values = valuesOfColumn(column, name)
    const isNull = column.endsWith('OrNull') && random() < 0.4
    row[column] = isNull ? null : values[Math.floor(random() * values.length)]
  }
  return { ...row, id }
}

/** The row as Prisma expects it. */
export const dataOf = (row: Row): SampleRow => sample(row.id, row as Partial<SampleRow>)

/** The order of two rows: null is greater than any value, and the id ends each sort. */
export function orderOfRows(sort: Sort, name: DatabaseName): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const key of [...sort, sort.at(-1)?.startsWith('-') ? '-id' : 'id']) {
      const column = key.replace(/^-/, '')
      const order = rankIn(one[column], column, name) - rankIn(other[column], column, name)
      const compared = column === 'id' ? Number(one.id > other.id) - Number(one.id < other.id) : order
      if (compared !== 0) return key.startsWith('-') ? -compared : compared
    }
    return 0
  }
}

function rankIn(value: unknown, column: string, name: DatabaseName): number {
  if (column === 'id') return 0
  const values = valuesOfColumn(column, name)
  return value === null ? values.length : values.indexOf(value)
}

/** The content of a page in process. */
export interface Page {
  readonly ids: readonly string[]
  readonly prev: string | null
  readonly next: string | null
  readonly cursors: readonly string[]
  readonly rangeTruncated: boolean
}

export type ReadPage = (query: {
  readonly sort?: Sort
  readonly page: { readonly after?: string | null; readonly before?: string | null; readonly size?: number }
  readonly filter?: object
}) => Promise<Page>

type ReadAll = (query: object) => Promise<{
  readonly data: readonly { readonly id: string }[]
  readonly page?: Omit<Page, 'ids'>
}>

function allOfSamples(prisma: TypesClient): ReadAll {
  const resource = samples(prismaAdapter(prisma))
  return (query) => {
    const all: ReadAll = Reflect.get(resource, 'all')
    return Reflect.apply(all, resource, [{ fields: { samples: ['string'] }, ...query }])
  }
}

/** Reads pages of samples by cursor, in process. */
export function pagesOfSamples(prisma: TypesClient): ReadPage {
  const all = allOfSamples(prisma)
  return async (query) => {
    const { data, page } = await all(query)
    if (!page) throw new Error('A page by cursors says which cursors it has.')
    return { ids: data.map(({ id }) => id), ...page }
  }
}

/** Reads pages of samples by number, in process, and returns their ids. */
export function numbersOfSamples(prisma: TypesClient) {
  const all = allOfSamples(prisma)
  return async (query: {
    readonly sort: Sort
    readonly page: { readonly number: number; readonly size: number }
  }) => (await all(query)).data.map(({ id }) => id)
}
