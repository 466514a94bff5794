import type { Comparison } from '../adapter/condition.js'
import { decodeKey, type Key } from '../value/key.js'
import type { PlannedCondition } from './plan.js'

/** A condition on a composite id, or the value that is not an id. */
export type KeyCondition =
  | { readonly ok: true; readonly condition: PlannedCondition }
  | { readonly ok: false; readonly text: string }

/** The condition of a filter by a composite id: the columns have the values of one of the ids (rule 22.2). */
export function keyCondition(
  key: Key,
  { name, through, operator, value }: Pick<Comparison, 'name' | 'through' | 'operator' | 'value'>,
): KeyCondition {
  const keys = []
  for (const id of [value].flat()) {
    const decoded = decodeKey(key, String(id))
    if (!decoded.ok) return { ok: false, text: String(id) }
    keys.push(decoded.value)
  }
  const columns = key.map((column) => column.name)
  const types = key.map((column) => column.type)
  const among = { kind: 'among', name, through, columns, types, keys } as const
  return { ok: true, condition: operator === 'not_eq' ? { kind: 'not', condition: among } : among }
}
