import { Kysely } from 'kysely'
import { expect, test } from 'vitest'

test('kysely/versions: the tests run with Kysely 0.28, and with 0.29 on Node 22 or newer', async () => {
  const newer = await import('kysely-0.29')
  const isNewer = Number(process.versions.node.split('.')[0]) >= 22
  expect(Object.is(Kysely, newer.Kysely)).toBe(isNewer)
})
