import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { type Application, startApplication } from './support/application.js'

describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  'saas/deprecation (31.3): the deprecated attribute of examples/saas on $name',
  (database) => {
    let application: Application
    beforeAll(async () => {
      application = await startApplication(database)
    })
    afterAll(() => application.close())

    async function datesOf(path: string): Promise<readonly (number | string | null)[]> {
      const cookie = await application.cookieOf('owner@acme.example')
      const { status, headers } = await fetch(`${application.url}${path}`, { headers: { cookie } })
      return [status, headers.get('deprecation'), headers.get('sunset')]
    }

    test('a response has its dates if the request names the attribute, and only then', async () => {
      const dates = [200, `@${Date.UTC(2026, 5, 30) / 1000}`, 'Thu, 31 Dec 2099 00:00:00 GMT']
      expect(await datesOf('/organisations')).toEqual([200, null, null])
      expect(await datesOf('/organisations?fields[organisations]=name')).toEqual([200, null, null])
      expect(await datesOf('/organisations?fields[organisations]=name,createdAt')).toEqual(dates)
      expect(await datesOf('/organisations?sort=-createdAt')).toEqual(dates)
    })
  },
)
