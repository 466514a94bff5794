import { sameColumns } from '../../adapter/column-values.js'
import type { KeyedSideload, SideloadConfig } from '../../declare/sideload.js'
import type { CompiledResource } from '../../resource/compile.js'

type Owner = Pick<CompiledResource, 'config' | 'primaryKey'>

/** A relationship that stands in a foreign key of the record itself. */
type Own = KeyedSideload & { readonly kind: 'belongsTo' }

/** The relationships of a resource that stand in its own foreign keys. */
export const ownRelationships = ({ config }: Pick<Owner, 'config'>): readonly Own[] =>
  [...config.sideloads.values()].filter(isBelongsTo)

/** The relationship whose foreign key has these columns: of several the one with the fewest others, a tenant's of the tenant. */
export function relationshipOf(columns: readonly string[], resource: Owner): Own | undefined {
  if (columns.length === 0) return undefined
  return ownRelationships(resource)
    .filter(({ foreignKey }) => columns.every((column) => foreignKey.includes(column)))
    .toSorted((one, other) => one.foreignKey.length - other.foreignKey.length)[0]
}

/**
 * The columns of a foreign key that become null where its relationship is unlinked: those that nothing else uses, neither the
 * key of the record nor another relationship (rule 11.11). None where all of them are in use.
 */
export function columnsToUnlink(
  foreignKey: readonly string[],
  resource: Owner,
  unlinkedToo: readonly string[] = [],
): readonly string[] {
  const others = ownRelationships(resource).filter(
    (other) => !unlinkedToo.includes(other.name) && !sameColumns(other.foreignKey, foreignKey),
  )
  return foreignKey.filter(
    (column) =>
      !resource.primaryKey.includes(column) && !others.some((other) => other.foreignKey.includes(column)),
  )
}

const isBelongsTo = (sideload: SideloadConfig): sideload is Own => sideload.kind === 'belongsTo'
