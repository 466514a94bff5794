import { columnValues, valuesOf } from '../../adapter/column-values.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { KeyedSideload, PolymorphicBelongsTo, PolymorphicHasMany } from '../../declare/sideload.js'
import { typeColumn } from '../../read/related-scope.js'
import { relationTo } from '../../resource/relations.js'
import { columnsToUnlink } from './shared-columns.js'

/**
 * The columns that link a record to another, with values: foreign keys, and the type column of a polymorphic
 * relationship.
 */
export type LinkKeys = Readonly<Record<string, unknown>>

/** The columns of a child that link it to a parent. */
export function childKeys(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
  parent: object,
): LinkKeys {
  const { owner: parentKey, target: childKey } = relationTo(owner, sideload).pairs
  const keys = columnValues(childKey, valuesOf(parent, parentKey))
  if (sideload.kind !== 'polymorphicHasMany') return keys
  const { attribute, value } = typeColumn(sideload, owner, target)
  return { ...keys, [attribute]: value }
}

/**
 * The columns that unlink a child from its parent; empty if every column of the key is also used elsewhere (rule
 * 11.11).
 */
export function unlinkedChildKeys(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
): LinkKeys {
  const keys = nulls(columnsToUnlink(sideload.foreignKey, target))
  if (sideload.kind !== 'polymorphicHasMany') return keys
  return { ...keys, [typeColumn(sideload, owner, target).attribute]: null }
}

/**
 * The columns that unlink a record from its relative; empty if every column of the key is also used elsewhere (rule
 * 11.11).
 */
export function unlinkedKeys(
  sideload: KeyedSideload | PolymorphicBelongsTo,
  resource: CompiledResource,
  unlinkedToo: readonly string[],
): LinkKeys {
  return sideload.kind === 'polymorphicBelongsTo'
    ? unlinkedPolymorphic(sideload)
    : nulls(columnsToUnlink(sideload.foreignKey, resource, unlinkedToo))
}

const unlinkedPolymorphic = ({ groupBy, groups }: PolymorphicBelongsTo): LinkKeys => ({
  ...nulls([...groups.values()].flatMap(({ foreignKey }) => foreignKey)),
  [groupBy]: null,
})

const nulls = (columns: readonly string[]): LinkKeys =>
  Object.fromEntries(columns.map((column) => [column, null]))
