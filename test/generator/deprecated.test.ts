import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contractOf, loadSchema, type Loaded } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from './support/folder.js'

async function loadText(file: string, text: string, today?: string): Promise<Loaded> {
  const folder = await emptyFolder()
  await writeFile(join(folder, file), text)
  return loadSchema(join(folder, file), file, { strict: true, today })
}

const DATED = `resources:
  people:
    public: true
    attributes:
      name: { type: string, deprecated: { since: 2026-01-31, sunset: 2027-01-31 } }
`

describe('a part past its sunset date (31.1)', () => {
  test.each([
    ['the day before', '2027-01-30', []],
    ['the day itself', '2027-01-31', ['warning JG725']],
    ['a later day', '2030-01-01', ['warning JG725']],
  ])('is reported on %s as the schema says, and never stops a strict run', async (_, today, expected) => {
    const { ok, diagnostics } = await loadText('schema.yaml', DATED, today)
    expect([ok, diagnostics.map(({ severity, code }) => `${severity} ${code}`)]).toEqual([true, expected])
  })
})

describe('deprecations in a Prisma schema', () => {
  test('@jsonapi.deprecated, or a key of another annotation, deprecates a part; dates need no quotes', async () => {
    const loaded = await loadText(
      'schema.prisma',
      `datasource db {
  provider = "postgresql"
}

/// @jsonapi.resource(type: "people", public: true, unindexed: true, actions: {
///   index: true, create: true, destroy: { guard: isStaff, deprecated: { since: 2026-01-31, use: index } }
/// })
/// @jsonapi.deprecated(since: 2026-01-31, use: users)
/// @jsonapi.extraField(age: { type: integer, deprecated: { since: 2026-01-31 } })
/// @jsonapi.stat(total: { calculations: [count], deprecated: { since: 2026-01-31 } })
model Person {
  id       Int     @id
  /// @jsonapi.deprecated(since: "2026-01-31", sunset: 2999-01-31, use: fullName)
  name     String
  /// @jsonapi.attribute(deprecated: { since: 2026-02-28 })
  /// @jsonapi.filter(deprecated: { since: 2026-03-31 })
  fullName String
  bossId   Int?
  /// @jsonapi.deprecated(since: 2026-01-31)
  boss     Person? @relation("boss", fields: [bossId], references: [id])
  /// @jsonapi.sideload(deprecated: { since: 2026-04-30 })
  staff    Person[] @relation("boss")
  @@index([bossId])
}

/// @jsonapi.resource(type: "users", public: true)
model User {
  id Int @id
}
`,
    )
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    const people = contractOf(loaded.schema).resources['people']
    const january = { since: '2026-01-31' }
    expect([
      people?.deprecated,
      people?.extraFields['age']?.deprecated,
      people?.stats['total']?.deprecated,
      people?.attributes['name']?.deprecated,
      people?.attributes['fullName']?.deprecated,
      people?.filters['fullName']?.deprecated,
      people?.relationships['boss']?.deprecated,
      people?.relationships['staff']?.deprecated,
      people?.actions.destroy,
    ]).toEqual([
      { ...january, use: 'users' },
      january,
      january,
      { ...january, sunset: '2999-01-31', use: 'fullName' },
      { since: '2026-02-28' },
      { since: '2026-03-31' },
      january,
      { since: '2026-04-30' },
      { address: true, who: ['isStaff'], from: 'resource', deprecated: { ...january, use: 'index' } },
    ])
  })

  test('two deprecations of one part are reported', async () => {
    const { diagnostics } = await loadText(
      'schema.prisma',
      `datasource db {
  provider = "postgresql"
}

/// @jsonapi.resource(public: true)
model Person {
  id   Int    @id
  /// @jsonapi.deprecated(since: 2026-01-31)
  /// @jsonapi.attribute(deprecated: { since: 2026-01-31 })
  name String
}
`,
    )
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toContain(
      'JG105 Duplicate key "deprecated"',
    )
  })
})
