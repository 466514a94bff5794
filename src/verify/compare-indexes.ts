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
  // An index over the beginning of a text is not whole, but the schema may ask for it.
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
      fix: fix({ kind: 'unique', table: expected, now: actual, ...named(index, pair) }),
    }))
}

/** A new index gets a name that is free. An index that was not built completely is replaced. */
function named(
  index: ExpectedIndex,
  { actual, fold, freeName }: Comparison,
): { readonly index: ExpectedIndex; readonly broken?: Index | undefined } {
  const broken = actual.indexes.find(
    ({ name, isValid }) => isValid === false && fold(name) === fold(index.name),
  )
  return broken ? { index, broken } : { index: { ...index, name: freeName(index.name, 'index') } }
}

function placeOf(
  { columns }: ExpectedIndex,
  { expected }: Comparison,
): Pick<Finding, 'at' | 'table' | 'column'> {
  const [first, ...rest] = columns
  const column = rest.length === 0 ? expected.columns.find(({ name }) => name === first) : undefined
  return { at: column?.at ?? expected.at, table: expected.name, column: column?.name }
}

/** Unique keys that the schema lacks, unless a key of the schema implies them. */
function unknownUniques({ expected, actual, affected, fold, fix }: Comparison): readonly Finding[] {
  const known = new Set(expected.columns.map(({ name }) => fold(name)))
  const implied = [expected.key, ...expected.uniques.map(({ columns }) => columns)].filter(
    ({ length }) => length > 0,
  )
  return actual.indexes
    .filter(({ isUnique, isWhole, columns }) => {
      const own = new Set(columns.map(fold))
      const isImplied = implied.some((each) => each.every((column) => own.has(fold(column))))
      return isUnique && isWhole && !isImplied && [...own].every((column) => known.has(column))
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
  const { expected, actual, affected, fold, fix } = pair
  const existing = [
    ...(actual.key.length > 0 ? [actual.key] : []),
    ...actual.indexes.filter(({ findsEqual }) => findsEqual).map(({ columns }) => columns),
  ].map((columns) => columns.map(fold))
  return expected.indexes
    .filter(({ columns }) => !findsBy(columns.map(fold), existing))
    .map((index) => ({
      code: 'JG913',
      ...placeOf(index, pair),
      message: `${expected.name} has no index on ${index.columns.join(', ')}`,
      effect: 'read every row',
      requests:
        expected.model === undefined
          ? affected.links(expected.relations)
          : affected.slow(expected.model, index.fields),
      fix: fix({ kind: 'index', table: expected, now: actual, ...named(index, pair) }),
    }))
}
