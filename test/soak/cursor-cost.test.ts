import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type DatabaseName, type OpenDatabase, type TypesClient } from '../support/databases.js'
import {
  numbersOfSamples,
  pagesOfSamples,
  type ReadPage,
  type Sort,
} from '../pages/support/cursor-samples.js'
import { isSoak } from '../support/sample.js'

/** Enough rows for more than a hundred pages, or for more than a thousand pages with SOAK=1. */
const ROWS = isSoak ? 200_000 : 12_000
const SIZE = 100
const FAR = Math.floor((ROWS * 0.9) / 1000)
/** The page that docs/internals/performance.md compares with the first page, if there are enough rows. */
const THOUSANDTH = Math.min(1000, Math.floor(ROWS / SIZE))
const TIMES = isSoak ? 15 : 1

const INDEXES = ['integer', 'integerOrNull', 'color_integer', 'stringOrNull_integer']
const SORTS: readonly Sort[] = [
  ['id'],
  ['integer'],
  ['-integer'],
  ['integerOrNull'],
  ['-integerOrNull'],
  ['color', 'integer'],
  ['-color', '-integer'],
  ['stringOrNull', 'integer'],
]

/** A query that Prisma sent. */
interface Sent {
  readonly query: string
  readonly params: string
}

describe.each(databases)('soak/cursor-cost (24.5): the cost of pages on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let read: ReadPage
  let readByNumber: ReturnType<typeof numbersOfSamples>
  const sent: Sent[] = []
  beforeAll(async () => {
    database = await openTypes({ onQuery: () => {} })
    const { prisma } = database
    await fill(prisma, name)
    Reflect.apply(Reflect.get(prisma, '$on'), prisma, ['query', (event: Sent) => sent.push(event)])
    read = pagesOfSamples(prisma)
    readByNumber = numbersOfSamples(prisma)
  }, 600_000)
  afterAll(() => database.close())

  /** The costs of a page's queries, according to the store's explanations. */
  const costOf = async (run: () => Promise<unknown>): Promise<readonly Cost[]> => {
    await new Promise((resume) => setImmediate(resume))
    sent.length = 0
    await run()
    await new Promise((resume) => setImmediate(resume))
    const queries = [...sent]
    const costs: Cost[] = []
    for (const query of queries) costs.push(await explain(database.prisma, name, query))
    return costs
  }

  test.each(SORTS.map((sort) => ({ sort })))(
    'a page far from the start costs the same as the second page: $sort',
    async ({ sort }) => {
      let page = await read({ sort, page: { after: null, size: 1 } })
      const second = await costOf(async () => read({ sort, page: { after: page.next, size: SIZE } }))
      for (let times = 0; times < FAR; times++) {
        page = await read({ sort, page: { after: page.next, size: 1000 } })
      }
      const far = await costOf(async () => read({ sort, page: { after: page.next, size: SIZE } }))
      const back = await costOf(async () =>
        read({ sort, page: { before: page.cursors[0] ?? null, size: SIZE } }),
      )
      const costs = [...second, ...far, ...back]
      expect(costs.length).toBeLessThanOrEqual(3 * 3)
      expect(costs.filter(({ isSearched, sortsAll }) => !isSearched || sortsAll)).toEqual([])
      // When MariaDB reads in descending order, it reads all records with the same value, or with null,
      // starting from the last one.
      if (name === 'mariadb' && sort.some((key) => /color|OrNull/.test(key))) return
      for (const page of [second, far, back]) expect(rowsOf(page)).toBeLessThanOrEqual(4 * (SIZE + 1))
    },
    600_000,
  )

  /** The median of several durations, in milliseconds. */
  const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let index = 0; index < TIMES; index++) {
      const began = performance.now()
      await run()
      times.push(performance.now() - began)
    }
    return times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0
  }

  test.each((isSoak ? SORTS : SORTS.slice(0, 2)).map((sort) => ({ sort })))(
    `page ${THOUSANDTH} by cursor is the same as page ${THOUSANDTH} by number: $sort`,
    async ({ sort }) => {
      const behind = (THOUSANDTH - 1) * SIZE
      let page = await read({ sort, page: { after: null, size: behind % 1000 } })
      for (let at = behind % 1000; at < behind; at += 1000) {
        page = await read({ sort, page: { after: page.next, size: 1000 } })
      }
      const byCursor = (after: string | null) => read({ sort, page: { after, size: SIZE } })
      const byNumber = (number: number) => readByNumber({ sort, page: { number, size: SIZE } })
      const far = await byCursor(page.next)
      expect(far.ids).toHaveLength(SIZE)
      // With page numbers, the key at the end of the sort is ascending. With cursors, it has the direction of the
      // sort.
      if (!sort.at(-1)?.startsWith('-')) expect(far.ids).toEqual(await byNumber(THOUSANDTH))
      const times = [
        await timeOf(() => byCursor(null)),
        await timeOf(() => byCursor(page.next)),
        await timeOf(() => byNumber(1)),
        await timeOf(() => byNumber(THOUSANDTH)),
      ]
      if (isSoak) {
        process.stdout.write(
          `| ${name} | ${sort.join()} | ${times.map((time) => time.toFixed(1)).join(' | ')} |\n`,
        )
      }
    },
    600_000,
  )

  test('reading a page by number costs as much as reading all pages before it', async () => {
    const number = FAR * 10
    const costs = await costOf(async () => readByNumber({ sort: ['integer'], page: { number, size: SIZE } }))
    expect(name === 'sqlite' ? Infinity : rowsOf(costs)).toBeGreaterThanOrEqual((number - 1) * SIZE)
  })
})

const rowsOf = (costs: readonly Cost[]): number => costs.reduce((sum, { rows }) => sum + rows, 0)

/** The cost of a query according to the store. SQLite reports only how it searches. */
interface Cost {
  /** The number of rows that were read, including rows that were then discarded. */
  readonly rows: number
  /** Whether the store sorts rows beyond the page before it returns the first row. */
  readonly sortsAll: boolean
  /** Whether the store finds the beginning of the page through an index. */
  readonly isSearched: boolean
  readonly plan?: string
}

async function fill(prisma: TypesClient, name: DatabaseName): Promise<void> {
  const quote = (word: string): string => (name === 'postgresql' ? `"${word}"` : `\`${word}\``)
  const color =
    name === 'postgresql'
      ? `(ARRAY['red','green','blue'])[1 + n % 3]::"Color"`
      : `CASE n % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'green' ELSE 'blue' END`
  const moment =
    name === 'sqlite'
      ? `'2026-01-01T00:00:00.000+00:00'`
      : `'2026-01-01 00:00:00'${name === 'postgresql' ? '::timestamp' : ''}`
  const id =
    name === 'sqlite' ? `printf('%08d', n)` : `lpad(${name === 'postgresql' ? 'n::text' : 'n'}, 8, '0')`
  const values: Readonly<Record<string, string>> = {
    id,
    string: `'text'`,
    stringOrNull: `CASE WHEN n % 2 = 0 THEN NULL ELSE 'text' END`,
    integer: `(n * 7919) % ${ROWS / 10}`,
    integerOrNull: `CASE WHEN n % 3 = 0 THEN NULL ELSE (n * 7919) % ${ROWS / 10} END`,
    bigint: '0',
    float: '0',
    decimal: '0',
    boolean: name === 'postgresql' ? 'false' : '0',
    date: moment,
    datetime: moment,
    json: `'{}'`,
    bytes: name === 'postgresql' ? `'\\x00'::bytea` : `X'00'`,
    color,
    uuid: name === 'postgresql' ? 'gen_random_uuid()' : `'00000000-0000-4000-8000-000000000000'`,
  }
  const numbers = {
    sqlite: `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS}) SELECT n FROM numbers)`,
    postgresql: `(SELECT generate_series(1, ${ROWS}) AS n) AS numbers`,
    mariadb: `(SELECT seq AS n FROM seq_1_to_${ROWS}) AS numbers`,
  }[name]
  const columns = Object.keys(values).map(quote).join()
  await prisma.$executeRawUnsafe(
    `INSERT INTO ${quote('Sample')} (${columns}) SELECT ${Object.values(values).join()} FROM ${numbers}`,
  )
  for (const index of INDEXES) {
    const on = [...index.split('_'), 'id'].map(
      (column) => quote(column) + (name === 'mariadb' && column === 'stringOrNull' ? '(20)' : ''),
    )
    await prisma.$executeRawUnsafe(
      `CREATE INDEX ${quote(`by_${index}`)} ON ${quote('Sample')} (${on.join()})`,
    )
  }
  await prisma.$executeRawUnsafe(name === 'mariadb' ? 'ANALYZE TABLE `Sample`' : 'ANALYZE')
}

async function explain(prisma: TypesClient, name: DatabaseName, { query, params }: Sent): Promise<Cost> {
  const values = parameters(params)
  switch (name) {
    case 'sqlite': {
      const rows: { detail: string }[] = await prisma.$queryRawUnsafe(
        `EXPLAIN QUERY PLAN ${query}`,
        ...values,
      )
      const plan = rows.map(({ detail }) => detail).join('; ')
      return {
        rows: 0,
        sortsAll: plan.includes('USE TEMP B-TREE FOR ORDER BY'),
        isSearched: plan.includes('SEARCH'),
        plan,
      }
    }
    case 'postgresql': {
      const [row]: { 'QUERY PLAN': [{ Plan: Plan }] }[] = await prisma.$queryRawUnsafe(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
        ...values,
      )
      const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
      return {
        rows: nodes.reduce(
          (most, node) => Math.max(most, node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
          0,
        ),
        sortsAll: nodes.some((node) => node['Node Type'] === 'Sort' && node['Actual Rows'] > SIZE),
        isSearched: nodes.some((node) => node['Index Cond'] !== undefined),
        plan: nodes.map((node) => `${node['Node Type']} ${node['Index Cond'] ?? ''}`).join('; '),
      }
    }
    case 'mariadb': {
      const [row]: Record<string, string>[] = await prisma.$queryRawUnsafe(
        `ANALYZE FORMAT=JSON ${query}`,
        ...values,
      )
      const plan = Object.values(row ?? {})[0] ?? ''
      const rows = [...plan.matchAll(/"r_rows": ([\d.]+)/g)].map(([, number]) => Number(number))
      const type = /"access_type": "(\w+)"/.exec(plan)?.[1] ?? ''
      return {
        rows: Math.max(0, ...rows),
        sortsAll: plan.includes('filesort'),
        isSearched: ['range', 'ref', 'const', 'eq_ref'].includes(type),
        plan: type,
      }
    }
  }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const parameters = (text: string): readonly unknown[] => JSON.parse(text)
