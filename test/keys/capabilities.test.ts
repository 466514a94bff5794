import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { seedKeys } from '../support/keys.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { capableResources } from './support/capable.js'

interface Row {
  readonly type: string
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}
interface Document {
  readonly data: readonly Row[]
  readonly included?: readonly Row[]
  readonly links: Readonly<Record<'next' | 'prev' | 'first' | 'last', string | null>>
  readonly meta?: Readonly<Record<string, unknown>>
}

const idsOf = ({ data }: Pick<Document, 'data'>): readonly string[] => data.map(({ id }) => id)

describe.each(databases)(
  'keys/capabilities (3.4, 6.1, 7.2, 24.5): reads of records with composite keys, on $name',
  (database) => {
    let opened: OpenDatabase<KeysClient>
    let api: Served
    beforeAll(async () => {
      opened = await database.openKeys()
      await seedKeys(opened.prisma)
      api = serveWrites(capableResources(opened.prisma))
    })
    afterAll(() => opened.close())

    const read = async (path: string, headers = {}): Promise<Document> => {
      const { status, body } = await api.send('GET', path, undefined, headers)
      expect([path, status, body]).toMatchObject([path, 200, {}])
      return body as Document
    }

    /** The invoices, with the related records that filters use. */
    const invoices = () =>
      opened.prisma.invoice.findMany({
        include: {
          customer: true,
          lines: true,
          receipt: true,
          tenant: true,
          labels: { include: { label: true } },
        },
        orderBy: [{ tenantId: 'asc' }, { number: 'asc' }],
      })
    type Invoice = Awaited<ReturnType<typeof invoices>>[number]

    /** The ids of the invoices for which a predicate in JavaScript returns true. */
    const expected = async (passes: (invoice: Invoice) => boolean): Promise<readonly string[]> =>
      (await invoices()).filter((one) => passes(one)).map(({ tenantId, number }) => `${tenantId}~${number}`)

    const byNumber: readonly (readonly [string, (invoice: Invoice) => boolean])[] = [
      ['filter[number]=2', ({ number }) => number === 2],
      ['filter[number][not_eq]=2', ({ number }) => number !== 2],
      ['filter[number][gt]=1', ({ number }) => number > 1],
      ['filter[number][not_gt]=1', ({ number }) => number <= 1],
      ['filter[number][gte]=2', ({ number }) => number >= 2],
      ['filter[number][not_gte]=2', ({ number }) => number < 2],
      ['filter[number][lt]=2', ({ number }) => number < 2],
      ['filter[number][not_lt]=2', ({ number }) => number >= 2],
      ['filter[number][lte]=2', ({ number }) => number <= 2],
      ['filter[number][not_lte]=2', ({ number }) => number > 2],
      ['filter[number]=1,3', ({ number }) => number !== 2],
      ['filter[number][not_eq]=1,3', ({ number }) => number === 2],
      ['filter[number]=2&filter[number][gt]=1', ({ number }) => number === 2],
      ['filter[id]=1~2,2~3', ({ tenantId, number }) => tenantId + 1 === number],
      ['filter[id][not_eq]=1~2,2~3', ({ tenantId, number }) => tenantId + 1 !== number],
      ['filter[tenantId]=2', ({ tenantId }) => tenantId === 2],
      ['filter[customerNumber]=null', ({ customerNumber }) => customerNumber === null],
      ['filter[customerNumber][not_eq]=1', ({ customerNumber }) => customerNumber !== 1],
    ]
    const byText: readonly (readonly [string, (invoice: Invoice) => boolean])[] = [
      ['filter[title][prefix]=invoice 2', ({ title }) => title.startsWith('invoice 2')],
      ['filter[title][not_prefix]=invoice 2', ({ title }) => !title.startsWith('invoice 2')],
      ['filter[title][suffix]=of 1', ({ title }) => title.endsWith('of 1')],
      ['filter[title][not_suffix]=of 1', ({ title }) => !title.endsWith('of 1')],
      ['filter[title][contains]=3 of', ({ title }) => title.includes('3 of')],
      ['filter[title][not_contains]=3 of', ({ title }) => !title.includes('3 of')],
    ]
    const through: readonly (readonly [string, (invoice: Invoice) => boolean])[] = [
      ['filter[customer.name][suffix]=of 2', ({ customer }) => customer?.name.endsWith('of 2') ?? false],
      ['filter[customer.name][not_suffix]=of 2', ({ customer }) => !customer?.name.endsWith('of 2')],
      ['filter[customer.id]=1~1', ({ customer }) => customer?.tenantId === 1 && customer.number === 1],
      [
        'filter[customer.id][not_eq]=1~1',
        ({ customer }) => !(customer?.tenantId === 1 && customer.number === 1),
      ],
      ['filter[receipt.note]=receipt of 1', ({ receipt }) => receipt?.note === 'receipt of 1'],
      ['filter[receipt.note][not_eq]=receipt of 1', ({ receipt }) => receipt?.note !== 'receipt of 1'],
      ['filter[tenant.name][contains]=2', ({ tenant }) => tenant.name.includes('2')],
      [
        'filter[lines.text][suffix]=invoice 3',
        ({ lines }) => lines.some(({ text }) => text.endsWith('invoice 3')),
      ],
      [
        'filter[not][lines.text][suffix]=invoice 3',
        ({ lines }) => !lines.some(({ text }) => text.endsWith('invoice 3')),
      ],
      [
        'filter[lines.id]=1~2~3,2~1~1',
        ({ tenantId, number }) => (tenantId === 1 ? number === 2 : number === 1),
      ],
      ['filter[labels.color]=blue', ({ labels }) => labels.some(({ label }) => label.color === 'blue')],
      ['filter[not][labels.color]=blue', ({ labels }) => !labels.some(({ label }) => label.color === 'blue')],
    ]
    const grouped: readonly (readonly [string, (invoice: Invoice) => boolean])[] = [
      [
        'filter[or][0][id]=1~1&filter[or][1][customer.id]=2~1',
        ({ tenantId, number, customerNumber }) =>
          (tenantId === 1 && number === 1) || (tenantId === 2 && customerNumber === 1),
      ],
      ['filter[not][id]=1~1', ({ tenantId, number }) => !(tenantId === 1 && number === 1)],
      [
        'filter[and][0][tenantId]=1&filter[and][1][or][0][number]=1&filter[and][1][or][1][labels.color]=blue',
        ({ tenantId, number, labels }) =>
          tenantId === 1 && (number === 1 || labels.some(({ label }) => label.color === 'blue')),
      ],
    ]

    test.each([...byNumber, ...byText, ...through, ...grouped])(
      'a filter on records with composite keys finds the expected records: %s',
      async (filter, passes) => {
        const ids = await expected(passes)
        const search = `${filter.replaceAll(' ', '+')}&sort=id`
        const page = await read(`/invoices?${search}&stats[total]=count`)
        expect([idsOf(page), page.meta?.['stats']]).toEqual([ids, { total: { count: ids.length } }])
        const related = await read(`/tenants/1/invoices?${search}`)
        expect(idsOf(related)).toEqual(ids.filter((id) => id.startsWith('1~')))
        const included = await read(
          `/tenants?include=invoices&${search.replaceAll('filter', 'filter[invoices]').replace('sort=', 'sort=invoices.')}`,
        )
        expect((included.included ?? []).map(({ id }) => id)).toEqual(ids)
      },
    )

    test('stats of records with composite keys are computed over filtered records, even at a related URL', async () => {
      expect(
        (await read('/invoices?filter[tenantId]=1&stats[number]=sum,average,minimum,maximum,count')).meta,
      ).toEqual({
        stats: { number: { sum: 6, average: 2, minimum: 1, maximum: 3, count: 3 } },
      })
      expect(
        (await read('/invoices/2~1/lines?stats[total]=count&stats[position]=sum&page[size]=1')).meta,
      ).toEqual({
        stats: { total: { count: 3 }, position: { sum: 6 } },
      })
      const filtered = await read(
        '/invoices?filter[lines.text][contains]=invoice+3&stats[total]=count&stats[number]=sum',
      )
      expect(filtered.meta).toEqual({ stats: { total: { count: 2 }, number: { sum: 6 } } })
    })

    test("extra fields receive the key's columns for primary and included records", async () => {
      const page = await read('/invoices?extra_fields[invoices]=label&fields[invoices]=title&sort=id')
      expect(page.data.map(({ id, attributes }) => [id, attributes['label']])).toEqual(
        idsOf(page).map((id) => [id, id.replace('~', '/')]),
      )
      const { included = [] } = await read(
        '/lines?include=invoice&extra_fields[invoices]=label&fields[invoices]=label',
      )
      expect(included.map(({ id, attributes }) => [id, attributes]).length).toBe(6)
      for (const { id, attributes } of included) expect(attributes).toEqual({ label: id.replace('~', '/') })
    })

    test.each(['id', '-id', 'number', '-number,title', 'title,-id'])(
      'a walk over composite keys with cursors visits every record once, forwards and backwards: %s',
      async (sort) => {
        const asked = {
          accept:
            'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
        }
        const all = idsOf(await read(`/invoices?sort=${sort}&page[size]=100`, asked))
        expect(all.toSorted()).toEqual(await expected(() => true))
        for (const base of ['/invoices', '/tenants/1/invoices', '/customers/1~1/billed']) {
          const whole = idsOf(await read(`${base}?sort=${sort}&page[size]=100`, asked))
          for (const [end, step] of [
            ['first', 'next'],
            ['last', 'prev'],
          ] as const) {
            const begin = await read(`${base}?sort=${sort}&page[size]=2`, asked)
            let link = begin.links[end]
            const met: string[] = []
            while (link !== null) {
              const { pathname, search } = new URL(link)
              const page = await read(pathname + search)
              if (step === 'next') met.push(...idsOf(page))
              else met.unshift(...idsOf(page))
              link = page.links[step]
            }
            expect([base, end, met]).toEqual([base, end, whole])
          }
        }
      },
    )
  },
)
