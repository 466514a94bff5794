import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { type Application, startApplication } from './support/application.js'

const DATES = [`@${Date.UTC(2026, 5, 30) / 1000}`, 'Thu, 31 Dec 2099 00:00:00 GMT']

describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  'saas/deprecation (31.3): what examples/saas deprecates, on $name',
  (database) => {
    let application: Application
    beforeAll(async () => {
      application = await startApplication(database)
    })
    afterAll(() => application.close())

    async function datesOf(path: string, change?: object): Promise<readonly (number | string | null)[]> {
      const cookie = await application.cookieOf('owner@acme.example')
      const { status, headers } = await fetch(`${application.url}${path}`, {
        headers: { cookie, 'content-type': 'application/vnd.api+json' },
        ...(change && { method: 'PATCH', body: JSON.stringify({ data: change }) }),
      })
      return [status, headers.get('deprecation'), headers.get('sunset')]
    }

    test('a response has its dates if the request names the attribute, and only then', async () => {
      expect(await datesOf('/organisations')).toEqual([200, null, null])
      expect(await datesOf('/organisations?fields[organisations]=name')).toEqual([200, null, null])
      expect(await datesOf('/organisations?fields[organisations]=name,createdAt')).toEqual([200, ...DATES])
      expect(await datesOf('/organisations?sort=-createdAt')).toEqual([200, ...DATES])
    })

    test('the response to an update has the dates of the action', async () => {
      const renamed = { type: 'organisations', id: '1', attributes: { name: 'Acme' } }
      expect(await datesOf('/organisations/1')).toEqual([200, null, null])
      expect(await datesOf('/organisations/1', renamed)).toEqual([200, ...DATES])
    })
  },
)
