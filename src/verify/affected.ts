import { unindexedQueries } from '../contract/unindexed.js'
import type { Datamodel } from '../prisma/datamodel.js'
import { indexesOf } from '../prisma/indexes-of.js'
import { ownKeyOf } from '../schema/relations.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { TableIndexes } from '../schema/store.js'
import type { Action } from '../schema/types.js'

/** Finds the requests that a difference affects. */
export interface Affected {
  /** The requests to the resources of a model that perform one of the actions, and show or use one of the fields. */
  requests(model: string | undefined, actions: readonly Action[], field?: string): readonly string[]
  /** The requests that read or change the links of a many-to-many relation. */
  links(relations: readonly (readonly [string, string])[]): readonly string[]
  /** The requests that read every row of a table without an index. */
  slow(model: string | undefined, fields: readonly string[]): readonly string[]
  /** Whether a client may write a field. */
  isWritten(model: string | undefined, field: string): boolean
}

export const READS: readonly Action[] = ['index', 'show']
export const WRITES: readonly Action[] = ['create', 'update']
export const ALL: readonly Action[] = ['index', 'show', 'create', 'update', 'destroy']

/** The requests of a schema, by its models and their fields. */
export function affectedBy(schema: Schema, datamodel: Datamodel): Affected {
  const of = (model: string | undefined): readonly ResourceSchema[] =>
    model === undefined
      ? []
      : schema.resources.filter((resource) => resource.model === model && resource.adapter !== 'null')
  return {
    requests: (model, actions, field) =>
      of(model)
        .filter((resource) => field === undefined || uses(resource, field, schema))
        .flatMap((resource) =>
          actions
            .filter((action) => resource.actions.includes(action))
            .map((action) => request(action, resource.type)),
        ),
    links: (relations) =>
      relations.flatMap(([model, field]) =>
        of(model).flatMap((resource) =>
          resource.sideloads
            .filter((each) => each.kind === 'hasAndBelongsToMany' && (each.stored ?? each.name) === field)
            .flatMap(({ name }) => [
              `GET /${resource.type}?include=${name}`,
              `PATCH /${resource.type}/{id}/relationships/${name}`,
            ]),
        ),
      ),
    slow: (model, fields) => (model === undefined ? [] : slowWithout({ model, fields }, schema, datamodel)),
    isWritten: (model, field) =>
      of(model).some(({ attributes }) =>
        attributes.some(({ column, writable }) => column === field && writable !== false),
      ),
  }
}

const PATHS: Readonly<Record<Action, (type: string) => string>> = {
  index: (type) => `GET /${type}`,
  show: (type) => `GET /${type}/{id}`,
  create: (type) => `POST /${type}`,
  update: (type) => `PATCH /${type}/{id}`,
  destroy: (type) => `DELETE /${type}/{id}`,
}

const request = (action: Action, type: string): string => PATHS[action](type)

/** Whether a resource reads or writes a column: an attribute, a part of its id, or a key of a relationship. */
function uses(resource: ResourceSchema, field: string, schema: Schema): boolean {
  const { attributes, key, idAttribute = 'id', sideloads, filters, version, defaultFilters } = resource
  return (
    attributes.some(({ column }) => column === field) ||
    (key ? key.some(({ name }) => name === field) : idAttribute === field) ||
    filters.some(({ name, column }) => (column ?? name) === field) ||
    defaultFilters.some(({ name }) => name === field) ||
    version === field ||
    sideloads.some((sideload) => ownKeyOf(resource, sideload, schema.resources).includes(field))
  )
}

/** The queries that an index of the datamodel serves alone. */
function slowWithout(
  { model, fields }: { readonly model: string; readonly fields: readonly string[] },
  schema: Schema,
  datamodel: Datamodel,
): readonly string[] {
  const isIt = (columns: readonly string[]): boolean => columns.join() === fields.join()
  const all = (name: string): TableIndexes | undefined => indexesOf(datamodel, name)
  const others = (name: string): TableIndexes | undefined => {
    const indexes = all(name)
    if (name !== model || !indexes) return indexes
    return {
      equal: indexes.equal.filter((each) => !isIt(each)),
      ordered: indexes.ordered.filter((each) => !isIt(each)),
    }
  }
  const before = namesOf(unindexedQueries(schema, all))
  return [...namesOf(unindexedQueries(schema, others))].filter((name) => !before.has(name))
}

function namesOf(found: ReturnType<typeof unindexedQueries>): ReadonlySet<string> {
  return new Set(
    [...found].flatMap(([{ type }, queries]) =>
      queries.map(({ kind, name }) => {
        if (kind === 'filter') return `GET /${type}?filter[${name}]=…`
        return kind === 'sort' ? `GET /${type}?sort=${name}` : `GET /${type}?include=${name}`
      }),
    ),
  )
}
