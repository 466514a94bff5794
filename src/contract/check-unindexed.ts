import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { ColumnStore } from '../schema/store.js'
import { type IndexesOf, unindexedQueries, type UnindexedQuery, type UsefulIndex } from './unindexed.js'

/** Warns about relationships, filters and sorts without an index (JG721), and says which indexes to add. */
export function checkUnindexed(schema: Schema, indexesIn: IndexesOf, report: Report): void {
  for (const [resource, queries] of unindexedQueries(schema, indexesIn)) {
    const kinds = ['relationship', 'filter', 'sort'] as const
    const said = kinds.flatMap((kind) => {
      const names = namesOf(queries.filter((query) => query.kind === kind))
      return names.length === 0 ? [] : [`${kind}${names.length === 1 ? '' : 's'} ${listed(names)}`]
    })
    const message = `Requests for ${quoted(resource.type)} may read every row, because no index covers them: ${said.join('; ')}`
    report.add('JG721', resource.at, message, { help: helpOf(resource, queries, schema) })
  }
}

const namesOf = (queries: readonly UnindexedQuery[]): readonly string[] => [
  ...new Set(queries.map(({ name }) => name)),
]

function helpOf(resource: ResourceSchema, queries: readonly UnindexedQuery[], schema: Schema): string {
  const indexes = distinct(queries.flatMap(({ index }) => index ?? []))
  const without = queries.filter(({ index }) => index === undefined)
  const names = namesOf(queries)
  const accepted = resource.at.source.path.endsWith('.prisma')
    ? `@jsonapi.resource(unindexed: [${names.map(inAnnotation).join(', ')}])`
    : `unindexed: [${names.join(', ')}]`
  const lines = [
    ...[...new Set(indexes.map(({ model }) => model))].flatMap((model) => [
      `add to model ${model}:`,
      ...indexes.filter((index) => index.model === model).map((index) => `  ${lineOf(index)}`),
    ]),
    ...(resource.adapter === 'kysely' && indexes.length > 0
      ? ['and to a migration:', ...indexes.map((index) => `  ${statementOf(index, schema)}`)]
      : []),
    ...without.map(({ kind, name, limit }) =>
      limit === undefined
        ? `no index can cover the ${kind} ${quoted(name)}`
        : `an index for the ${kind} ${quoted(name)} requires text of at most ${limit} characters: ${limitOf(limit, schema)}`,
    ),
    `${indexes.length > 0 ? 'or, if' : 'if'} the table stays small, write ${accepted}`,
  ]
  return lines.join('\n  ')
}

/** The indexes, except those that others make unnecessary. */
function distinct(indexes: readonly UsefulIndex[]): readonly UsefulIndex[] {
  const lines = new Map(indexes.map((index) => [`${index.model} ${lineOf(index)}`, index]))
  const trees = [...lines.values()].filter(({ form }) => form === 'tree')
  return [...lines.values()].filter(
    (index) =>
      index.form === 'tree' ||
      !trees.some((tree) => tree.model === index.model && tree.columns.join() === index.columns.join()),
  )
}

/**
 * The way to limit a column's length. PostgreSQL accepts an index on a long column, but rejects values that are too
 * long for it.
 */
function limitOf(limit: number, { store }: Schema): string {
  if (store?.provider === 'sqlserver') return `@db.NVarChar(${limit})`
  const type = `@db.VarChar(${limit})`
  return store?.provider === 'mysql' ? type : `maxLength: ${limit}, or ${type}`
}

/** A dotted name must be quoted in an annotation. */
const inAnnotation = (name: string): string => (name.includes('.') ? JSON.stringify(name) : name)

/** The number of leading characters of a long text that an index in MariaDB contains. */
const START = 191

function lineOf({ columns, form }: UsefulIndex): string {
  switch (form) {
    case 'tree':
      return `@@index([${columns.join(', ')}])`
    case 'hash':
      return `@@index([${columns.join(', ')}], type: Hash)`
    case 'start':
      return `@@index([${columns.map((column) => `${column}(length: ${START})`).join(', ')}])`
  }
}

function statementOf({ model, columns, form }: UsefulIndex, { store }: Schema): string {
  const facts = store?.models[model]
  const table = facts?.table ?? model
  const stored = columns.map((name): string => {
    const column: string | ColumnStore | undefined = facts?.columns[name]
    return (typeof column === 'object' ? column.stored : undefined) ?? name
  })
  const quote = (name: string): string => (store?.provider === 'mysql' ? `\`${name}\`` : `"${name}"`)
  const parts = stored.map((name) => `${quote(name)}${form === 'start' ? `(${START})` : ''}`).join(', ')
  const name = quote(`${table}_${stored.join('_')}_idx`)
  return `create index ${name} on ${quote(table)}${form === 'hash' ? ' using hash' : ''} (${parts});`
}
