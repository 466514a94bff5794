import { columnValues, valuesOf } from '../../adapter/column-values.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { KeyedSideload, PolymorphicBelongsTo, PolymorphicHasMany } from '../../declare/sideload.js'
import { typeColumn } from '../../read/related-scope.js'
import { keysOf } from '../../resource/key-columns.js'
import { columnsToUnlink } from './shared-columns.js'

/** Columns that link a record to another: foreign keys, and the type column of a polymorphic relationship. */
export type LinkKeys = Readonly<Record<string, unknown>>

/** What a child has to carry to belong to a parent. */
export function childKeys(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
  parent: object,
): LinkKeys {
  const { parentKey, childKey } = keysOf(sideload, owner, target)
  const keys = columnValues(childKey, valuesOf(parent, parentKey))
  if (sideload.kind !== 'polymorphicHasMany') return keys
  const { attribute, value } = typeColumn(sideload, owner, target)
  return { ...keys, [attribute]: value }
}

/** What unlinks a child from its parent; nothing where something else uses all columns of its key (rule 11.11). */
export function unlinkedChildKeys(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
): LinkKeys {
  const keys = nulls(columnsToUnlink(sideload.foreignKey, target))
  if (sideload.kind !== 'polymorphicHasMany') return keys
  return { ...keys, [typeColumn(sideload, owner, target).attribute]: null }
}

/** What refers a record to no relative any more; nothing where something else uses all columns of the key (rule 11.11). */
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
