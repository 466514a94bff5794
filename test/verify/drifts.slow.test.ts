import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { DATAMODELS, type DatamodelName } from './support/datamodels.js'
import { candidatesOf, chosen, type Drift } from './support/drifts.js'
import { databaseOf, projectOf } from './support/project.js'

const NAMES = Object.keys(DATAMODELS) as DatamodelName[]

/** The number of drifts in each datamodel. Small datamodels have fewer, because they have fewer tables. */
const MOST = 28

interface Found {
  readonly code: string
  readonly table: string | null
  readonly column: string | null
  readonly fix: { readonly kind: string; readonly text: string }
}

const keyOf = ({ code, table, column }: Pick<Drift, 'code' | 'table' | 'column'> | Found): string =>
  `${code} ${table ?? ''} ${column ?? ''}`.trim()

describe.each(databases)('verify/drifts: differences on $name', ({ name }) => {
  let total = 0
  const kinds = new Set<string>()

  test.each(NAMES)(
    '`verify` finds all differences and nothing else, and the suggested SQL removes them: %s',
    { timeout: 120_000 },
    async (datamodel) => {
      const project = await projectOf(datamodel, name)
      const drifts = chosen(candidatesOf(project.ddl, name), MOST, dice(SEED + NAMES.indexOf(datamodel)))
      const drifted = drifts.reduce((text, drift) => drift.change(text), project.ddl)
      const database = await databaseOf({ ...project, ddl: drifted }, name)
      const findings = async (): Promise<readonly Found[]> => {
        const { code, stdout, stderr } = await project.verify(database, '--format', 'json')
        expect([0, 3], stderr).toContain(code)
        return (JSON.parse(stdout) as { readonly findings: readonly Found[] }).findings
      }
      try {
        const found = await findings()
        expect(found.map(keyOf).toSorted()).toEqual(drifts.map(keyOf).toSorted())
        for (const { kind } of drifts) kinds.add(kind)
        total += drifts.length
        for (const { fix } of found) if (fix.kind === 'sql') await database.run(fix.text)
        const left = found.filter(({ fix }) => fix.kind !== 'sql')
        expect((await findings()).map(keyOf).toSorted()).toEqual(left.map(keyOf).toSorted())
      } finally {
        await database.drop()
        await project.remove()
      }
    },
  )

  test('the test covers at least 200 differences, of every kind that a database can have', () => {
    expect(total).toBeGreaterThanOrEqual(200)
    expect(kinds.size).toBeGreaterThanOrEqual(name === 'sqlite' ? 13 : 15)
  })
})
