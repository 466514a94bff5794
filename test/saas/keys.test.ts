import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { type Application, startApplication } from './support/application.js'

describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  'saas/keys (30.1, 30.2): idempotency keys in examples/saas on $name',
  (database) => {
    let application: Application
    beforeAll(async () => {
      application = await startApplication(database)
    })
    afterAll(() => application.close())

    async function createInvoice(cookie: string, customer: string) {
      const response = await fetch(`${application.url}/invoices?fields[invoices]=number,customer`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/vnd.api+json', 'idempotency-key': 'one' },
        body: JSON.stringify({ data: { type: 'invoices', attributes: { customer } } }),
      })
      return { status: response.status, body: await response.json() }
    }

    test('an invoice that is sent twice is created once, and a key does not affect other users or organisations', async () => {
      const { prisma } = application
      const before = await prisma.invoice.count()
      const accountant = await application.cookieOf('accountant@acme.example')
      const first = await createInvoice(accountant, 'Wile E.')
      const again = await createInvoice(accountant, 'Wile E.')
      expect([first.status, again, await prisma.invoice.count()]).toEqual([201, first, before + 1])
      const reused = await createInvoice(accountant, 'Another')
      const owner = await createInvoice(await application.cookieOf('owner@acme.example'), 'Another')
      const stranger = await createInvoice(
        await application.cookieOf('owner@umbrella.example', 'umbrella'),
        'Another',
      )
      expect([reused.status, owner.status, stranger.status]).toEqual([422, 201, 201])
      expect(await prisma.invoice.count()).toBe(before + 3)
    })
  },
)
