import { expect, test } from 'vitest'
import type { DatabaseName } from '../../support/probe.js'
import type { OwnDatabase } from './own-database.js'
import { databaseOf, type Project } from './project.js'

/** SQL that changes a database, and the findings that it causes. Names are in double quotes, which MariaDB lacks. */
export interface NamedDrift {
  readonly name: string
  readonly on: readonly DatabaseName[]
  readonly sql: string
  readonly found: readonly string[]
  /** The fixes as printed. */
  readonly fixes?: readonly string[]
  /** The findings whose fix is an instruction, and which therefore remain. */
  readonly left?: readonly string[]
}

interface Found {
  readonly code: string
  readonly message: string
  readonly fix: { readonly kind: string; readonly text: string }
}

/** Tests that the findings of each drift are these, and that their SQL runs as printed and removes them. */
export function testRepairs(drifts: readonly NamedDrift[], name: DatabaseName, project: () => Project): void {
  const findings = async (database: OwnDatabase): Promise<readonly Found[]> => {
    const { code, stdout, stderr } = await project().verify(database, '--format', 'json')
    expect([0, 3], stderr).toContain(code)
    return (JSON.parse(stdout) as { readonly findings: readonly Found[] }).findings
  }
  const messages = (found: readonly Found[]): readonly string[] =>
    found.map(({ code, message }) => `${code} ${message}`)
  const inDialect = (sql: string): string => (name === 'mariadb' ? sql.replaceAll('"', '`') : sql)

  test('a database that Prisma has created has no differences', async () => {
    const database = await databaseOf(project(), name)
    try {
      expect(messages(await findings(database))).toEqual([])
    } finally {
      await database.drop()
    }
  }, 60_000)

  test.each(drifts.filter(({ on }) => on.includes(name)))(
    'the SQL of the findings, in their order, removes the difference and causes no other: $name',
    async ({ sql, found, fixes, left = [] }) => {
      const database = await databaseOf(project(), name)
      try {
        await database.run(inDialect(sql))
        const before = await findings(database)
        expect(messages(before)).toEqual(found)
        if (fixes) expect(before.map(({ fix }) => fix.text)).toEqual(fixes)
        const statements = before.flatMap(({ fix }) => (fix.kind === 'sql' ? [fix.text] : []))
        for (const text of new Set(statements)) await database.run(text)
        expect(messages(await findings(database))).toEqual(left)
      } finally {
        await database.drop()
      }
    },
    60_000,
  )
}
