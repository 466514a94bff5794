import { sameColumns } from '../../adapter/column-values.js'
import type { KeyedSideload, SideloadConfig } from '../../declare/sideload.js'
import type { CompiledResource } from '../../resource/compile.js'

type Owner = Pick<CompiledResource, 'config' | 'primaryKey'>

/** A relationship whose foreign key is in the record itself. */
type Own = KeyedSideload & { readonly kind: 'belongsTo' }

/** The relationships of a resource whose foreign keys are in its own records. */
export const ownRelationships = ({ config }: Pick<Owner, 'config'>): readonly Own[] =>
  [...config.sideloads.values()].filter(isBelongsTo)

/**
 * The relationship whose foreign key has these columns; if several have them, the one with the fewest other columns.
 */
export function relationshipOf(columns: readonly string[], resource: Owner): Own | undefined {
  if (columns.length === 0) return undefined
  return ownRelationships(resource)
    .filter(({ foreignKey }) => columns.every((column) => foreignKey.includes(column)))
    .toSorted((one, other) => one.foreignKey.length - other.foreignKey.length)[0]
}

/**
 * The columns of a foreign key that become null when its relationship is unlinked: those that neither the key of the
 * record nor another relationship uses (rule 11.11). Empty if all columns are also used elsewhere.
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
