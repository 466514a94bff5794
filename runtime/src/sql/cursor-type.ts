import { columnOf, type Datamodel } from '../adapter/datamodel.js'
import { hasCursorValues } from '../vocabulary/cursor-values.js'
import type { AttributeType } from '../vocabulary/type.js'

/** The type of a column in cursors (rule 24.3); undefined if its values cannot be part of one. */
export function cursorTypeOf(
  datamodel: Datamodel,
  model: string,
  name: string,
  provider: string,
): AttributeType | undefined {
  const column = columnOf(datamodel, model, name)
  if (!column || column.type.list) return undefined
  const { type, native } = column
  if (!hasCursorValues(type.kind, native, provider)) return undefined
  return native?.name === 'Uuid' && type.kind === 'string' ? { ...type, kind: 'uuid' } : type
}
