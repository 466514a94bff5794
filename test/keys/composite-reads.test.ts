import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources, seedKeys } from '../support/keys.js'
import { serveWrites, type Served } from '../write/support/serve.js'

interface Linked {
  readonly type: string
  readonly id: string
  readonly relationships?: Readonly<Record<string, { readonly data?: Linked | readonly Linked[] | null }>>
}
interface Document {
  readonly data: Linked | readonly Linked[] | null
  readonly included?: readonly Linked[]
  readonly errors?: readonly object[]
}

describe.each(databases)('keys/reads (22.2, 14.9): composite keys on $name', (database) => {
  let opened: OpenDatabase<KeysClient>
  let api: Served
  beforeAll(async () => {
    opened = await database.openKeys()
    await seedKeys(opened.prisma)
    api = serveWrites(keysResources(opened.prisma))
  })
  afterAll(() => opened.close())

  const read = async (path: string): Promise<Document> => {
    const { status, body } = await api.send('GET', path)
    expect([status, body]).toMatchObject([200, {}])
    return body as Document
  }
  const refused = async (path: string): Promise<unknown> => {
    const { status, body } = await api.send('GET', path)
    return [status, (body as { errors: { code: string }[] }).errors.map(({ code }) => code)]
  }

  test('a record with a composite key is found only by the canonical spelling of its id', async () => {
    expect((await read('/invoices/1~2')).data).toMatchObject({
      id: '1~2',
      attributes: { number: 2, title: 'invoice 2 of 1' },
    })
    expect((await read('/labels/1~new!2fold')).data).toMatchObject({ attributes: { slug: 'new/old' } })
    expect((await read('/lines/2~3~1')).data).toMatchObject({
      attributes: { text: 'line 1 of 2, invoice 3' },
    })
    for (const id of ['1~02', '1~2~', '1', '1~2~3', '1~x', '1%7E2%20', '9~9', '1~new/old']) {
      expect(await refused(`/invoices/${id.replace('/', '%2F')}`)).toEqual([404, ['record_not_found']])
    }
    expect(await refused('/labels/1~NEW!2FOLD')).toEqual([404, ['record_not_found']])
    expect(await refused('/labels/1~NEW!2fold')).toEqual([404, ['record_not_found']])
  })

  test('more composite keys than a query accepts are read in chunks, and each column of a key counts', async () => {
    const other = await database.openKeys()
    const numbers = Array.from({ length: 600 }, (_, index) => index + 1)
    const rows = numbers.map((number) => ({ tenantId: number, number, name: '', title: '' }))
    await other.prisma.tenant.createMany({ data: numbers.map((id) => ({ id, name: '' })) })
    await other.prisma.customer.createMany({
      data: rows.map(({ tenantId, number, name }) => ({ tenantId, number, name })),
    })
    await other.prisma.invoice.createMany({
      data: rows.map(({ tenantId, number, title }) => ({ tenantId, number, title, customerNumber: number })),
    })
    const served = serveWrites(keysResources(other.prisma))
    const { status, body } = await served.send('GET', '/invoices?include=customer&page[size]=600')
    expect([status, (body as Document).included?.length]).toEqual([200, 600])
    await other.close()
  })

  test("a date and a string form an id, in a different order from the table's columns", async () => {
    const { data } = await read('/readings?sort=id')
    expect(idsOf(data)).toEqual([
      'attic~2026-11-20T150400.005Z',
      'hall~2026-11-20T150400.005Z',
      'hall~2026-11-20T150401.005Z',
    ])
    expect((await read('/readings/hall~2026-11-20T150401.005Z')).data).toMatchObject({
      attributes: { value: 1 },
    })
    expect(await refused('/readings/hall~2026-11-20T15:04:01.005Z')).toEqual([404, ['record_not_found']])
  })

  test('linkage and includes work for to-one, to-many, has-one and many-to-many relationships', async () => {
    const include = 'tenant,customer,approver,lines,receipt,labels.invoices'
    const { data, included } = await read(`/invoices?filter[tenantId]=2&include=${include}&sort=id`)
    expect(linksOf(data)).toEqual({
      '2~1': {
        tenant: '2',
        customer: '2~1',
        approver: '2~2',
        lines: ['2~1~1', '2~1~2', '2~1~3'],
        receipt: null,
        labels: ['2~new!2fold', '2~zo!c3!ab'],
      },
      '2~2': {
        tenant: '2',
        customer: '2~1',
        approver: null,
        lines: ['2~2~1', '2~2~2', '2~2~3'],
        receipt: '2~2',
        labels: ['2~zo!c3!ab'],
      },
      '2~3': {
        tenant: '2',
        customer: null,
        approver: null,
        lines: ['2~3~1', '2~3~2', '2~3~3'],
        receipt: null,
        labels: [],
      },
    })
    const labels = (included ?? []).filter(({ type }) => type === 'labels')
    expect(linksOf(labels)).toEqual({
      '2~new!2fold': { invoices: ['2~1'] },
      '2~zo!c3!ab': { invoices: ['2~1', '2~2'] },
    })
    expect(new Set((included ?? []).map(({ id }) => id.split('~')[0]))).toEqual(new Set(['2']))
  })

  test('a foreign key may refer to a key other than the primary key, and may be partly null', async () => {
    const { data } = await read('/readings?include=area&sort=id')
    expect(Object.values(linksOf(data))).toEqual([{ area: null }, { area: '1' }, { area: '2' }])
    const { data: areas } = await read('/areas?include=readings')
    expect(linksOf(areas)).toEqual({
      1: { readings: ['hall~2026-11-20T150400.005Z'] },
      2: { readings: ['hall~2026-11-20T150401.005Z'] },
    })
  })

  test("with `linkage: always`, the id is read from the foreign key's columns", async () => {
    const { data } = await read('/invoices/1~1')
    expect(linksOf([data])).toEqual({ '1~1': { customer: '1~1' } })
  })

  test('relationship URLs of records with composite keys return the related records', async () => {
    expect(idsOf((await read('/invoices/1~1/lines')).data)).toEqual(['1~1~1', '1~1~2', '1~1~3'])
    expect(idsOf((await read('/invoices/1~1/relationships/labels')).data)).toEqual([
      '1~new!2fold',
      '1~zo!c3!ab',
    ])
    expect((await read('/invoices/1~2/receipt')).data).toMatchObject({ id: '1~2' })
    expect((await read('/lines/1~2~3/invoice')).data).toMatchObject({ id: '1~2' })
    expect((await read('/invoices/1~3/customer')).data).toBeNull()
    expect(idsOf((await read('/labels/2~zo!c3!ab/invoices')).data)).toEqual(['2~1', '2~2'])
    expect(idsOf((await read('/customers/2~1/billed')).data)).toEqual(['2~1', '2~2'])
  })

  test('filters by id, and filters through a relationship over several columns, can be negated', async () => {
    const ids = async (filter: string): Promise<unknown> =>
      idsOf((await read(`/invoices?${filter}&sort=id`)).data)
    expect(await ids('filter[id]=2~1')).toEqual(['2~1'])
    expect(await ids('filter[id]=2~1,1~3,1~9')).toEqual(['1~3', '2~1'])
    expect(await ids('filter[id][not_eq]=1~1,1~2,1~3,2~1')).toEqual(['2~2', '2~3'])
    expect(await ids('filter[id]=')).toEqual([])
    expect(await ids('filter[customer.id]=2~1')).toEqual(['2~1', '2~2'])
    expect(await ids('filter[customer.id][not_eq]=2~1')).toEqual(['1~1', '1~2', '1~3', '2~3'])
    expect(await ids('filter[customer.name]=customer 1 of 1')).toEqual(['1~1', '1~2'])
    expect(await ids('filter[not][id]=1~1,1~2&filter[tenantId]=1')).toEqual(['1~3'])
    expect(await refused('/invoices?filter[id]=1~01')).toEqual([400, ['invalid_filter_value']])
    expect(await refused('/invoices?filter[id][prefix]=1')).toEqual([400, ['bad_filter']])
  })

  test('sorting by id uses all columns of the key, which also complete every other sort (4.3)', async () => {
    expect(idsOf((await read('/invoices?sort=-id&page[size]=4')).data)).toEqual(['2~3', '2~2', '2~1', '1~3'])
    expect(idsOf((await read('/invoices?sort=-number&page[size]=3')).data)).toEqual(['1~3', '2~3', '1~2'])
  })

  test('an in-process read returns a composite id as the same string', async () => {
    const { invoices: Invoices } = keysResources(opened.prisma)
    if (!Invoices) throw new Error('There are invoices.')
    const { records, found } = await inProcess(Invoices as never)
    expect([records, found]).toEqual([['1~1', '1~2', '1~3'], '2~2'])
  })
})

/** The results of static methods on a resource whose type the test does not know. */
async function inProcess(Invoices: {
  all(query: object): Promise<{ data: { id: unknown }[] }>
  find(id: string): Promise<{ data: { id: unknown } }>
}): Promise<{ records: unknown; found: unknown }> {
  const { data } = await Invoices.all({ filter: { tenantId: 1 } })
  return { records: data.map(({ id }) => id), found: (await Invoices.find('2~2')).data.id }
}

const idsOf = (data: Document['data']): readonly string[] =>
  (Array.isArray(data) ? data : []).map(({ id }: Linked) => id)

/** The ids that each record links to, for relationships with linkage. */
function linksOf(data: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const records = data as readonly Linked[]
  return Object.fromEntries(
    records.map(({ id, relationships = {} }) => [
      id,
      Object.fromEntries(
        Object.entries(relationships).flatMap(([name, { data: linked }]) => {
          if (linked === undefined) return []
          return [[name, linked === null ? null : 'id' in linked ? linked.id : linked.map((one) => one.id)]]
        }),
      ),
    ]),
  )
}
