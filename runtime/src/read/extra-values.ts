import { memberOf } from '../base/cast.js'
import type { ExtraFieldConfig } from '../declare/config.js'
import { callHandler } from '../declare/handler.js'
import type { Resource } from '../resource/operations.js'
import type { FieldPlan } from '../plan/plan-fields.js'

/** Values by request, because a resource may return the same records to several requests. */
const computed = new WeakMap<FieldPlan, WeakMap<object, ReadonlyMap<string, unknown>>>()

/**
 * Computes the requested extra fields of records as soon as the records are resolved: a sideload of the same name may
 * later replace what the field's scope has loaded (rule 7.2).
 */
export async function computeExtraFields(
  records: readonly object[],
  extraFields: readonly ExtraFieldConfig[],
  fields: FieldPlan,
  instance: Resource,
  context: object | undefined,
): Promise<void> {
  if (extraFields.length === 0) return
  const ofRequest = computed.get(fields) ?? new WeakMap<object, ReadonlyMap<string, unknown>>()
  computed.set(fields, ofRequest)
  for (const record of records) {
    const values = new Map<string, unknown>()
    for (const field of extraFields) values.set(field.name, await compute(record, field, instance, context))
    ofRequest.set(record, values)
  }
}

/** The value of an extra field: computed when the record was resolved, or its present member. */
export function extraValue(
  record: object,
  field: ExtraFieldConfig,
  fields: FieldPlan,
  instance: Resource,
  context: object | undefined,
): unknown {
  const known = computed.get(fields)?.get(record)
  return known?.has(field.name) === true ? known.get(field.name) : compute(record, field, instance, context)
}

function compute(
  record: object,
  { name, value }: ExtraFieldConfig,
  instance: Resource,
  context: object | undefined,
): unknown {
  return value === undefined ? memberOf(record, name) : callHandler(instance, value, [record, context])
}
