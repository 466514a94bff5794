import { hasCursorValues } from '@jsonapi-gen/runtime/vocabulary'
import { idOf } from '../../schema/directory.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { isColumn, type Datamodel, type Model } from '../datamodel.js'
import { columnType } from './column-type.js'

/** An id's columns that cursors cannot contain, because of their database type (rule 24.3). */
export function cursorlessColumns(
  resource: DeclaredResource,
  { fields }: Model,
  datamodel: Datamodel,
): readonly string[] {
  return idOf(resource).filter((name) => {
    const column = fields.get(name)
    if (!isColumn(column)) return false
    const [native, sizes = []] = column.nativeType ?? []
    const { kind } = columnType(column, datamodel).type
    const stored = native === undefined ? undefined : { name: native, sizes: sizes.map(Number) }
    return kind !== undefined && !hasCursorValues(kind, stored, datamodel.provider ?? '')
  })
}
