import { Controller, Resource } from '@jsonapi-gen/runtime'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datamodelOf } from '../../runtime/src/datamodel/datamodel.js'
import { cursorTypeOf } from '../../runtime/src/facts/implied.js'
import type { TypeName } from '../../runtime/src/vocabulary/values/type.js'
import { chance } from '../support/chance.js'
import {
  databases,
  type KeysClient,
  type OpenDatabase,
  sqlite,
  type TypesClient,
} from '../support/databases.js'
import { keysResources, seedKeys } from '../support/keys.js'
import { adapterResource } from '../support/people.js'
import { serve, type Served } from '../support/read/serve.js'
import { sample, SAMPLE_TYPES, samples } from '../support/samples.js'
import { prismaAdapter } from '../support/facts.js'

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const ASKED = { accept: `application/vnd.api+json;profile="${PROFILE}"` }

interface Document {
  readonly data: readonly { readonly id: string }[]
  readonly links: { readonly next: string | null }
  readonly errors?: readonly { readonly code: string; readonly detail: string }[]
}

/** The type that cursors use for a column, and whether the column may be null. */
function cursorOf(type: TypeName, native: string, provider: string) {
  const columns = { at: { type, ...(native !== '' && { native }) } }
  return cursorTypeOf(datamodelOf([{ provider, models: { Row: { columns } } }]), 'Row', 'at')
}

describe('pages/cursor-columns (24.3, 24.4): which columns support cursors', () => {
  test.each([
    ['datetime', '', 'postgresql', 'datetime'],
    ['datetime', 'Timestamp(3)', 'postgresql', 'datetime'],
    ['datetime', 'Timestamptz(6)', 'postgresql', undefined],
    ['datetime', 'Timestamp', 'postgresql', undefined],
    ['datetime', 'Time(3)', 'postgresql', undefined],
    ['datetime', 'Date', 'postgresql', 'datetime'],
    ['datetime', 'DateTime', 'mysql', 'datetime'],
    ['datetime', 'DateTime(6)', 'mysql', undefined],
    ['float', '', 'postgresql', 'float'],
    ['float', 'Real', 'postgresql', undefined],
    ['float', 'Float', 'mysql', undefined],
    ['decimal', 'Decimal(10, 2)', 'postgresql', 'decimal'],
    ['decimal', 'Money', 'postgresql', undefined],
    ['string', 'Citext', 'postgresql', undefined],
    ['string', 'Char(8)', 'postgresql', undefined],
    ['string', 'Char(36)', 'mysql', 'string'],
    ['string', 'Uuid', 'postgresql', 'uuid'],
    ['json', '', 'postgresql', undefined],
    ['bytes', '', 'sqlite', undefined],
  ] as const)('the cursor for %s %s on %s is %s', (type, native, provider, kind) => {
    expect(cursorOf(type, native, provider)?.kind).toBe(kind)
  })

  test('a column counts as nullable if its type is nullable', () => {
    expect(cursorOf('integer?', '', 'sqlite')?.nullable).toBe(true)
    expect(cursorOf('integer', '', 'sqlite')?.nullable).toBe(false)
  })
})

describe.each(databases)('pages/cursor-columns (24.4): floats on $name', (database) => {
  let opened: OpenDatabase<TypesClient>
  beforeAll(async () => {
    opened = await database.openTypes()
  })
  afterAll(() => opened.close())

  test('every float that a column stores supports cursors, and a walk finds each record once', async () => {
    const adapter = prismaAdapter(opened.prisma)
    class Samples extends Resource {
      static {
        this.type('samples')
        this.model('Sample')
        this.useAdapter(adapter)
        this.attribute('float', 'float')
      }
    }
    const api = serve({ samples: Samples })
    const floats = fc.uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: 2,
      maxLength: 8,
      selector: (float) => float + 0,
    })
    const examples: [number[]][] = [
      [[1.234_567_890_123_456_8e21, 1.234_567_890_123_457e21, 1.234_567_890_123_456_5e21]],
      [[1.229_899_763_348_185_2e240, -1.793_837_278_939_695_5e-221, 5e-324, -Number.MAX_VALUE]],
    ]
    await fc.assert(
      fc.asyncProperty(floats, async (values) => {
        await opened.prisma.sample.deleteMany()
        const rows = values.map((float, index) => sample(`r${index}`, { float }))
        await adapter.write([
          { kind: 'insert', resource: adapterResource('samples', 'Sample'), rows: rows as never },
        ])
        const sorted = values.toSorted((one, other) => one - other)
        const order = sorted.map((float) => `r${values.indexOf(float)}`)
        for (const [sort, expected] of [
          ['float', order],
          ['-float', order.toReversed()],
        ] as const) {
          const ids: string[] = []
          for (let next: string | null = `/samples?sort=${sort}&page[size]=1`; next !== null;) {
            const { status, body } = await api.get(next, ASKED)
            expect([next, status]).toEqual([next, 200])
            const { data, links } = body as Document
            ids.push(...data.map(({ id }) => id))
            next = links.next?.replace('http://api.test', '') ?? null
          }
          expect([values, ids]).toEqual([values, expected])
        }
      }),
      { ...chance(10), examples },
    )
  })
})

describe('pages/cursor-columns (24.4): sorts that must not reveal values', () => {
  let database: OpenDatabase<TypesClient>
  let api: Served
  beforeAll(async () => {
    database = await sqlite.openTypes()
    for (const id of ['a', 'b']) await database.prisma.sample.create({ data: sample(id) as never })
    abstract class Rows extends Resource {
      static {
        this.model('Sample')
        this.useAdapter(prismaAdapter(database.prisma))
        this.attribute('string', { type: 'string', readable: 'isEditor' })
      }
    }
    class Guarded extends Rows {
      static {
        this.type('guarded')
        this.defaultSort([{ string: 'asc' }])
      }
    }
    class Hidden extends Rows {
      static {
        this.type('hidden')
        this.defaultSort([{ integer: 'asc' }])
      }
    }
    class Custom extends Rows {
      static {
        this.type('custom')
        this.sort((scope) => scope)
      }
    }
    class Paginated extends Rows {
      static {
        this.type('paginated')
        this.paginate((scope) => scope)
      }
    }
    class Editors extends Controller {
      isEditor(): boolean {
        return this.request.headers.get('x-editor') === 'yes'
      }
    }
    const resources = { guarded: Guarded, hidden: Hidden, custom: Custom, paginated: Paginated }
    api = serve(resources, { controller: Editors })
  })
  afterAll(() => database.close())

  const read = async (path: string, headers = {}): Promise<unknown> => {
    const { status, body } = await api.get(path, { ...ASKED, ...headers })
    const { errors: [error] = [] } = body as Document
    return error ? [status, error.code, error.detail] : status
  }

  test.each(SAMPLE_TYPES.filter((type) => type !== 'json' && type !== 'bytes'))(
    'a sort by a %s visits each record once with cursors',
    async (type) => {
      const { get } = serve({ samples: samples(prismaAdapter(database.prisma)) })
      const ids: string[] = []
      let path: string | null = `/samples?sort=${type}&page[size]=1`
      while (path !== null) {
        const { status, body } = await get(path, ASKED)
        expect({ status, body }).toMatchObject({ status: 200 })
        const { data, links } = body as Document
        ids.push(...data.map(({ id }) => id))
        path = links.next && links.next.replace('http://api.test', '')
      }
      expect(ids).toEqual(['a', 'b'])
    },
  )

  test('a default sort by a hidden attribute, or by a column that is not an attribute, does not support cursors', async () => {
    const refusal = (type: string): unknown => [
      400,
      'unsupported_sort',
      `"${type}" does not support cursors for this sort: one of its values cannot be read.`,
    ]
    expect(await read('/guarded')).toEqual(refusal('guarded'))
    expect(await read('/guarded', { 'x-editor': 'yes' })).toBe(200)
    expect(await read('/hidden')).toEqual(refusal('hidden'))
    expect(await read('/hidden?sort=id')).toBe(200)
  })

  test("a sort by an application's function does not support cursors", async () => {
    expect(await read('/custom')).toEqual([
      400,
      'unsupported_sort',
      '"custom" does not support cursors for this sort: the application sorts by a function.',
    ])
    expect(await read('/custom?page[number]=1')).toBe(200)
  })

  test('a resource that overrides paginate supports page numbers, but not cursors (24.1)', async () => {
    expect(await read('/paginated')).toBe(200)
    expect(await read('/paginated?page[after]=x')).toEqual([
      400,
      'invalid_page',
      '"page[after]" is not supported here: these pages are numbered.',
    ])
  })
})

describe("pages/cursor-columns (24.8): cursors as a resource's default", () => {
  let database: OpenDatabase<TypesClient>
  beforeAll(async () => {
    database = await sqlite.openTypes()
    for (const id of ['a', 'b', 'c']) await database.prisma.sample.create({ data: sample(id) as never })
  })
  afterAll(() => database.close())

  abstract class Styled extends Resource {
    static {
      this.type('styled')
      this.model('Sample')
      this.attribute('string', 'string')
      this.attribute('integer', { type: 'integer', readable: false })
      this.pageStyle('cursor')
    }
  }

  test('a request without a page uses cursors, and a request with a page number does not', async () => {
    class Cursors extends Styled {
      static {
        this.useAdapter(prismaAdapter(database.prisma))
        this.defaultPageSize(2)
      }
    }
    const api = serve({ styled: Cursors })
    const first = (await api.get('/styled')).body as Document
    expect(first.data.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(first.links.next).toMatch(/^http:\/\/api\.test\/styled\?page%5Bafter%5D=1/)
    const next = (await api.get(first.links.next?.replace('http://api.test', '') ?? '')).body as Document
    expect([next.data.map(({ id }) => id), next.links.next]).toEqual([['c'], null])
    const numbered = (await api.get('/styled?page[number]=1')).body as Document
    expect(numbered.links.next).toBe('http://api.test/styled?page%5Bnumber%5D=2')
  })

  test('createApi rejects cursors as the default if a request without a sort would then fail', () => {
    class Sorted extends Styled {
      static {
        this.useAdapter(prismaAdapter(database.prisma))
        this.sort((scope) => scope)
      }
    }
    class ByHidden extends Styled {
      static {
        this.useAdapter(prismaAdapter(database.prisma))
        this.defaultSort([{ integer: 'asc' }])
      }
    }
    expect(() => serve({ styled: Sorted })).toThrow("pageStyle('cursor') requires the adapter to sort")
    expect(() => serve({ styled: ByHidden })).toThrow('pageStyle(\'cursor\') cannot use "integer"')
  })
})

describe('pages/cursor-columns (24.5, 22.2): composite keys', () => {
  let database: OpenDatabase<KeysClient>
  let api: Served
  beforeAll(async () => {
    database = await sqlite.openKeys()
    await seedKeys(database.prisma)
    api = serve(keysResources(database.prisma))
  })
  afterAll(() => database.close())

  test.each(['/invoices', '/invoices?sort=-title', '/invoices?sort=-id', '/readings', '/readings?sort=-id'])(
    'a walk over composite keys with cursors finds every record: %s',
    async (path) => {
      const get = async (at: string): Promise<Document> => (await api.get(at, ASKED)).body as Document
      const sized = (size: number): string => `${path}${path.includes('?') ? '&' : '?'}page[size]=${size}`
      const whole = await get(sized(50))
      const ids: string[] = []
      for (let next: string | null = sized(2); next !== null;) {
        const page: Document = await get(next)
        ids.push(...page.data.map(({ id }) => id))
        next = page.links.next?.replace('http://api.test', '') ?? null
      }
      expect(ids).toEqual(whole.data.map(({ id }) => id))
      expect(ids.length).toBeGreaterThan(2)
    },
  )
})
