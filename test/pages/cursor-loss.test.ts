import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import {
  dataOf,
  numbersOfSamples,
  pagesOfSamples,
  randomOf,
  randomRow,
  type Row,
} from './support/cursor-samples.js'
import { isSoak } from '../support/sample.js'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
const ROWS = isSoak ? 5_000 : 120
const SIZE = isSoak ? 50 : 10
/** The percentage of rows that are inserted or destroyed during a walk. */
const CHANGED = 10
const SORT = ['integer']

/** The percentages of unchanged rows that a walk missed or found more than once. */
interface Met {
  readonly lost: number
  readonly repeated: number
}

/**
 * Reads all pages of a collection. Meanwhile, a tenth of its rows is destroyed, or inserted in random places, evenly
 * distributed over the walk. docs/internals/performance.md shows the output of `npm run soak test/pages/cursor-loss`.
 */
describe.each(databases)('pages/cursor-loss (24.1, 24.5): walks on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  const random = randomOf(SEED)
  const rows = new Map<string, Row>()
  let made = 0

  beforeAll(async () => {
    database = await openTypes()
  })
  afterAll(() => database.close())

  function newRow(): Row {
    const id = `${String(Math.floor(random() * 1_000_000)).padStart(6, '0')}-${++made}`
    const row = randomRow(id, name, random)
    rows.set(id, row)
    return row
  }

  async function fill(): Promise<void> {
    await database.prisma.sample.deleteMany()
    rows.clear()
    const data = Array.from({ length: ROWS }, () => dataOf(newRow()))
    for (let at = 0; at < data.length; at += 250) {
      await database.prisma.sample.createMany({ data: data.slice(at, at + 250) as never })
    }
  }

  async function change(kind: 'destroy' | 'insert', touched: Set<string>): Promise<void> {
    if (kind === 'insert') {
      const row = newRow()
      touched.add(row.id)
      await database.prisma.sample.create({ data: dataOf(row) as never })
      return
    }
    const ids = [...rows.keys()]
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    touched.add(id)
    rows.delete(id)
    await database.prisma.sample.delete({ where: { id } })
  }

  /** Reads pages until the last one, and makes the changes that are due after each page. */
  async function walk(
    kind: 'destroy' | 'insert',
    read: () => Promise<{ readonly ids: readonly string[]; readonly isLast: boolean }>,
  ): Promise<Met> {
    const [before, touched, met] = [[...rows.keys()], new Set<string>(), [] as string[]]
    for (let page = 1; ; page++) {
      const { ids, isLast } = await read()
      met.push(...ids)
      if (isLast) break
      const due = Math.min(page * SIZE, ROWS) * (CHANGED / 100)
      while (touched.size < due) await change(kind, touched)
    }
    const untouched = before.filter((id) => !touched.has(id))
    const times = new Map<string, number>()
    for (const id of met) times.set(id, (times.get(id) ?? 0) + 1)
    return {
      lost: untouched.filter((id) => !times.has(id)).length / untouched.length,
      repeated: untouched.filter((id) => (times.get(id) ?? 0) > 1).length / untouched.length,
    }
  }

  const byCursors = (): (() => Promise<{ readonly ids: readonly string[]; readonly isLast: boolean }>) => {
    const read = pagesOfSamples(database.prisma)
    let after: string | null = null
    return async () => {
      const { ids, next } = await read({ sort: SORT, page: { after, size: SIZE } })
      after = next
      return { ids, isLast: next === null }
    }
  }

  const byNumbers = (): (() => Promise<{ readonly ids: readonly string[]; readonly isLast: boolean }>) => {
    const read = numbersOfSamples(database.prisma)
    let number = 0
    return async () => {
      const ids = await read({ sort: SORT, page: { number: ++number, size: SIZE } })
      return { ids, isLast: ids.length < SIZE }
    }
  }

  test.each(['destroy', 'insert'] as const)(
    'while a tenth of the rows change (%s), cursors neither lose nor repeat rows, but page numbers do',
    async (kind) => {
      await fill()
      const cursors = await walk(kind, byCursors())
      await fill()
      const numbers = await walk(kind, byNumbers())
      if (isSoak) {
        process.stdout.write(`${JSON.stringify({ name, kind, rows: ROWS, size: SIZE, cursors, numbers })}\n`)
      }
      expect(cursors).toEqual({ lost: 0, repeated: 0 })
      // With page numbers, destroying a row on an earlier page moves an unread row to a page that was already
      // read. Inserting a row moves a row that was already read to the next page.
      expect(numbers[kind === 'destroy' ? 'lost' : 'repeated']).toBeGreaterThan(0.01)
    },
    3_600_000,
  )
})
