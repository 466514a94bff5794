import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import {
  dataOf,
  orderOfRows,
  pagesOfSamples,
  randomOf,
  randomRow,
  type ReadPage,
  type Row,
  type Sort,
  SORTABLE,
} from './support/cursor-samples.js'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101)

describe.each(databases)('pages/cursor-ranges (24.3, 24.5): ranges on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let read: ReadPage
  const random = randomOf(SEED)
  const rows: readonly Row[] = Array.from({ length: 24 }, (_, index) =>
    randomRow(`r${String(index).padStart(3, '0')}`, name, random),
  )
  beforeAll(async () => {
    database = await openTypes()
    await database.prisma.sample.createMany({ data: rows.map(dataOf) as never })
    read = pagesOfSamples(database.prisma)
  })
  afterAll(() => database.close())

  const ordered = (sort: Sort): readonly string[] =>
    rows.toSorted(orderOfRows(sort, name)).map(({ id }) => id)

  const forward = async (sort: Sort, size: number): Promise<readonly string[]> => {
    const ids: string[] = []
    let after: string | null = null
    do {
      const page = await read({ sort, page: { after, size } })
      ids.push(...page.ids)
      after = page.next
    } while (after !== null)
    return ids
  }
  const backward = async (sort: Sort, size: number): Promise<readonly string[]> => {
    const ids: string[] = []
    let before: string | null = null
    do {
      const page = await read({ sort, page: { before, size } })
      ids.unshift(...page.ids)
      before = page.prev
    } while (before !== null)
    return ids
  }

  test('a walk returns every record once for every type, forwards and backwards, with nulls', async () => {
    for (const column of SORTABLE) {
      const key = random() < 0.5 ? column : `-${column}`
      const expected = ordered([key])
      expect([key, await forward([key], 7)]).toEqual([key, expected])
      expect([key, await backward([key], 9)]).toEqual([key, expected])
    }
  })

  test('random sorts with several keys and directions work with pages of any size', async () => {
    for (let run = 0; run < 4; run++) {
      const sort = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const column = SORTABLE[Math.floor(random() * SORTABLE.length)] ?? 'id'
        return random() < 0.5 ? column : `-${column}`
      }).filter(
        (key, at, all) => all.findIndex((one) => one.replace('-', '') === key.replace('-', '')) === at,
      )
      const size = 3 + Math.floor(random() * 7)
      const expected = ordered(sort)
      expect([sort, size, await forward(sort, size)]).toEqual([sort, size, expected])
      expect([sort, size, await backward(sort, size)]).toEqual([sort, size, expected])
    }
  })

  test('a range returns the records between two cursors, and no records unless the first cursor precedes the second', async () => {
    const sort = ['-colorOrNull', 'integerOrNull', '-boolean']
    const expected = ordered(sort)
    const { cursors } = await read({ sort, page: { after: null, size: 24 } })
    for (let run = 0; run < 8; run++) {
      const [from, to] = [Math.floor(random() * 24), Math.floor(random() * 24)]
      const page = { after: cursors[from] ?? null, before: cursors[to] ?? null }
      const between = expected.slice(from + 1, Math.max(from + 1, to))
      expect((await read({ sort, page })).ids).toEqual(between)
      const first = await read({ sort, page: { ...page, size: 3 } })
      expect([first.ids, first.rangeTruncated]).toEqual([between.slice(0, 3), between.length > 3])
    }
  })
})
