import type { Datamodel } from '../prisma/datamodel.js'
import type { Schema } from '../schema/schema.js'
import { affectedBy, ALL } from './affected.js'
import { compareColumns } from './compare-columns.js'
import { compareForeignKeys } from './compare-foreign-keys.js'
import { compareIndexes } from './compare-indexes.js'
import { compareTriggers, type CreatedTrigger } from './compare-triggers.js'
import { settingFindings } from './compare-settings.js'
import type { Comparison } from './comparison.js'
import type { Database } from './database.js'
import type { Change } from './dialect/change.js'
import { dialectOf } from './dialect/dialect.js'
import { isRebuild } from './dialect/sqlite.js'
import { expectedTables, type ExpectedTable } from './expected.js'
import type { Finding, Fix } from './finding.js'

/** The inputs of a comparison. */
export interface Compared {
  readonly schema: Schema
  readonly datamodel: Datamodel
  readonly database: Database
  /** The triggers that the migrations create. */
  readonly triggers: readonly CreatedTrigger[]
  /** The path of the Prisma schema, for commands. */
  readonly prismaSchema: string
}

/** Compares a database with a schema. This is a pure function. */
export function compareDatabase({
  schema,
  datamodel,
  database,
  triggers,
  prismaSchema,
}: Compared): readonly Finding[] {
  const dialect = dialectOf(database.provider)
  const affected = affectedBy(schema, datamodel)
  const fold = (name: string): string => (database.provider === 'postgresql' ? name : name.toLowerCase())
  const fix = (change: Change): Fix => {
    const sql = dialect.fixOf(change)
    return sql === undefined
      ? {
          kind: 'command',
          text: `npx prisma@7 migrate diff --from-config-datasource --to-schema ${prismaSchema} --script`,
        }
      : { kind: 'sql', text: sql }
  }
  const others = expectedTables(datamodel)
  const idOf = (name: string, owner: string): string =>
    JSON.stringify([owner, database.isCaseSensitive ? name : name.toLowerCase()])
  const tables = new Map(database.tables.map((table) => [idOf(table.name, table.schema), table]))
  const found = others.flatMap((expected): readonly Finding[] => {
    const owner = database.provider === 'postgresql' ? (expected.schema ?? database.home) : database.home
    const actual = tables.get(idOf(expected.name, owner))
    if (!actual) return [missingTable(expected, { affected, fix })]
    const pair: Comparison = { expected, actual, others, database, dialect, affected, fold, fix }
    return withOneRebuild([
      ...compareColumns(pair),
      ...(expected.isView || actual.isView
        ? []
        : [...compareIndexes(pair), ...compareForeignKeys(pair), ...compareTriggers(pair, triggers)]),
    ])
  })
  return [...found, ...settingFindings(others, database, affected)]
}

function missingTable(
  table: ExpectedTable,
  { affected, fix }: Pick<Comparison, 'affected' | 'fix'>,
): Finding {
  return {
    code: 'JG901',
    at: table.at,
    table: table.name,
    column: undefined,
    message: `The ${table.isView ? 'view' : 'table'} ${table.name} does not exist`,
    effect: 'return 500',
    requests:
      table.model === undefined ? affected.links(table.relations) : affected.requests(table.model, ALL),
    fix: table.isView
      ? {
          kind: 'text',
          text: `Create the view ${table.name} with your own SQL; Prisma's migrations do not contain views.`,
        }
      : fix({ kind: 'create table', table }),
  }
}

/**
 * On SQLite, the statements that replace a table also make its other changes. The statements of those changes would
 * then fail.
 */
function withOneRebuild(findings: readonly Finding[]): readonly Finding[] {
  const rebuild = findings.find(({ fix }) => fix.kind === 'sql' && isRebuild(fix.text))?.fix
  return rebuild ? findings.map((each) => (isOther(each) ? each : { ...each, fix: rebuild })) : findings
}

const isOther = ({ code }: Finding): boolean => code === 'JG912' || code === 'JG918'
