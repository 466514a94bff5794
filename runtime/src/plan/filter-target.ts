import { type AttributeType, parseType } from '../value/type.js'
import type { CompiledResource } from '../resource/compile.js'
import type { AttributeConfig, FilterConfig } from '../declare/config.js'

/** What a filter is about: the path to its attribute, and the type of its values. */
export interface FilterTarget {
  readonly through: readonly string[]
  readonly attribute: string
  readonly type: AttributeType
  /** Whether the values are ids, which have one form only (rule 18.3). */
  readonly isId: boolean
  /** The declared attribute, which a reader must be able to see; none where the filter names a bare column. */
  readonly attributes: readonly AttributeConfig[]
}

/**
 * Finds what a filter is about: an attribute, the id, a foreign key, or a column that it gives a type for, its own or that
 * of a to-one relative (rule 3.5: `filter[author.name]`).
 *
 * Throws an Error when the filter neither names an attribute nor declares a type: that is the application's bug.
 */
export function filterTarget(resource: CompiledResource, filter: FilterConfig): FilterTarget {
  const path = filter.attribute.split('.')
  const through = path.slice(0, -1)
  const name = path.at(-1) ?? filter.attribute
  const owner = through.reduce<CompiledResource | undefined>((current, relation) => {
    const sideload = current?.config.sideloads.get(relation)
    return sideload && current?.target(sideload)
  }, resource)
  const attribute = owner?.config.attributes.get(name)
  const key = owner && idTypeOf(owner, name)
  const stated = filter.type ?? attribute?.type ?? key
  if (!stated && !filter.filter) {
    throw new Error(`The filter "${filter.name}" of "${resource.type}" names no attribute: declare its type.`)
  }
  const type = filter.list ? { ...(stated ?? TEXT), list: true } : (stated ?? TEXT)
  return {
    through,
    attribute: name === 'id' && owner ? owner.primaryKey : name,
    type,
    isId: key !== undefined && key.kind === type.kind,
    attributes: attribute ? [attribute] : [],
  }
}

/** What a custom filter takes that is named after nothing and states no type. */
const TEXT = parseType('string')

/** The type of the id, or of the foreign key of a belongsTo, which may be null unless a declared type says otherwise. */
function idTypeOf(resource: CompiledResource, name: string): AttributeType | undefined {
  if (name === 'id' || name === resource.primaryKey) return resource.idType
  for (const sideload of resource.config.sideloads.values()) {
    if (sideload.kind === 'belongsTo' && sideload.foreignKey === name && sideload.primaryKey === undefined) {
      const type = resource.target(sideload)?.idType
      return type && { ...type, nullable: true }
    }
  }
  return undefined
}
