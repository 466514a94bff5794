import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import {
  dataOf,
  numbersOfSamples,
  orderOfRows,
  type Page,
  pagesOfSamples,
  randomOf,
  randomRow,
  type ReadPage,
  type Row,
  type Sort,
  SORTABLE,
} from './support/cursor-samples.js'
import { isSoak } from '../support/sample.js'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
/** The number of walks on all databases together. */
const WALKS = isSoak ? 10_000 : 24
const ROWS = 24

/**
 * Walks through all pages of random data, with ties and nulls, by random sorts, forward and backward. Meanwhile, rows
 * are inserted, destroyed and updated between the pages. Each unchanged row must be found exactly once, in the order
 * of the sort.
 */
describe.each(databases)(
  'pages/cursor-walk (16.7, 24.5): walks while rows change, on $name',
  ({ name, openTypes }) => {
    let database: OpenDatabase<TypesClient>
    let read: ReadPage
    let readByNumber: ReturnType<typeof numbersOfSamples>
    const random = randomOf(SEED)
    const rows = new Map<string, Row>()
    let inserted = 0

    beforeAll(async () => {
      database = await openTypes()
      read = pagesOfSamples(database.prisma)
      readByNumber = numbersOfSamples(database.prisma)
      await fill()
    })
    afterAll(() => database.close())

    const below = (limit: number): number => Math.floor(random() * limit)

    /** Restores the number of rows, because otherwise the changes of earlier walks would add up. */
    async function fill(): Promise<void> {
      const surplus = [...rows.keys()].slice(ROWS)
      if (surplus.length > 0) await database.prisma.sample.deleteMany({ where: { id: { in: surplus } } })
      for (const id of surplus) rows.delete(id)
      const fresh = Array.from({ length: ROWS - rows.size }, () => newRow())
      if (fresh.length > 0) await database.prisma.sample.createMany({ data: fresh.map(dataOf) as never })
    }

    /** Returns a new row with a random id, so that rows are inserted both before and after a cursor. */
    function newRow(): Row {
      const id = `${String(below(1_000_000)).padStart(6, '0')}-${String(++inserted).padStart(7, '0')}`
      const row = randomRow(id, name, random)
      rows.set(id, row)
      return row
    }

    /** Inserts, destroys or updates a row, and records its id. */
    async function disturb(touched: Set<string>): Promise<void> {
      const { sample } = database.prisma
      const ids = [...rows.keys()]
      const id = ids[below(ids.length)] ?? ''
      touched.add(id)
      switch (below(3)) {
        case 0: {
          const row = newRow()
          touched.add(row.id)
          await sample.create({ data: dataOf(row) as never })
          return
        }
        case 1:
          if (rows.delete(id)) await sample.delete({ where: { id } })
          return
        default: {
          if (!rows.has(id)) return
          const row = randomRow(id, name, random)
          rows.set(id, row)
          await sample.update({ where: { id }, data: dataOf(row) as never })
        }
      }
    }

    function randomSort(): Sort {
      const columns = new Set(
        Array.from({ length: 1 + below(3) }, () => SORTABLE[below(SORTABLE.length)] ?? 'id'),
      )
      return [...columns].map((column) => (random() < 0.5 ? column : `-${column}`))
    }

    /** The unchanged rows that a walk has found, and the rows that it should have found. */
    async function walk(isForward: boolean): Promise<{
      readonly met: readonly string[]
      readonly expected: readonly string[]
      readonly sort: Sort
    }> {
      await fill()
      const sort = randomSort()
      const size = 2 + below(6)
      const [before, touched, met] = [[...rows.keys()], new Set<string>(), [] as string[]]
      for (let at: string | null = null, times = 0; times === 0 || at !== null; times++) {
        const page: Page = await read({ sort, page: isForward ? { after: at, size } : { before: at, size } })
        met.push(...(isForward ? page.ids : page.ids.toReversed()))
        at = isForward ? page.next : page.prev
        await disturb(touched)
        // If rows were always inserted ahead of the walk, the walk would never end.
        if (times > 40) throw new Error('The walk does not end.')
      }
      const isUntouched = (id: string): boolean => !touched.has(id)
      const order = orderOfRows(sort, name)
      const expected = before
        .filter(isUntouched)
        .flatMap((id) => rows.get(id) ?? [])
        .toSorted((one, other) => (isForward ? order(one, other) : order(other, one)))
        .map(({ id }) => id)
      return { met: met.filter(isUntouched), expected, sort }
    }

    test(`${WALKS} walks with cursors on all databases neither lose nor repeat an unchanged row`, async () => {
      for (let index = 0; index < WALKS / databases.length; index++) {
        const { met, expected, sort } = await walk(index % 2 === 0)
        expect({ index, sort, met }).toEqual({ index, sort, met: expected })
      }
    }, 3_600_000)

    test('a walk by page numbers loses and repeats rows, unlike a walk with cursors', async () => {
      let [lost, repeated] = [0, 0]
      for (let times = 0; times < 3; times++) {
        await fill()
        const [before, touched, met] = [[...rows.keys()], new Set<string>(), [] as string[]]
        for (let number = 1; number < 20; number++) {
          const ids = await readByNumber({ sort: ['integer'], page: { number, size: 3 } })
          met.push(...ids)
          if (ids.length === 0) break
          for (let each = 0; each < 3; each++) await disturb(touched)
        }
        const untouched = before.filter((id) => !touched.has(id))
        lost += untouched.filter((id) => !met.includes(id)).length
        repeated += untouched.filter((id) => met.indexOf(id) !== met.lastIndexOf(id)).length
      }
      expect(lost + repeated).toBeGreaterThan(0)
    })
  },
)
