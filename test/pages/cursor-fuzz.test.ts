import { Resource } from '@jsonapi-gen/runtime'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chance } from '../support/chance.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { serve, type Served } from '../support/read/serve.js'
import { dataOf, randomOf, randomRow, SORTABLE } from './support/cursor-samples.js'
import { isQuick, isSoak } from '../support/sample.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const ASKED = { accept: `application/vnd.api+json;profile="${PROFILE}"` }

const RUNS = isSoak ? 5_000 : 120

interface Document {
  readonly data?: readonly {
    readonly id: string
    readonly meta?: { readonly page: { readonly cursor: string } }
  }[]
  readonly errors?: readonly { readonly code: string; readonly source?: { readonly parameter?: string } }[]
}

/** JSON values that a forged cursor may contain instead of a stored value. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'red',
  'nosuch',
  'text\u0000',
  '\ud800',
  '9223372036854775808',
  '-9223372036854775808',
  '1e400',
  '0.1',
  '2026-02-30T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55',
  {},
  [],
  ['red'],
  { gt: 0 },
]

describe.each(databases)('pages/cursor-fuzz (24.3): changed cursors on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let api: Served
  const random = randomOf(7)
  const rows = Array.from({ length: 16 }, (_, index) =>
    randomRow(`r${String(index).padStart(2, '0')}`, name, random),
  )
  const visible = new Set(rows.filter(({ boolean }) => boolean === true).map(({ id }) => id))

  beforeAll(async () => {
    database = await openTypes()
    await database.prisma.sample.createMany({ data: rows.map(dataOf) as never })
    class Samples extends Resource {
      static {
        this.type('samples')
        this.model('Sample')
        this.useAdapter(prismaAdapter(database.prisma))
        for (const column of SORTABLE) {
          const kind = column.replace('OrNull', '')
          const nullable = column !== kind
          const type = kind as 'string'
          if (kind === 'color') this.attribute(column, { enum: ['red', 'green', 'blue'], nullable })
          else this.attribute(column, nullable ? `${type}?` : type)
        }
      }
      /** Two resources use the same table, and each shows the rows that the other hides. */
      static readonly shown: boolean = true
      override baseScope(): never {
        const { shown } = this.constructor as typeof Samples
        return narrowed(super.baseScope(), { boolean: shown }) as never
      }
    }
    class Others extends Samples {
      static override readonly shown = false
      static {
        this.type('others')
      }
    }
    api = serve({ samples: Samples, others: Others })
  })
  afterAll(() => database.close())

  const get = async (
    sort: string,
    parameters: string,
    type = 'samples',
  ): Promise<{ readonly status: number; readonly body: Document }> => {
    const { status, body } = await api.get(`/${type}?sort=${sort}&page[size]=3${parameters}`, ASKED)
    return { status, body: body as Document }
  }

  test('any change to a cursor returns a page of visible records, or a 400 that names the parameter', async () => {
    const sorts = fc.uniqueArray(fc.constantFrom(...SORTABLE), { minLength: 1, maxLength: 2 })
    const changes = fc.oneof(
      fc.record({ kind: fc.constant('cut' as const), at: fc.nat(200) }),
      fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'binary-ascii' }) }),
      fc.record({
        kind: fc.constant('digit' as const),
        at: fc.nat(200),
        digit: fc.constantFrom(...'09azAZ-_=%~'),
      }),
      fc.record({
        kind: fc.constant('values' as const),
        values: fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('value' as const), at: fc.nat(2), value: fc.constantFrom(...VALUES) }),
    )
    await fc.assert(
      fc.asyncProperty(sorts, changes, fc.constantFrom('after', 'before'), async (sort, change, side) => {
        const by = sort.join()
        const { body } = await get(by, '')
        const good = body.data?.[0]?.meta?.page.cursor ?? ''
        const changed = encodeURIComponent(changedBy(good, change))
        const answer = await get(by, `&page[${side}]=${changed}`)
        if (answer.status === 200) {
          expect((answer.body.data ?? []).filter(({ id }) => !visible.has(id))).toEqual([])
        } else {
          expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({
            status: 400,
            errors: [{ code: 'invalid_page', source: { parameter: `page[${side}]` } }],
          })
        }
      }),
      chance(RUNS),
    )
  }, 3_600_000)

  test('a cursor from a different sort, resource or version is rejected, and a cursor with the values of a hidden row shows no hidden rows', async () => {
    const sorts = fc.uniqueArray(fc.constantFrom(...SORTABLE), { minLength: 1, maxLength: 2 })
    const strangers = fc.constantFrom('sort', 'resource', 'version', 'hidden')
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        sorts,
        strangers,
        fc.nat(2),
        fc.constantFrom('after', 'before'),
        async (sort, of, at, side) => {
          const by = sort.join()
          const origin = of === 'sort' ? `-${by}` : by
          const { body } = await get(origin, '', of === 'resource' || of === 'hidden' ? 'others' : 'samples')
          const given = body.data?.[at]?.meta?.page.cursor
          if (given === undefined) return
          const own = (await get(by, '')).body.data?.[0]?.meta?.page.cursor ?? ''
          // A hidden row also has a position, so anyone who guesses its values receives the records after it.
          const cursor =
            of === 'version'
              ? `2${given.slice(1)}`
              : of === 'hidden'
                ? own.slice(0, HEAD) + given.slice(HEAD)
                : given
          const answer = await get(by, `&page[${side}]=${encodeURIComponent(cursor)}`)
          seen.set(`${of} ${answer.status}`, (seen.get(`${of} ${answer.status}`) ?? 0) + 1)
          expect((answer.body.data ?? []).filter(({ id }) => !visible.has(id))).toEqual([])
          expect({ of, status: answer.status }).toEqual({ of, status: of === 'hidden' ? 200 : 400 })
          if (of === 'hidden') return
          expect(answer.body.errors).toMatchObject([
            { code: 'invalid_page', source: { parameter: `page[${side}]` } },
          ])
        },
      ),
      chance(RUNS / 4),
    )
    const all = ['hidden 200', 'resource 400', 'sort 400', 'version 400']
    // With only a few runs, one of the cases may not have occurred.
    const expected = isQuick ? all.filter((each) => seen.has(each)) : all
    expect([...seen.keys()].toSorted()).toEqual(expected)
  }, 3_600_000)

  test('a response to a cursor does not reveal whether its record is hidden or missing', async () => {
    const { body } = await get('id', '')
    const good = body.data?.[0]?.meta?.page.cursor ?? ''
    const hidden = rows.find(({ id }) => !visible.has(id))?.id ?? ''
    const gone = `${hidden}x`
    const [ofHidden, ofNothing] = [hidden, gone].map((id) =>
      changedBy(good, { kind: 'values', values: [id] }),
    )
    const [one, other] = [
      await get('id', `&page[after]=${ofHidden}`),
      await get('id', `&page[after]=${ofNothing}`),
    ]
    expect(one.status).toBe(200)
    expect(one.body.data).toEqual(other.body.data)
  })
})

type Change =
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digit'; readonly at: number; readonly digit: string }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'value'; readonly at: number; readonly value: unknown }

const HEAD = 13

function changedBy(cursor: string, change: Change): string {
  const decoded = (): unknown[] => JSON.parse(Buffer.from(cursor.slice(HEAD), 'base64url').toString())
  const encoded = (values: readonly unknown[]): string =>
    cursor.slice(0, HEAD) + Buffer.from(JSON.stringify(values)).toString('base64url')
  switch (change.kind) {
    case 'cut':
      return cursor.slice(0, change.at % cursor.length)
    case 'text':
      return change.text
    case 'digit': {
      const at = change.at % cursor.length
      return cursor.slice(0, at) + change.digit + cursor.slice(at + 1)
    }
    case 'values':
      return encoded(change.values)
    case 'value':
      return encoded(decoded().map((value, index) => (index === change.at ? change.value : value)))
  }
}
