import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { HOTEL_DRIFTS, hotelFor } from './support/hotel.js'
import type { OwnDatabase } from './support/own-database.js'
import { databaseOf, type Project, projectWith } from './support/project.js'

interface Found {
  readonly code: string
  readonly message: string
  readonly fix: { readonly kind: string; readonly text: string }
}

describe.each(databases)('verify/hotel: a database with unusual names on $name', ({ name }) => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith(hotelFor(name), name)
  }, 60_000)
  afterAll(() => project.remove())

  const findings = async (database: OwnDatabase): Promise<readonly Found[]> => {
    const { code, stdout, stderr } = await project.verify(database, '--format', 'json')
    expect([0, 3], stderr).toContain(code)
    return (JSON.parse(stdout) as { readonly findings: readonly Found[] }).findings
  }
  const messages = (found: readonly Found[]): readonly string[] =>
    found.map(({ code, message }) => `${code} ${message}`)
  const inDialect = (sql: string): string => (name === 'mariadb' ? sql.replaceAll('"', '`') : sql)

  test('a database that Prisma has created has no differences', async () => {
    const database = await databaseOf(project, name)
    try {
      expect(messages(await findings(database))).toEqual([])
    } finally {
      await database.drop()
    }
  }, 60_000)

  const drifts = HOTEL_DRIFTS.filter(({ on }) => on.includes(name))
  test.each(drifts)(
    'the SQL of the findings, in their order, removes the difference and causes no other: $name',
    async ({ sql, found }) => {
      const database = await databaseOf(project, name)
      try {
        await database.run(inDialect(sql))
        const before = await findings(database)
        expect(messages(before)).toEqual(found)
        for (const text of new Set(before.map(({ fix }) => fix.text))) await database.run(text)
        expect(messages(await findings(database))).toEqual([])
      } finally {
        await database.drop()
      }
    },
    60_000,
  )
})
