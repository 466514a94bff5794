import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operate, resultsOf } from '../operations/support/operate.js'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { seedKeys } from '../support/keys.js'
import { errorsOf } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { capableResources } from './support/capable.js'

describe.each(databases)(
  'keys/changes (16.6, 21.3, 26.5): writes to records with composite keys, on $name',
  (database) => {
    let opened: OpenDatabase<KeysClient>
    let api: Served
    beforeEach(async () => {
      opened = await database.openKeys()
      await seedKeys(opened.prisma)
      api = serveWrites(capableResources(opened.prisma), { operations: true })
    })
    afterEach(() => opened.close())

    const AT = 'hall~2026-11-20T150401.005Z'
    const change = (zone: string, value?: number) => ({
      data: {
        type: 'readings',
        id: AT,
        attributes: { ...(value !== undefined && { value }) },
        relationships: { area: { data: { type: 'areas', id: zone } } },
      },
    })
    const readingNow = () =>
      opened.prisma.reading.findFirst({ where: { sensor: 'hall', at: new Date('2026-11-20T15:04:01.005Z') } })
    const tagOf = async (): Promise<string> => {
      const response = await api.api.fetch(new Request(`http://blog.test/readings/${AT}`))
      return response.headers.get('etag') ?? ''
    }

    test('a request with the current version is accepted and increments the version, and a request with a stale version returns 409', async () => {
      expect((await api.send('PATCH', `/readings/${AT}`, change('1', 1))).status).toBe(200)
      expect(await readingNow()).toMatchObject({ zone: 'A', value: 2 })
      const stale = await api.send('PATCH', `/readings/${AT}`, change('2', 1))
      expect([stale.status, errorsOf(stale).map(({ pointer }) => pointer)]).toEqual([
        409,
        ['/data/attributes/value'],
      ])
      expect(await readingNow()).toMatchObject({ zone: 'A', value: 2 })
      const twice = await Promise.all(
        ['1', '2'].map((zone) => api.send('PATCH', `/readings/${AT}`, change(zone, 2))),
      )
      expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    test('if a change and a DELETE have the same entity tag, only one of them succeeds', async () => {
      const headers = { 'if-match': await tagOf() }
      const changed = await api.send('PATCH', `/readings/${AT}`, change('1'), headers)
      expect(changed.status).toBe(200)
      expect((await api.send('DELETE', `/readings/${AT}`, undefined, headers)).status).toBe(412)
      const both = { 'if-match': await tagOf() }
      const statuses = (
        await Promise.all([
          api.send('PATCH', `/readings/${AT}`, change('2'), both),
          api.send('DELETE', `/readings/${AT}`, undefined, both),
        ])
      ).map(({ status }) => status)
      expect([
        [200, 412],
        [404, 204],
        // The PATCH found the record before it was deleted, and compared the tag afterwards.
        [412, 204],
      ]).toContainEqual(statuses)
    })

    test('lids in operations refer to records added earlier, whose ids follow from their links', async () => {
      const to = (type: string, name: object) => ({ data: { type, ...name } })
      const answer = await operate(api.api, [
        { op: 'add', data: { type: 'tenants', id: '7', attributes: { name: 'seven' } } },
        {
          op: 'add',
          data: {
            type: 'customers',
            lid: 'c',
            attributes: { number: 5, name: 'five' },
            relationships: { tenant: to('tenants', { id: '7' }) },
          },
        },
        {
          op: 'add',
          data: {
            type: 'invoices',
            lid: 'i',
            attributes: { number: 9, title: 'nine' },
            relationships: { tenant: to('tenants', { id: '7' }), customer: to('customers', { lid: 'c' }) },
          },
        },
        {
          op: 'add',
          data: {
            type: 'lines',
            lid: 'l',
            attributes: { position: 1, text: 'one' },
            relationships: { invoice: to('invoices', { lid: 'i' }) },
          },
        },
        { op: 'add', data: { type: 'labels', lid: 's', attributes: { slug: 'new', tenantId: 7 } } },
        {
          op: 'add',
          ref: { type: 'invoices', lid: 'i', relationship: 'labels' },
          data: [{ type: 'labels', lid: 's' }],
        },
        { op: 'update', data: { type: 'lines', lid: 'l', attributes: { text: 'changed' } } },
        {
          op: 'update',
          ref: { type: 'invoices', lid: 'i', relationship: 'approver' },
          data: { type: 'customers', lid: 'c' },
        },
        {
          op: 'update',
          ref: { type: 'invoices', id: '7~9', relationship: 'customer' },
          data: { type: 'customers', id: '7~5' },
        },
        { op: 'remove', ref: { type: 'receipts', id: '1~2' } },
        { op: 'remove', href: '/lines/1~1~3' },
      ])
      expect(resultsOf(answer)).toEqual([
        'tenants 7',
        'customers 7~5',
        'invoices 7~9',
        'lines 7~9~1',
        'labels 7~new',
        '',
        'lines 7~9~1',
        '',
        '',
        '',
        '',
      ])
      const nine = await opened.prisma.invoice.findFirst({
        where: { tenantId: 7 },
        include: { lines: true, labels: true },
      })
      expect(nine).toEqual({
        tenantId: 7,
        number: 9,
        title: 'nine',
        customerNumber: 5,
        approverNumber: 5,
        lines: [{ tenantId: 7, invoiceNumber: 9, position: 1, text: 'changed' }],
        labels: [{ tenantId: 7, invoiceNumber: 9, labelSlug: 'new' }],
      })
      expect([await opened.prisma.receipt.count(), await opened.prisma.line.count()]).toEqual([1, 18])
    })

    test('an operation that links records of different tenants is rejected with a pointer, and no data is written', async () => {
      const before = await opened.prisma.invoice.findMany()
      const answer = await operate(api.api, [
        { op: 'update', data: { type: 'invoices', id: '1~1', attributes: { title: 'changed' } } },
        {
          op: 'update',
          ref: { type: 'invoices', id: '1~1', relationship: 'approver' },
          data: { type: 'customers', id: '2~1' },
        },
      ])
      const { errors } = answer.body as { errors: { status: string; source: { pointer: string } }[] }
      expect([answer.status, errors.map(({ source }) => source.pointer)]).toEqual([
        422,
        ['/atomic:operations/1/data'],
      ])
      expect(await opened.prisma.invoice.findMany()).toEqual(before)
    })
  },
)
