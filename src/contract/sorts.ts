import { linkGuards, readersOf } from '../schema/links.js'
import type { ResourceSchema, Schema, SideloadSchema } from '../schema/schema.js'
import { isOrderable } from '../schema/capabilities.js'
import type { Named } from '@jsonapi-gen/runtime/vocabulary'
import { named } from './named.js'
import { guardsOnWay, mayHide, targetOf, wayOf } from './sight.js'
import { allOf, type Who } from './who.js'

/**
 * What a resource may be sorted by: its id, its attributes, those of a to-one relative that hides no record
 * (rules 4.1, 14.2), and the paths that the schema lists.
 */
export function sortsOf(resource: ResourceSchema, schema: Schema): Named<Who> {
  const related = resource.sideloads.flatMap((sideload) => {
    const target = targetOf(sideload, schema)
    const { readable } = linkGuards(resource, sideload, schema.resources)
    const isOpen = target && leads(sideload, resource, target) && !readable.includes(false)
    if (!isOpen || mayHide(target)) return []
    return ownSorts(target, schema).map(
      ([name, who]) => [`${sideload.name}.${name}`, merged(allOf(...readable), who)] as const,
    )
  })
  const listed = resource.sorts.map((path): readonly [string, Who] => {
    const way = wayOf(path, resource, schema)
    const { owner, name } = way
    const own = owner && ownSorts(owner, schema).find(([each]) => each === name)?.[1]
    return [path, merged(allOf(...guardsOnWay(way, resource, schema)), own ?? true)]
  })
  return named([...new Map([...ownSorts(resource, schema), ...related, ...listed])])
}

/** The sort of a request that names none; by the id unless the schema says otherwise. */
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

/** Whether a store sorts by what is behind a relationship: both resources are in it. */
function leads({ kind }: SideloadSchema, { adapter, sort }: ResourceSchema, target: ResourceSchema): boolean {
  const isStored = adapter !== 'null' && target.adapter === adapter && sort === 'default'
  return isStored && (kind === 'belongsTo' || kind === 'hasOne')
}

const merged = (...all: readonly Who[]): Who =>
  allOf(...all.flatMap((who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)))
