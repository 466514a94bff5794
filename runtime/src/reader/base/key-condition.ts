import { sameColumns } from '../../adapter/rows/column-values.js'
import type { Among } from '../../adapter/condition.js'
import { typeOfColumn } from '../../facts/implied.js'
import { keysOfType } from '../../adapter/rows/keys.js'
import type { CompiledResource } from '../../resource/compile.js'
import { ofColumn } from '../../resource/wire-names.js'
import type { KeyValues } from '../../value/key.js'
import type { Constants } from '../../vocabulary/relation.js'
import { type AttributeType, parseType } from '../../vocabulary/values/type.js'

/** The condition for a record to have one of the given keys. */
export function amongCondition(
  resource: CompiledResource,
  columns: readonly string[],
  keys: readonly KeyValues[],
): Among {
  const types = keyTypes(resource, columns)
  return {
    kind: 'among',
    name: sameColumns(columns, resource.primaryKey) ? 'id' : columns.join(','),
    through: [],
    columns,
    types: types.map((type) => type ?? STRING),
    keys: keysOfType(keys, []),
  }
}

const STRING = parseType('string')

/** The types of a key's columns: of the id, of the attributes, or of the columns if the store's facts have them. */
export function keyTypes(
  resource: CompiledResource,
  columns: readonly string[],
): readonly (AttributeType | undefined)[] {
  return columns.map(
    (column) =>
      resource.key.find(({ name }) => name === column)?.type ??
      ofColumn(resource, column).attribute?.type ??
      typeOfColumn(resource, column),
  )
}

/** The conditions for a record to be of a group of a polymorphic relationship. */
export const ofGroup = (resource: CompiledResource, constants: Constants): readonly Among[] =>
  Object.entries(constants).map(([column, value]) => amongCondition(resource, [column], [[value]]))
