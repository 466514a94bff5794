import { extraValue } from '../read/extra-values.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import type { Collected, DocumentEntry } from './collect.js'

/** The values of the extra fields in one document, by entry. */
export type ExtraValues = ReadonlyMap<DocumentEntry, ReadonlyMap<string, unknown>>

/** Whether the request asks for any extra field. */
export function hasExtraValues(fields: FieldPlan): boolean {
  for (const { extraFields } of fields.values()) if (extraFields.length > 0) return true
  return false
}

/**
 * Computes the requested extra fields of the records that have them (rule 7.2); their functions may be asynchronous.
 */
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
