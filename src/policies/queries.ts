import { targetsOf, type FilterSchema, type ResourceSchema, type Schema } from '../schema/schema.js'
import { allOf, type Who } from './who.js'

/** A filter, a sort or a stat that not everybody may ask for. */
export interface GuardedQuery {
  readonly kind: 'filter' | 'sort' | 'stat'
  readonly name: string
  readonly who: Who
}

/**
 * The filters, sorts and stats of a resource that not everybody may ask for: by a guard of their own, or because of what
 * they are about, which a request has to be able to see (rules 3.2, 7.3, 14.12).
 */
export function guardedQueries(resource: ResourceSchema, schema: Schema): readonly GuardedQuery[] {
  const filters = resource.filters.map((filter): GuardedQuery => ({
    kind: 'filter',
    name: filter.name,
    who: allOf(
      ...(filter.guard === undefined ? [] : [filter.guard]),
      ...guardsOnTheWay(filter, resource, schema),
    ),
  }))
  const sorts = resource.attributes
    .filter(({ readable, sortable }) => readable !== false && sortable !== false)
    .map(({ name, sortable, readable }): GuardedQuery => ({
      kind: 'sort',
      name,
      who: allOf(readable, sortable),
    }))
  const stats = resource.stats.map(({ name, column }): GuardedQuery => ({
    kind: 'stat',
    name,
    who: allOf(...guardsOf(resource, column ?? name, column !== undefined)),
  }))
  return [...filters, ...sorts, ...stats]
    .filter(({ who }) => who !== true)
    .toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1))
}

/** Who sees the relationships that a filter leads through, and the attribute or key at its end. */
function guardsOnTheWay(
  { name, column }: FilterSchema,
  resource: ResourceSchema,
  schema: Schema,
): readonly (boolean | string)[] {
  const path = (column ?? name).split('.')
  const guards: (boolean | string)[] = []
  let owner: ResourceSchema | undefined = resource
  for (const segment of path.slice(0, -1)) {
    const sideload: ResourceSchema['sideloads'][number] | undefined = owner?.sideloads.find(
      (each) => each.name === segment,
    )
    if (!sideload) return guards
    guards.push(sideload.readable)
    const [target] = targetsOf(sideload)
    owner = schema.resources.find(({ type }) => type === target)
  }
  return owner ? [...guards, ...guardsOf(owner, path.at(-1) ?? '', column !== undefined)] : guards
}

/** Who sees an attribute, by its name or else by its column; of a key, who sees the relationships that go by it. */
function guardsOf(
  { attributes, sideloads }: ResourceSchema,
  name: string,
  isColumn: boolean,
): readonly (boolean | string)[] {
  const attribute =
    (isColumn ? undefined : attributes.find((each) => each.name === name)) ??
    attributes.find(({ column }) => column === name)
  if (attribute) return [attribute.readable]
  return sideloads.filter((sideload) => keysOf(sideload).includes(name)).map(({ readable }) => readable)
}

function keysOf(sideload: ResourceSchema['sideloads'][number]): readonly string[] {
  switch (sideload.kind) {
    case 'belongsTo':
      return sideload.foreignKey
    case 'polymorphicBelongsTo':
      return [sideload.groupBy, ...sideload.groups.map(({ foreignKey }) => foreignKey)]
    case 'hasMany':
    case 'hasOne':
    case 'hasAndBelongsToMany':
    case 'polymorphicHasMany':
    case 'custom':
      return []
  }
}
