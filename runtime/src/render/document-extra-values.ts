import { extraValue } from '../read/extra-values.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import type { Collected, DocumentEntry } from './collect.js'

/** The values of the extra fields of one document, by its entries. */
export type ExtraValues = ReadonlyMap<DocumentEntry, ReadonlyMap<string, unknown>>

/** Whether any extra field was asked for. */
export function hasExtraValues(fields: FieldPlan): boolean {
  for (const { extraFields } of fields.values()) if (extraFields.length > 0) return true
  return false
}

/** Computes the extra fields that were asked for, of the records that have them (rule 7.2); a function may be asynchronous. */
export async function extraValues(
  { primary, included }: Collected,
  fields: FieldPlan,
  context: object | undefined,
): Promise<ExtraValues> {
  const values = new Map<DocumentEntry, ReadonlyMap<string, unknown>>()
  for (const entry of [...primary, ...included]) {
    const ofEntry = new Map<string, unknown>()
    for (const field of fields.get(entry.resource.type)?.extraFields ?? []) {
      const { record, resource } = entry
      ofEntry.set(field.name, await extraValue(record, field, fields, resource.instance, context))
    }
    values.set(entry, ofEntry)
  }
  return values
}
