import {
  keyColumns,
  linkGuards,
  ownKeyOf,
  readersOf,
  relationshipOf,
  relationshipsOf,
} from '../schema/relations.js'
import type { AttributeSchema, ResourceSchema, SideloadSchema } from '../schema/schema.js'
import type { Span } from '../source/source.js'
import {
  holdsKey,
  type Relationship,
  smallest,
  waysThrough,
  writersOf,
} from '@jsonapi-gen/runtime/vocabulary'

/** An attribute or a relationship that the client must set in a create, and the methods that guard it. */
export interface Need {
  readonly name: string
  readonly at: Span
  /** The guards of the relationship, including the guards of its other side. */
  readonly guards: readonly string[]
  /** Defined only for a relationship. */
  readonly sideload: SideloadSchema | undefined
}

/**
 * The attributes and relationships that a client must set in a create, because neither the store nor the application's
 * code fills them in. Of several sets of relationships, the set with the fewest guards is used. Read-only ones are not
 * included: their columns are in `unfilled`.
 */
export function needsOf(resource: ResourceSchema, resources: readonly ResourceSchema[]): readonly Need[] {
  const { access, attributes, filled, sideloads, version } = resource
  const keys = [...relationshipsOf(resource, resources).values()]
    .filter(holdsKey)
    .flatMap(({ ownKey }) => ownKey)
  const needed = attributes
    .filter(({ name, column }) => name !== version && !keys.includes(column) && !filled.includes(column))
    .filter(isNeeded)
    .map((attribute): Need => {
      const { name, at, writable } = attribute
      const guards = [writable, ...readersOf(resource, attribute, resources)].filter(isMethod)
      return { name, at, guards, sideload: undefined }
    })
  const guardsOf = (sideload: SideloadSchema): readonly string[] => {
    const { readable, writable } = linkGuards(resource, sideload, resources)
    return [...readable, ...writable].filter(isMethod)
  }
  const own = access.find(({ action }) => action === 'create')?.guard
  const guardsBesides = (names: readonly string[]): number => {
    const givers = sideloads.filter(({ name }) => names.includes(name))
    return new Set(givers.flatMap(guardsOf).filter((guard) => guard !== own)).size
  }
  const easiest = waysThrough(demandsOf(resource, resources, filled)).flatMap(
    (ways) => ways.toSorted((one, other) => guardsBesides(one) - guardsBesides(other))[0] ?? [],
  )
  return [
    ...needed,
    ...sideloads
      .filter(({ name }) => easiest.includes(name))
      .map((sideload): Need => {
        const { name, at } = sideload
        return { name, at, guards: guardsOf(sideload), sideload }
      }),
  ]
}

const isNeeded = ({ type, required, writable, default: preset }: AttributeSchema): boolean =>
  required !== false && writable !== false && !type.nullable && preset === undefined

const isMethod = (guard: boolean | string): guard is string => typeof guard === 'string'

/**
 * The relationships, or the client-chosen id, that a create must set: one name from each list, the shortest list first.
 * A list contains all ways to fill a key column that nothing else fills (rules 11.4, 11.11). Columns that
 * are always filled have no list.
 */
export function demandsOf(
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
  filled: readonly string[] = [],
): readonly (readonly string[])[] {
  const { sideloads, key, idAttribute = 'id', clientIds } = resource
  const keys = keyColumns(resource, resources)
  const keysOf = (sideload: SideloadSchema): readonly string[] => ownKeyOf(resource, sideload, resources)
  const byCode = new Set(sideloads.filter(({ required }) => required === false).flatMap(keysOf))
  const columns = [...new Set(sideloads.flatMap(({ needed }) => needed))].filter(
    (column) => keys.has(column) && !byCode.has(column) && !filled.includes(column),
  )
  const demands = columns.map((column): readonly string[] => {
    const givers = sideloads.filter(
      (each) =>
        keysOf(each).includes(column) && writersOf(relationshipOf(resource, each, resources)) !== false,
    )
    const isId = !key && column === idAttribute
    const isFilled = givers.every((each) => fillsAlways(relationshipOf(resource, each, resources), column))
    if ((isId && clientIds === 'required') || !isFilled) return []
    const names = givers.map(({ name }) => name).toSorted()
    return isId && clientIds === 'allowed' ? ['id', ...names] : names
  })
  return smallest(demands.filter(({ length }) => length > 0))
}

/** Each group of a polymorphic relationship may have its own key column. */
const fillsAlways = ({ relations }: Relationship<ResourceSchema>, column: string): boolean =>
  relations.every(
    ({ constants, pairs }) => Object.hasOwn(constants.owner, column) || pairs.owner.includes(column),
  )
