import type { Model, RelationField } from './datamodel.js'

/*
 * What a datamodel can hold, and neither the format nor the runtime can serve yet. The generator leaves it out and says so:
 * everything else asks here, so that serving it begins with this file.
 */

/** Why a model cannot be a resource: its key is not one column. Undefined where it can. */
export function modelNotYet({ id, compositeId }: Model): string | undefined {
  if (id) return undefined
  return compositeId === undefined
    ? 'it marks no column with @id'
    : `its id is made of ${compositeId.join(' and ')}, and the id of a resource is one column`
}

/** Whether a relation cannot be a sideload: `holder`, its side with the key, goes by several columns. */
export function relationNotYet(holder: RelationField): boolean {
  return holder.fields.length > 1
}
