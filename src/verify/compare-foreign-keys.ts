import type { Action } from '../schema/types.js'
import { WRITES } from './affected.js'
import type { Comparison } from './comparison.js'
import type { ForeignKey } from './database.js'
import type { ExpectedForeignKey } from './expected.js'
import type { Finding } from './finding.js'

/** The differences between a table's foreign keys in the database and in the schema. */
export function compareForeignKeys(pair: Comparison): readonly Finding[] {
  const { expected, actual } = pair
  const used = new Set<ForeignKey>()
  const found = expected.foreignKeys.flatMap((key) => {
    const same = actual.foreignKeys.find((each) => !used.has(each) && isSame(key, each, pair))
    if (!same) return [missing(key, pair)]
    used.add(same)
    return isSameAction(key.onDelete, same.onDelete) ? [] : [otherAction(key, same, pair)]
  })
  return [...found, ...unknown(used, pair)]
}

/** Whether two foreign keys have the same columns, in any order, and refer to the same columns. */
function isSame(key: ExpectedForeignKey, other: ForeignKey, { fold, database, others }: Comparison): boolean {
  const nameOf = (name: string): string => (database.isCaseSensitive ? name : name.toLowerCase())
  if (nameOf(key.table) !== nameOf(other.table)) return false
  if (database.provider === 'postgresql' && (key.schema ?? database.home) !== other.schema) return false
  // On SQLite, a foreign key that names no columns refers to the primary key.
  const target = others.find(({ model }) => model === key.model)?.key ?? []
  const references = other.references.length > 0 ? other.references : target
  const pairs = (columns: readonly string[], to: readonly string[]): string =>
    JSON.stringify(columns.map((column, index) => `${fold(column)} ${fold(to[index] ?? '')}`).toSorted())
  return pairs(key.columns, key.references) === pairs(other.columns, references)
}

/** NO ACTION is checked later than RESTRICT, but both reject the same requests. */
const isSameAction = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (action: string): string => (action === 'NoAction' ? 'Restrict' : action)

const placeOf = (
  key: ExpectedForeignKey,
  { expected }: Comparison,
): Pick<Finding, 'at' | 'table' | 'column'> => ({
  at: key.at,
  table: expected.name,
  column: key.columns.length === 1 ? key.columns[0] : undefined,
})

/** The requests that write the key, and those that delete the records that it refers to. */
function requestsOf(
  key: ExpectedForeignKey,
  { expected, affected }: Comparison,
  own: readonly Action[],
): readonly string[] {
  const links =
    expected.model === undefined ? affected.links(expected.relations) : affected.requests(expected.model, own)
  return [
    ...(own.length === 0 && expected.model === undefined ? [] : links),
    ...affected.requests(key.model, ['destroy']),
  ]
}

function missing(key: ExpectedForeignKey, pair: Comparison): Finding {
  return {
    code: 'JG909',
    ...placeOf(key, pair),
    message: `${pair.expected.name} has no foreign key from ${key.columns.join(', ')} to ${key.table}`,
    effect: 'accept links to missing records, and keep links to deleted ones',
    requests: requestsOf(key, pair, WRITES),
    fix: pair.fix({
      kind: 'foreign key',
      table: pair.expected,
      now: pair.actual,
      key: { ...key, name: pair.freeName(key.name, 'foreign key') },
      target: pair.actualOf({ name: key.table, schema: key.schema }),
    }),
  }
}

const EFFECTS: Readonly<Record<string, string>> = {
  Cascade: 'also delete the records that refer to it',
  SetNull: 'clear the keys of the records that refer to it',
  SetDefault: 'set the keys of the records that refer to it to their defaults',
  Restrict: 'fail while other records refer to the record to be deleted',
  NoAction: 'fail while other records refer to the record to be deleted',
}

function otherAction(key: ExpectedForeignKey, actual: ForeignKey, pair: Comparison): Finding {
  return {
    code: 'JG910',
    ...placeOf(key, pair),
    message: `The foreign key from ${pair.expected.name}.${key.columns.join(', ')} to ${key.table} has onDelete: ${actual.onDelete} instead of ${key.onDelete}`,
    effect: EFFECTS[actual.onDelete] ?? '',
    requests: requestsOf(key, pair, []),
    fix: pair.fix({
      kind: 'foreign key',
      table: pair.expected,
      now: pair.actual,
      key,
      replaces: actual.name,
    }),
  }
}

/** Foreign keys that the schema lacks, between tables that it describes. */
function unknown(used: ReadonlySet<ForeignKey>, pair: Comparison): readonly Finding[] {
  const { expected, actual, others, affected, fix, fold } = pair
  if (!expected.knowsForeignKeys) return []
  const known = new Set(expected.columns.map(({ name }) => fold(name)))
  return actual.foreignKeys
    .filter(
      (key) =>
        !used.has(key) &&
        key.columns.every((column) => known.has(fold(column))) &&
        others.some(({ name }) => name.toLowerCase() === key.table.toLowerCase()) &&
        !expected.foreignKeys.some((each) => isSame(each, key, pair)),
    )
    .map((key) => ({
      code: 'JG909',
      at: expected.at,
      table: expected.name,
      column: key.columns.length === 1 ? key.columns[0] : undefined,
      message: `${expected.name} has a foreign key from ${key.columns.join(', ')} to ${key.table}, which the schema lacks`,
      effect: 'be rejected unless the key refers to an existing record',
      requests: affected.requests(expected.model, WRITES),
      fix: fix({ kind: 'drop foreign key', table: expected, now: actual, name: key.name }),
    }))
}
