import { targetsOf, type ResourceSchema, type Schema, type SideloadSchema } from '../schema/schema.js'
import { isSortable } from '../schema/types.js'
import type { Named } from './contract.js'
import { named } from './named.js'
import { wayOf } from './sight.js'
import { allOf, type Who } from './who.js'

/**
 * What a resource may be sorted by: its id, its attributes, those of a to-one relative of which no record is hidden
 * (rules 4.1, 14.2), and the paths that the schema lists.
 */
export function sortsOf(resource: ResourceSchema, schema: Schema): Named<Who> {
  const related = resource.sideloads.flatMap((sideload) => {
    const target = schema.resources.find(({ type }) => type === targetsOf(sideload)[0])
    if (!target || !leads(sideload, resource) || mayHide(target)) return []
    return ownSorts(target).map(([name, who]) => behind(sideload, name, who))
  })
  const listed = resource.sorts.map((path): readonly [string, Who] => {
    const { through, owner, name } = wayOf(path, resource, schema)
    const own = owner && ownSorts(owner).find(([each]) => each === name)?.[1]
    return [path, merged(...through.map(({ readable }) => allOf(readable)), own ?? true)]
  })
  return named([...new Map([...ownSorts(resource), ...related, ...listed])])
}

/** The sort of a request that names none; by the id unless the schema says otherwise. */
export function defaultSortOf({ defaultSort }: ResourceSchema): readonly string[] {
  if (!defaultSort) return ['id']
  return defaultSort.map(({ attribute, direction }) => (direction === 'desc' ? `-${attribute}` : attribute))
}

function ownSorts({ attributes }: ResourceSchema): readonly (readonly [name: string, who: Who])[] {
  return [
    ['id', true],
    ...attributes
      .filter(({ type, readable, sortable }) => isSortable(type) && readable !== false && sortable !== false)
      .map(({ name, readable, sortable }): [string, Who] => [name, allOf(readable, sortable)]),
  ]
}

/** Whether a store sorts by what is behind a relationship. */
function leads({ kind, readable }: SideloadSchema, { adapter, sort }: ResourceSchema): boolean {
  const isStored = adapter === 'prisma' && sort === 'default'
  return isStored && readable !== false && (kind === 'belongsTo' || kind === 'hasOne')
}

/** Whether records may be hidden, so that an order by them would tell of them. */
function mayHide({ defaultFilters, scopes }: ResourceSchema): boolean {
  return defaultFilters.length > 0 || scopes.some(({ policy }) => policy === 'read')
}

const behind = ({ name, readable }: SideloadSchema, attribute: string, who: Who): [string, Who] => [
  `${name}.${attribute}`,
  merged(allOf(readable), who),
]

const merged = (...all: readonly Who[]): Who =>
  allOf(...all.flatMap((who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)))
