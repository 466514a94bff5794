import { readersOf } from '../schema/relations.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { isOrderable } from '../schema/capabilities.js'
import type { Named } from '@jsonapi-gen/runtime/vocabulary'
import { named } from './named.js'
import { guardsOnWay, wayOf } from './sight.js'
import { allOf, type Who } from './who.js'

/** The sorts of a resource: its id, its attributes, and the paths that the schema lists (rules 4.1, 4.2). */
export function sortsOf(resource: ResourceSchema, schema: Schema): Named<Who> {
  const listed = resource.sorts.map((path): readonly [string, Who] => {
    const way = wayOf(path, resource, schema)
    const { owner, name } = way
    const own = owner && ownSorts(owner, schema).find(([each]) => each === name)?.[1]
    return [path, merged(allOf(...guardsOnWay(way, resource, schema)), own ?? true)]
  })
  return named([...new Map([...ownSorts(resource, schema), ...listed])])
}

/** The default sort: by the id unless the schema says otherwise. */
export function defaultSortOf({ defaultSort }: ResourceSchema): readonly string[] {
  if (!defaultSort) return ['id']
  return defaultSort.map(({ attribute, direction }) => (direction === 'desc' ? `-${attribute}` : attribute))
}

function ownSorts(
  resource: ResourceSchema,
  { resources }: Schema,
): readonly (readonly [name: string, who: Who])[] {
  return [
    ['id', true],
    ...resource.attributes
      .filter(({ type, readable, sortable }) => isOrderable(type) && readable !== false && sortable !== false)
      .map((attribute): [string, Who] => [
        attribute.name,
        allOf(...readersOf(resource, attribute, resources), attribute.sortable),
      ]),
  ]
}

const merged = (...all: readonly Who[]): Who =>
  allOf(...all.flatMap((who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)))
