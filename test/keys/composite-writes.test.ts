import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources, seedKeys } from '../support/keys.js'
import { errorsOf } from '../write/support/documents.js'
import type { Answer } from '../write/support/send.js'
import { serveWrites, type Served } from '../write/support/serve.js'

/** The status and pointer of each error. */
const pointers = (answer: Answer): readonly string[] =>
  errorsOf(answer).map(({ status, pointer }) => `${status} ${pointer}`)

describe.each(databases)('keys/writes (11.11): composite keys on $name', (database) => {
  let opened: OpenDatabase<KeysClient>
  let api: Served
  beforeEach(async () => {
    opened = await database.openKeys()
    await seedKeys(opened.prisma)
    api = serveWrites(keysResources(opened.prisma))
  })
  afterEach(() => opened.close())

  const to = (type: string, id: string) => ({ data: { type, id } })
  const write = async (method: string, path: string, data: unknown, included?: unknown) =>
    api.send(method, path, { data, ...(included !== undefined && { included }) })
  const change = (id: string, relationships: object, attributes: object = {}) =>
    write('PATCH', `/invoices/${id}`, { type: 'invoices', id, attributes, relationships })
  /** Writes a new invoice with the number 9 for the customer 1~1. */
  const bill = (relationships: object) =>
    write(
      'PATCH',
      '/customers/1~1',
      {
        type: 'customers',
        id: '1~1',
        relationships: { billed: { data: [{ type: 'invoices', 'temp-id': 'i', method: 'create' }] } },
      },
      [{ type: 'invoices', 'temp-id': 'i', attributes: { number: 9, title: 'x' }, relationships }],
    )
  const invoice = (tenantId: number, number: number) =>
    opened.prisma.invoice.findUniqueOrThrow({ where: { tenantId_number: { tenantId, number } } })

  test('in a new record, foreign key columns are relationships, other key columns are attributes, and the id follows from both', async () => {
    const relationships = { tenant: to('tenants', '2'), customer: to('customers', '2~2') }
    const attributes = { number: 7, title: 'new' }
    const { status, body, location } = await write('POST', '/invoices', {
      type: 'invoices',
      attributes,
      relationships,
    })
    expect([status, location]).toEqual([201, 'http://blog.test/invoices/2~7'])
    expect(body).toMatchObject({ data: { id: '2~7', attributes } })
    expect(await invoice(2, 7)).toEqual({
      tenantId: 2,
      number: 7,
      title: 'new',
      customerNumber: 2,
      approverNumber: null,
    })
  })

  test("in a nested create, each child's key contains the key of its parent", async () => {
    const labels = { data: [{ type: 'labels', 'temp-id': 'l', method: 'create' }] }
    const lines = { data: [{ type: 'lines', 'temp-id': 'a', method: 'create' }] }
    const receipt = { data: { type: 'receipts', 'temp-id': 'r', method: 'create' } }
    const { status, body } = await write(
      'POST',
      '/invoices',
      {
        type: 'invoices',
        attributes: { number: 8, title: 'nested' },
        relationships: { tenant: to('tenants', '1'), lines, receipt, labels },
      },
      [
        { type: 'lines', 'temp-id': 'a', attributes: { position: 4, text: 'four' } },
        { type: 'receipts', 'temp-id': 'r', attributes: { note: 'paid' } },
        { type: 'labels', 'temp-id': 'l', attributes: { slug: 'own', tenantId: 1 } },
      ],
    )
    expect([status, body]).toMatchObject([201, { data: { id: '1~8' } }])
    const { included = [] } = body as { included?: { type: string; id: string }[] }
    expect(included.map(({ type, id }) => `${type} ${id}`).toSorted()).toEqual([
      'labels 1~own',
      'lines 1~8~4',
      'receipts 1~8',
      'tenants 1',
    ])
  })

  test('updates, nested updates and destroys find their records by all key columns', async () => {
    const lines = { data: [{ type: 'lines', id: '1~1~2', method: 'update' }] }
    const { status } = await api.send('PATCH', '/invoices/1~1', {
      data: { type: 'invoices', id: '1~1', attributes: { title: 'x' }, relationships: { lines } },
      included: [{ type: 'lines', id: '1~1~2', attributes: { text: 'y' } }],
    })
    expect(status).toBe(200)
    expect((await api.send('DELETE', '/lines/1~1~3')).status).toBe(204)
    const texts = await opened.prisma.line.findMany({
      where: { invoiceNumber: 1 },
      orderBy: [{ tenantId: 'asc' }, { position: 'asc' }],
    })
    expect(texts.map(({ text }) => text)).toEqual([
      'line 1 of 1, invoice 1',
      'y',
      'line 1 of 2, invoice 1',
      'line 2 of 2, invoice 1',
      'line 3 of 2, invoice 1',
    ])
    expect([(await invoice(1, 1)).title, (await invoice(2, 1)).title]).toEqual(['x', 'invoice 1 of 2'])
  })

  test('a request for an unknown composite id returns 404, and a client-generated one returns 403', async () => {
    expect((await api.send('DELETE', '/lines/1~1~03')).status).toBe(404)
    const given = await write('POST', '/receipts', {
      type: 'receipts',
      id: '1~1',
      attributes: { note: 'x' },
      relationships: { invoice: to('invoices', '1~1') },
    })
    expect(pointers(given)).toEqual(['403 /data/id'])
  })

  test('a composite key that is already taken returns 422 at the members that form it', async () => {
    const taken = await write('POST', '/receipts', {
      type: 'receipts',
      attributes: { note: 'x' },
      relationships: { invoice: to('invoices', '1~2') },
    })
    expect(pointers(taken)).toEqual(['422 /data/relationships/invoice'])
  })

  test('a key column is not rewritten, and a relationship in the key never changes', async () => {
    expect(pointers(await change('1~1', {}, { number: 9 }))).toEqual(['400 /data/attributes/number'])
    expect((await change('1~1', { tenant: to('tenants', '1') })).status).toBe(200)
    const moved = await change('1~1', { tenant: to('tenants', '2') })
    expect(pointers(moved)).toEqual(['403 /data/relationships/tenant/data'])
    expect(pointers(await change('1~1', { tenant: { data: null } }))).toEqual([
      '403 /data/relationships/tenant/data',
    ])
    const taken = await api.send('POST', '/tenants/2/relationships/invoices', {
      data: [{ type: 'invoices', id: '1~1' }],
    })
    expect(taken.status).toBe(403)
    const dropped = await api.send('PATCH', '/tenants/2/relationships/invoices', { data: [] })
    expect(dropped.status).toBe(403)
    const line = await api.send('PATCH', '/lines/1~1~1/relationships/invoice', to('invoices', '1~2'))
    expect(line.status).toBe(403)
    expect(await opened.prisma.invoice.count({ where: { tenantId: 1 } })).toBe(3)
  })

  test('relationships that share a tenant column must refer to the same tenant', async () => {
    const other = await change('1~1', { customer: to('customers', '2~2') })
    expect(pointers(other)).toEqual(['422 /data/relationships/customer/data'])
    const created = await write('POST', '/invoices', {
      type: 'invoices',
      attributes: { number: 9, title: 'x' },
      relationships: { tenant: to('tenants', '1'), customer: to('customers', '2~1') },
    })
    expect(pointers(created)).toEqual(['422 /data/relationships/customer/data'])
    const below = await bill({ tenant: to('tenants', '2') })
    expect(pointers(below)).toEqual(['422 /included/0/relationships/tenant/data'])
    const joined = await api.send('POST', '/invoices/1~3/relationships/labels', {
      data: [{ type: 'labels', id: '2~new!2fold' }],
    })
    expect(joined.status).toBe(422)
    expect(await opened.prisma.invoice.count()).toBe(6)
    expect(await opened.prisma.invoiceLabel.count()).toBe(6)
  })

  test('a child can refer to its parent by a second key (11.3)', async () => {
    const answer = await bill({ tenant: to('tenants', '1'), approver: to('customers', '1~1') })
    expect([answer.status, errorsOf(answer)]).toEqual([200, []])
    expect(await invoice(1, 9)).toMatchObject({ customerNumber: 1, approverNumber: 1 })
  })

  test('unlinking clears only the columns that no other relationship uses', async () => {
    expect((await change('1~1', { customer: { data: null } })).status).toBe(200)
    expect(await invoice(1, 1)).toMatchObject({ tenantId: 1, customerNumber: null, approverNumber: 2 })
    const { status } = await api.send('PATCH', '/customers/1~2/relationships/billed', {
      data: [
        { type: 'invoices', id: '1~2' },
        { type: 'invoices', id: '1~3' },
      ],
    })
    expect(status).toBe(204)
    const removed = await api.send('DELETE', '/customers/1~2/relationships/billed', {
      data: [{ type: 'invoices', id: '1~2' }],
    })
    expect(removed.status).toBe(204)
    const numbers = await opened.prisma.invoice.findMany({
      where: { tenantId: 1 },
      orderBy: { number: 'asc' },
    })
    expect(numbers.map(({ customerNumber }) => customerNumber)).toEqual([null, null, 2])
    const area = { data: { type: 'readings', id: 'hall~2026-11-20T150400.005Z', relationships: {} } }
    const unset = { ...area.data, relationships: { area: { data: null } } }
    expect((await write('PATCH', `/readings/${area.data.id}`, unset)).status).toBe(200)
    expect(
      await opened.prisma.reading.findMany({ where: { sensor: 'hall' }, orderBy: { at: 'asc' } }),
    ).toMatchObject([
      { place: null, zone: null },
      { place: 'Paris', zone: 'B' },
    ])
  })

  test('a many-to-many relationship between composite keys can be linked once, replaced and unlinked', async () => {
    const labels = (method: string, ...ids: string[]) =>
      api.send(method, '/invoices/1~2/relationships/labels', {
        data: ids.map((id) => ({ type: 'labels', id })),
      })
    const joins = async (): Promise<unknown> => {
      const rows = await opened.prisma.invoiceLabel.findMany({
        where: { invoiceNumber: 2 },
        orderBy: [{ tenantId: 'asc' }, { labelSlug: 'asc' }],
      })
      return rows.map(({ tenantId, labelSlug }) => `${tenantId} ${labelSlug}`)
    }
    expect((await labels('POST', '1~zo!c3!ab', '1~new!2fold')).status).toBe(204)
    expect(await joins()).toEqual(['1 new/old', '1 zoë', '2 zoë'])
    expect((await labels('PATCH', '1~new!2fold')).status).toBe(204)
    expect(await joins()).toEqual(['1 new/old', '2 zoë'])
    expect((await labels('DELETE', '1~new!2fold')).status).toBe(204)
    expect(await joins()).toEqual(['2 zoë'])
  })

  test('unlinking a record by a different spelling of its id reports the correct spelling, and unlinking an unknown record has no effect (18.3)', async () => {
    const joins = async () =>
      opened.prisma.invoiceLabel.findMany({ orderBy: [{ tenantId: 'asc' }, { labelSlug: 'asc' }] })
    const before = await joins()
    const remove = async (...ids: string[]) => {
      const { status, body } = await api.send('DELETE', '/invoices/2~1/relationships/labels', {
        data: ids.map((id) => ({ type: 'labels', id })),
      })
      const { errors = [] } = (body ?? {}) as { errors?: { detail: string; source: { pointer: string } }[] }
      return [status, ...errors.map(({ detail, source }) => `${source.pointer} ${detail}`)]
    }
    const told = (at: number, id: string, spelled: string) =>
      `/data/${at} There is no record of type "labels" with the id "${id}" here. The id must be written as "${spelled}".`
    expect(await remove('2~gone', '2~ne!77!2fold', '02~new!2fold')).toEqual([
      404,
      told(1, '2~ne!77!2fold', '2~new!2fold'),
      told(2, '02~new!2fold', '2~new!2fold'),
    ])
    expect(await remove('2~gone', '1~new!2fold')).toEqual([204])
    // Only MariaDB's collation treats the two spellings as equal.
    const isEqual = database.name === 'mariadb'
    expect(await remove('2~NEW!2fold')).toEqual(
      isEqual ? [404, told(0, '2~NEW!2fold', '2~new!2fold')] : [204],
    )
    expect(await joins()).toEqual(before)
  })

  test("unlinking a relationship whose columns are all in the child's key is rejected at the linkage", async () => {
    const removed = await api.send('DELETE', '/invoices/1~1/relationships/lines', {
      data: [{ type: 'lines', id: '1~1~1' }],
    })
    expect(pointers(removed)).toEqual(['403 /data/0'])
  })
})
