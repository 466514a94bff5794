import { storedTypeIn } from '../../facts/implied.js'
import type { StoredType } from '../../datamodel/stored-types.js'
import { operatorsOf } from '../../vocabulary/operators.js'
import type { Operator } from '../../vocabulary/operators.js'
import { isPlainKey, type Key } from '../../value/key.js'
import { type AttributeType, parseType } from '../../vocabulary/values/type.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { AttributeConfig, FilterConfig } from '../../declare/config.js'
import { named, ofColumn } from '../../resource/wire-names.js'
import { relationshipsAlong, relationshipsOfKey, relationsOfKey, targetIn } from '../../resource/relations.js'
import type { Relationship } from '../../vocabulary/relation.js'

/** The target of a filter: the path to its column, and the type of its values. */
export interface FilterTarget {
  readonly through: readonly string[]
  readonly column: string
  readonly type: AttributeType
  /** Whether the values are ids; each id has only one valid form (rule 18.3). */
  readonly isId: boolean
  /** The columns of the key, if the values are ids of a key that is not plain. */
  readonly key: Key | undefined
  /** The store's limits for the column, if the store supports less than the type. */
  readonly stored: StoredType | undefined
  /**
   * The attribute that shows the column, which the viewer must be able to see, and its resource; undefined if no
   * attribute shows it.
   */
  readonly shown: { readonly owner: CompiledResource; readonly attribute: AttributeConfig } | undefined
  /**
   * The relationships of the path, and those whose foreign key has the column. The viewer must be able to see all of
   * them.
   */
  readonly relationships: readonly Relationship<CompiledResource>[]
}

/**
 * Finds the target of a filter (rule 3.5): an attribute, the id, a foreign key, or a column with a stated type. It may
 * belong to a to-one relative: `filter[author.name]`.
 *
 * Throws an Error if the filter neither names an attribute nor declares a type, which is a bug of the application.
 */
export function filterTarget(resource: CompiledResource, filter: FilterConfig): FilterTarget {
  const path = filterPath(filter)
  const through = path.slice(0, -1)
  const name = path.at(-1) ?? filter.name
  const relationships = relationshipsAlong(resource, through)
  const last = relationships.at(-1)
  const isWhole = relationships.length === through.length
  const owner = last && isWhole ? targetIn(last) : isWhole ? resource : undefined
  const about = owner && (filter.column === undefined ? named(owner, name) : ofColumn(owner, name))
  const { column = name, attribute } = about ?? {}
  const isComposite =
    name === 'id' && filter.column === undefined && owner !== undefined && !isPlainKey(owner.key)
  const idType = isComposite ? owner.idType : owner && idTypeOf(owner, column)
  const stated = filter.type ?? attribute?.type ?? idType
  if (!stated && !filter.filter) {
    throw new Error(
      `The filter "${filter.name}" of "${resource.type}" is not an attribute: declare its type.`,
    )
  }
  const type = filter.list ? { ...(stated ?? TEXT), list: true } : (stated ?? TEXT)
  const stored = isComposite || !owner ? undefined : storedTypeIn(owner, column)
  return {
    through,
    column,
    // Only a maximum of the store shows that a column holds larger integers: the application may declare any.
    type: stored || type.most === undefined ? type : { ...type, most: undefined },
    isId: idType !== undefined && idType.kind === type.kind,
    key: isComposite && !filter.filter ? owner.key : undefined,
    stored,
    shown: owner && attribute && { owner, attribute },
    relationships:
      owner && !attribute ? [...relationships, ...relationshipsOfKey(owner, column)] : relationships,
  }
}

/** The operators of a filter: the declared ones that its type and the store support (rule 3.5). */
export function operatorsOfFilter(
  filter: FilterConfig,
  { key, type, stored }: Pick<FilterTarget, 'key' | 'type' | 'stored'>,
): readonly Operator[] {
  if (filter.filter) return filter.operators ?? ['eq']
  const operators = operatorsOf(filter.operators, key ? 'uuid' : type.kind, type.list)
  return stored ? operators.filter((operator) => stored.operators.includes(operator)) : operators
}

/** The attribute or column of a filter, after the to-one relationships that lead to it. */
export function filterPath({
  column,
  attribute,
}: Pick<FilterConfig, 'column' | 'attribute'>): readonly string[] {
  return (column ?? attribute).split('.')
}

/** The type of a custom filter that names nothing and states no type. */
const TEXT = parseType('string')

/**
 * The type of the id, of a column of the key, or of a foreign key that refers to an id, which is nullable unless a
 * declared type says otherwise.
 */
function idTypeOf(resource: CompiledResource, name: string): AttributeType | undefined {
  const own = resource.key.find((column) => column.name === name)
  if (own) return own.type
  const relation = relationsOfKey(resource, name).find(({ refersToId }) => refersToId)
  const type = relation?.target.key[relation.foreignKey.indexOf(name)]?.type
  return type && { ...type, nullable: true }
}
