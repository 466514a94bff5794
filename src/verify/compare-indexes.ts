import { findsBy } from '@jsonapi-gen/runtime/vocabulary'
import { WRITES } from './affected.js'
import type { Comparison } from './comparison.js'
import type { Index } from './database.js'
import type { ExpectedIndex } from './expected.js'
import type { Finding } from './finding.js'

/** The differences between a table's keys, unique constraints and indexes in the database and in the schema. */
export function compareIndexes(pair: Comparison): readonly Finding[] {
  return [...keyFindings(pair), ...missingUniques(pair), ...unknownUniques(pair), ...missingIndexes(pair)]
}

const setOf = (columns: readonly string[], fold: Comparison['fold']): string =>
  JSON.stringify(columns.map(fold).toSorted())

/** The sets of columns that cannot have equal values in two rows of the database. */
function uniqueSets({ actual, fold }: Comparison): ReadonlySet<string> {
  const whole = actual.indexes.filter(({ isUnique, isWhole }) => isUnique && isWhole)
  return new Set(
    [...(actual.key.length > 0 ? [actual.key] : []), ...whole.map(({ columns }) => columns)].map((each) =>
      setOf(each, fold),
    ),
  )
}

function keyFindings(pair: Comparison): readonly Finding[] {
  const { expected, actual, affected, fold, fix } = pair
  if (expected.key.length === 0 || uniqueSets(pair).has(setOf(expected.key, fold))) return []
  return [
    {
      code: 'JG908',
      at: expected.at,
      table: expected.name,
      column: undefined,
      message: `${expected.name} has ${actual.key.length === 0 ? 'no primary key' : `the primary key (${actual.key.join(', ')})`} instead of (${expected.key.join(', ')})`,
      effect: 'accept several records with the same id',
      requests: affected.requests(expected.model, WRITES),
      fix: fix({ kind: 'key', table: expected, now: actual }),
    },
  ]
}

function missingUniques(pair: Comparison): readonly Finding[] {
  const { expected, actual, affected, fold, fix } = pair
  const sets = uniqueSets(pair)
  // An index over the beginning of a text column is not complete, but the schema may ask for it.
  const shortened = new Set(
    actual.indexes.flatMap(({ isUnique, columns }) => (isUnique ? [setOf(columns, fold)] : [])),
  )
  return expected.uniques
    .filter(({ columns, lengths }) => !(lengths ? shortened : sets).has(setOf(columns, fold)))
    .map((index) => ({
      code: 'JG908',
      ...placeOf(index, pair),
      message: `${expected.name} has no unique key on ${index.columns.join(', ')}`,
      effect: 'accept duplicates instead of returning 422',
      requests:
        expected.model === undefined
          ? affected.links(expected.relations)
          : affected.requests(expected.model, WRITES),
      fix: fix({
        kind: 'unique',
        table: expected,
        now: actual,
        ...named(index, brokenOf(index, pair), pair),
      }),
    }))
}

/** The index of the same name that was not built completely. */
const brokenOf = ({ name }: ExpectedIndex, { actual, fold }: Comparison): Index | undefined =>
  actual.indexes.find((each) => each.isValid === false && fold(each.name) === fold(name))

/** A new index gets a name that is free, unless it replaces the one that has its name. */
const named = (
  index: ExpectedIndex,
  replaces: Index | undefined,
  { freeName }: Comparison,
): { readonly index: ExpectedIndex; readonly replaces?: Index | undefined } =>
  replaces ? { index, replaces } : { index: { ...index, name: freeName(index.name, 'index') } }

function placeOf(
  { columns }: ExpectedIndex,
  { expected }: Comparison,
): Pick<Finding, 'at' | 'table' | 'column'> {
  const [first, ...rest] = columns
  const column = rest.length === 0 ? expected.columns.find(({ name }) => name === first) : undefined
  return { at: column?.at ?? expected.at, table: expected.name, column: column?.name }
}

/**
 * Unique keys that the schema lacks, unless a key of the schema implies them. The schema can describe neither a key
 * that covers only some rows nor one on an expression. On MariaDB, it can describe a key on the beginning of a text
 * column.
 */
function unknownUniques({ expected, actual, affected, fold, fix, database }: Comparison): readonly Finding[] {
  const known = new Set(expected.columns.map(({ name }) => fold(name)))
  const implied = [expected.key, ...expected.uniques.map(({ columns }) => columns)].filter(
    ({ length }) => length > 0,
  )
  return actual.indexes
    .filter(({ isUnique, isWhole, columns }) => {
      const own = new Set(columns.map(fold))
      const isImplied = implied.some((each) => each.every((column) => own.has(fold(column))))
      const isDescribable = isWhole || database.provider === 'mysql'
      return isUnique && isDescribable && !isImplied && [...own].every((column) => known.has(column))
    })
    .map(({ name, columns }) => ({
      code: 'JG908',
      at: expected.at,
      table: expected.name,
      column: undefined,
      message: `${expected.name} has a unique key on ${columns.join(', ')}, which the schema lacks`,
      effect: 'reject duplicates that the schema permits',
      requests: affected.requests(expected.model, WRITES),
      fix: fix({ kind: 'drop unique', table: expected, now: actual, name }),
    }))
}

function missingIndexes(pair: Comparison): readonly Finding[] {
  const { expected, actual, fix } = pair
  return expected.indexes
    .filter((index) => !isServed(index, pair))
    .map((index) => {
      const other = otherType(index, pair)
      return {
        code: 'JG913',
        ...placeOf(index, pair),
        ...missing(index, other, pair),
        fix: fix({
          kind: 'index',
          table: expected,
          now: actual,
          ...named(index, brokenOf(index, pair) ?? other, pair),
        }),
      }
    })
}

/** The message, the effect and the requests for an index that is missing or has another type. */
function missing(
  { method, columns, operators, fields }: ExpectedIndex,
  other: Index | undefined,
  { expected, affected }: Comparison,
): Pick<Finding, 'message' | 'effect' | 'requests'> {
  const parts = columns.map((name, at) => [name, operators?.[at] ?? []].flat().join(' ')).join(', ')
  const message = other
    ? `${expected.name} has a ${other.method ?? ''} index on ${parts} instead of a ${method ?? 'btree'} index`
    : `${expected.name} has no ${method === undefined ? '' : `${method} `}index on ${parts}`
  // A hash may index text of any length.
  if (other && method === 'hash') {
    const requests = affected.requests(expected.model, WRITES, fields[0])
    return { message, effect: 'return 422 for texts of more than about 2,700 bytes', requests }
  }
  return {
    message,
    effect: other ? 'use an index of another type' : 'read every row',
    requests:
      expected.model === undefined
        ? affected.links(expected.relations)
        : affected.slow(expected.model, fields),
  }
}

/** Whether the database has the index, or for a tree, one that begins with its columns. */
function isServed({ columns, method, operators }: ExpectedIndex, { actual, fold }: Comparison): boolean {
  const wanted = columns.map(fold)
  if (method === undefined && operators === undefined) {
    const existing = [
      ...(actual.key.length > 0 ? [actual.key] : []),
      ...actual.indexes.filter(({ findsEqual }) => findsEqual).map((each) => each.columns),
    ]
    return findsBy(
      wanted,
      existing.map((each) => each.map(fold)),
    )
  }
  return actual.indexes.some(
    (each) =>
      each.method === (method ?? 'btree') &&
      wanted.every((name, index) => name === fold(each.columns[index] ?? '')) &&
      wanted.every((_, index) => {
        const found = each.operators?.[index]
        const own = operators?.[index]
        return own === undefined ? found?.isDefault : found?.name === own.replace(/^.*\./, '')
      }),
  )
}

/** The index with the name and the columns of an expected one, but of another type. */
const otherType = (
  { name, columns, method = 'btree' }: ExpectedIndex,
  { actual, fold }: Comparison,
): Index | undefined =>
  actual.indexes.find(
    (each) =>
      !each.isUnique &&
      each.method !== undefined &&
      each.method !== method &&
      fold(each.name) === fold(name) &&
      setOf(each.columns, fold) === setOf(columns, fold),
  )
