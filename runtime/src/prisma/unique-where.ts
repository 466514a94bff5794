import { columnValues, sameColumns } from '../adapter/column-values.js'
import type { AdapterResource } from '../adapter/adapter.js'
import type { KeyValues } from '../value/key.js'
import { constraintsOf } from './unique-constraints.js'

/**
 * Prisma's `where` for one record. A composite key has a name there: its own, or that of its fields in the order of the
 * datamodel (`tenantId_number`).
 */
export function uniqueWhere(
  client: object,
  { model, primaryKey }: Pick<AdapterResource, 'model' | 'primaryKey'>,
  key: KeyValues,
): object {
  const values = columnValues(primaryKey, key)
  return primaryKey.length === 1 ? values : { [uniqueName(client, String(model), primaryKey)]: values }
}

const names = new WeakMap<object, Map<string, string>>()

function uniqueName(client: object, model: string, columns: readonly string[]): string {
  const known = names.get(client) ?? new Map<string, string>()
  names.set(client, known)
  const place = JSON.stringify([model, ...columns])
  const found = constraintsOf(client, model).find(({ fields }) => sameColumns(fields, columns))
  const name = known.get(place) ?? found?.name ?? (found?.fields ?? columns).join('_')
  known.set(place, name)
  return name
}
