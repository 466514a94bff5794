import { isComparedByPrisma } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import type { ResourceSchema, Schema, SideloadSchema } from '../schema.js'

/**
 * Rejects declarations that compare a column which Prisma cannot compare (JG518): a filter, a default filter, an id, a
 * relationship or a version. Prisma's query compiler fails on the name, and breaks the whole process after a few
 * failures. On MySQL, a time of day that is a key can be read, but is sent back as null, so its links and updates would
 * be lost without an error.
 */
export function checkComparedColumns({ resources, store }: Schema, report: Report): void {
  for (const resource of resources) {
    if (resource.adapter !== 'prisma') continue
    for (const { what, columns, models, at } of comparedIn(resource, resources)) {
      const time = columns.find((each) => models.some((model) => isTimeOnMysql(store, model, each)))
      if (time !== undefined) {
        report.add(
          'JG518',
          at,
          `${what} compares ${quoted(time)}, but Prisma does not preserve times of day in keys on MySQL`,
          {
            help: 'use a key column of a different type, or the Kysely adapter, which compares times correctly',
          },
        )
      }
      const column = columns.find((each) => !isComparedByPrisma(each))
      if (column === undefined) continue
      report.add(
        'JG518',
        at,
        `${what} compares ${quoted(column)}, but Prisma's query compiler fails on fields with that name`,
        {
          help: `rename the field, and keep the column: ${column.toLowerCase()}Value … @map(${JSON.stringify(column)}); with the Kysely adapter, this is not necessary`,
        },
      )
    }
  }
}

interface Compared {
  readonly what: string
  readonly columns: readonly string[]
  /** The models that the columns belong to, if the columns are a key. */
  readonly models: readonly (string | undefined)[]
  readonly at: Span
}

/** Whether a column is `@db.Time` in a database for which Prisma's provider is mysql. */
function isTimeOnMysql(store: Schema['store'], model: string | undefined, name: string): boolean {
  const column = model === undefined ? undefined : store?.models[model]?.columns[name]
  const native = typeof column === 'object' ? column.native : undefined
  return store?.provider === 'mysql' && native !== undefined && /^Time(?:\(|$)/.test(native)
}

function comparedIn(resource: ResourceSchema, resources: readonly ResourceSchema[]): readonly Compared[] {
  const { type, at, filters, defaultFilters, sideloads, idAttribute, key = [], version, model } = resource
  return [
    {
      what: `The id of ${quoted(type)}`,
      columns: key.length === 0 ? [idAttribute ?? 'id'] : key.map(({ name }) => name),
      models: [model],
      at,
    },
    ...filters
      .filter(({ method }) => method === undefined)
      .map((filter) => ({
        what: `Filter ${quoted(filter.name)}`,
        columns: storedPath(resource, filter.column ?? filter.name, resources),
        models: [],
        at: filter.at,
      })),
    ...defaultFilters
      .filter(({ apply }) => apply.kind === 'conditions')
      .map(({ name, at: place }) => ({
        what: `Default filter ${quoted(name)}`,
        columns: storedPath(resource, name, resources),
        models: [],
        at: place,
      })),
    ...sideloads.map((sideload) => ({
      what: `Relationship ${quoted(sideload.name)}`,
      columns: keysOf(sideload),
      models: [model, ...targetsOf(sideload, resources)],
      at: sideload.at,
    })),
    ...(version === undefined
      ? []
      : [{ what: 'The version', columns: storedPath(resource, version, resources), models: [], at }]),
  ]
}

/** Prisma's fields on a dotted path: relations, and a column at its end. */
function storedPath(
  resource: ResourceSchema,
  path: string,
  resources: readonly ResourceSchema[],
): readonly string[] {
  const [name = path, ...rest] = path.split('.')
  if (rest.length === 0) {
    return [resource.attributes.find((attribute) => attribute.name === name)?.column ?? name]
  }
  const sideload = resource.sideloads.find((each) => each.name === name)
  const target =
    sideload && 'resource' in sideload ? resources.find(({ type }) => type === sideload.resource) : undefined
  const relation = (sideload && 'stored' in sideload ? sideload.stored : undefined) ?? name
  return [relation, ...(target ? storedPath(target, rest.join('.'), resources) : rest)]
}

/** The target models of a relationship. */
const targetsOf = (
  sideload: SideloadSchema,
  resources: readonly ResourceSchema[],
): readonly (string | undefined)[] =>
  'resource' in sideload ? [resources.find(({ type }) => type === sideload.resource)?.model] : []

/** The fields that a read through a relationship compares. */
function keysOf(sideload: SideloadSchema): readonly string[] {
  switch (sideload.kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
      return [sideload.stored ?? sideload.name, ...sideload.foreignKey, ...(sideload.primaryKey ?? [])]
    case 'hasAndBelongsToMany':
      return [sideload.stored ?? sideload.name, sideload.relation, ...sideload.key]
    case 'polymorphicBelongsTo':
      return [sideload.groupBy, ...sideload.groups.map(({ foreignKey }) => foreignKey)]
    case 'polymorphicHasMany':
      return sideload.foreignKey
    case 'custom':
      return []
  }
}
