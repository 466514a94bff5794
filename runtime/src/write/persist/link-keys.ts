import { memberOf } from '../../cast.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { KeyedSideload, PolymorphicBelongsTo, PolymorphicHasMany } from '../../declare/sideload.js'
import { keysOf, typeColumn } from '../../read/related-scope.js'

/** Attributes that link a record to another: foreign keys, and the type column of a polymorphic relationship. */
export type LinkKeys = Readonly<Record<string, unknown>>

/** What a child has to carry to belong to a parent; with no parent, what unlinks it. */
export function childKeys(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
  parent: object | undefined,
): LinkKeys {
  const { parentKey, childKey } = keysOf(sideload, owner, target)
  const key = parent ? memberOf(parent, parentKey) : null
  if (sideload.kind !== 'polymorphicHasMany') return { [childKey]: key }
  const { attribute, value } = typeColumn(sideload, owner, target)
  return { [childKey]: key, [attribute]: parent ? value : null }
}

/** What a record has to carry to refer to a relative; with none, what unlinks it. */
export function ownKeys(
  sideload: KeyedSideload | PolymorphicBelongsTo,
  target: CompiledResource | undefined,
  group: string,
  relative: object | undefined,
): LinkKeys {
  if (sideload.kind !== 'polymorphicBelongsTo') {
    return {
      [sideload.foreignKey]:
        relative && target ? memberOf(relative, sideload.primaryKey ?? target.primaryKey) : null,
    }
  }
  const unlinked = Object.fromEntries(
    [...sideload.groups.values()].map(({ foreignKey }) => [foreignKey, null]),
  )
  const keyed = sideload.groups.get(group)
  if (!relative || !keyed || !target) return { ...unlinked, [sideload.groupBy]: null }
  return {
    ...unlinked,
    [keyed.foreignKey]: memberOf(relative, keyed.primaryKey ?? target.primaryKey),
    [sideload.groupBy]: group,
  }
}
