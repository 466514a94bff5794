import { computeExtraFields, extraValue } from '../reader/extra-values.js'
import type { CompiledResource } from '../resource/compile.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import type { Collected, DocumentEntry } from './collect.js'

/** The values of the extra fields in one document, by entry. */
export type ExtraValues = ReadonlyMap<DocumentEntry, ReadonlyMap<string, unknown>>

/**
 * Computes the requested extra fields of the records that have them (rule 7.2); their functions may be asynchronous.
 */
export async function extraValues(
  { primary, included }: Collected,
  fields: FieldPlan,
  context: object | undefined,
): Promise<ExtraValues> {
  const values = new Map<DocumentEntry, ReadonlyMap<string, unknown>>()
  // The records that a write returns are not read like the rest, but their values are computed together too.
  const open = new Map<CompiledResource, object[]>()
  for (const { record, resource } of [...primary, ...included]) {
    if (!fields.values.has(record)) open.set(resource, [...(open.get(resource) ?? []), record])
  }
  for (const [{ type, instance }, records] of open) {
    const together = fields.types.get(type)?.extraFields.filter((field) => field.values !== undefined) ?? []
    await computeExtraFields(records, together, fields, instance, context)
  }
  for (const entry of [...primary, ...included]) {
    const ofEntry = new Map<string, unknown>()
    for (const field of fields.types.get(entry.resource.type)?.extraFields ?? []) {
      const { record, resource } = entry
      ofEntry.set(field.name, await extraValue(record, field, fields, resource.instance, context))
    }
    values.set(entry, ofEntry)
  }
  return values
}
