import type { Datamodel } from '../prisma/datamodel.js'
import type { Schema } from '../schema/schema.js'
import { affectedBy, ALL } from './affected.js'
import { compareColumns } from './compare-columns.js'
import { compareForeignKeys } from './compare-foreign-keys.js'
import { compareIndexes } from './compare-indexes.js'
import { compareTriggers, type CreatedTrigger } from './compare-triggers.js'
import { readOnlyFindings, settingFindings } from './compare-settings.js'
import type { Comparison } from './comparison.js'
import type { Database, Table } from './database.js'
import type { Change, Dialect, OwnedKey } from './dialect/change.js'
import { dialectOf } from './dialect/dialect.js'
import { isRebuild } from './dialect/sqlite.js'
import { type ExpectedIndex, expectedTables, type ExpectedTable } from './expected.js'
import type { Finding, Fix } from './finding.js'
import { type NameKind, namesOf } from './names.js'

/** The inputs of a comparison. */
export interface Compared {
  readonly schema: Schema
  readonly datamodel: Datamodel
  readonly database: Database
  /** The triggers that the migrations create. */
  readonly triggers: readonly CreatedTrigger[]
  /** The path of the Prisma schema, for commands; undefined if the project does not have Prisma. */
  readonly prismaSchema: string | undefined
}

interface Named {
  readonly name: string
  readonly schema?: string | undefined
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
    if (change.kind !== 'create table' && change.now.isView) return viewFix(change, dialect)
    const sql = dialect.fixOf(change, database)
    if (sql !== undefined) return { kind: 'sql', text: sql }
    const advice = dialect.adviceOf?.(change)
    if (advice !== undefined) return { kind: 'text', text: advice }
    return prismaSchema === undefined
      ? {
          kind: 'text',
          text: `Write SQL that changes the table ${change.table.name}. No SQL is printed here, because it depends on parts of the table that the schema lacks.`,
        }
      : {
          kind: 'command',
          text: `npx prisma@7 migrate diff --from-config-datasource --to-schema ${prismaSchema} --script`,
        }
  }
  const others = expectedTables(datamodel)
  const idOf = (name: string, owner: string): string =>
    JSON.stringify([owner, database.isCaseSensitive ? name : name.toLowerCase()])
  const tables = new Map(database.tables.map((table) => [idOf(table.name, table.schema), table]))
  const ownerOf = ({ schema }: { readonly schema?: string | undefined }): string =>
    database.provider === 'postgresql' ? (schema ?? database.home) : database.home
  const actualOf = (table: Named): Table | undefined => tables.get(idOf(table.name, ownerOf(table)))
  const names = namesOf(database)
  const missing = others.filter((expected) => !actualOf(expected))
  const isSame = (one: Named, other: Named): boolean =>
    idOf(one.name, ownerOf(one)) === idOf(other.name, ownerOf(other))
  const freeName = (name: string, kind: NameKind, table: Named): string =>
    names.free(name, kind, { name: table.name, schema: ownerOf(table) })
  // A renamed table keeps the names of its indexes.
  const withFreeNames = (table: ExpectedTable): ExpectedTable => {
    const free = (index: ExpectedIndex): ExpectedIndex => ({
      ...index,
      name: freeName(index.name, 'index', table),
    })
    return { ...table, uniques: table.uniques.map(free), indexes: table.indexes.map(free) }
  }
  const keysOf = (table: ExpectedTable): readonly OwnedKey[] => {
    const index = missing.indexOf(table)
    const later = missing.slice(index + 1)
    return missing.slice(0, index + 1).flatMap((owner) =>
      owner.foreignKeys.flatMap((key) => {
        const target = { name: key.table, schema: key.schema }
        const isOwn = owner === table && !later.some((each) => isSame(each, target))
        if (!isOwn && (owner === table || !isSame(table, target))) return []
        return [{ table: owner, key: { ...key, name: freeName(key.name, 'foreign key', owner) } }]
      }),
    )
  }
  const found = others.flatMap((expected): readonly Finding[] => {
    const actual = actualOf(expected)
    if (!actual) return [missingTable(withFreeNames(expected), { affected, fix, keys: keysOf(expected) })]
    const pair: Comparison = {
      expected,
      actual,
      others,
      database,
      dialect,
      affected,
      actualOf,
      freeName: (name, kind) => freeName(name, kind, expected),
      fold,
      fix,
    }
    return withOneRebuild([
      ...compareColumns(pair),
      ...(expected.isView || actual.isView
        ? []
        : [...compareIndexes(pair), ...compareForeignKeys(pair), ...compareTriggers(pair, triggers)]),
    ])
  })
  return [
    ...readOnlyFindings(others, database, affected),
    ...found.toSorted(byOrder),
    ...settingFindings(others, database, affected),
  ]
}

/** No statement changes a column of a view. */
function viewFix(change: Change, { typeOf }: Dialect): Fix {
  const part =
    'column' in change
      ? ` that has the column ${change.column.name}, of the type ${typeOf(change.column)}`
      : ''
  return {
    kind: 'text',
    text: `Replace the view ${change.table.name} with one${part}. Write this SQL yourself.`,
  }
}

/** SQL that is run in the order of the findings finds the tables and keys that it refers to. */
const byOrder = (one: Finding, other: Finding): number => rankOf(one) - rankOf(other)

const rankOf = ({ code }: Finding): number =>
  code === 'JG901' ? 0 : code === 'JG909' || code === 'JG910' ? 2 : 1

function missingTable(
  table: ExpectedTable,
  { affected, fix, keys }: Pick<Comparison, 'affected' | 'fix'> & { readonly keys: readonly OwnedKey[] },
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
      : fix({ kind: 'create table', table, keys }),
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
