import { columnValues, sameColumns } from '../../adapter/rows/column-values.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { type Datamodel, modelOf } from '../../datamodel/datamodel.js'
import type { KeyValues } from '../../value/key.js'

/**
 * Prisma's `where` for one record. A composite key has a name there: its own, or its fields in the order of the
 * datamodel (`tenantId_number`).
 */
export function uniqueWhere(
  datamodel: Datamodel,
  { model, primaryKey }: Pick<AdapterResource, 'model' | 'primaryKey'>,
  key: KeyValues,
): object {
  const values = columnValues(primaryKey, key)
  return primaryKey.length === 1 ? values : { [uniqueName(datamodel, String(model), primaryKey)]: values }
}

function uniqueName(datamodel: Datamodel, model: string, names: readonly string[]): string {
  const { constraints } = modelOf(datamodel, model)
  const found = constraints.find(({ columns }) => sameColumns(columns, names))
  return found?.name ?? (found?.columns ?? names).join('_')
}
