import { memberOf } from '../base/cast.js'
import type { ExtraFieldConfig } from '../declare/config.js'
import { callHandler, type Handler } from '../declare/handler.js'
import type { Resource } from '../resource/operations.js'
import type { FieldPlan } from '../plan/plan-fields.js'

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
  const together = await computeTogether(records, extraFields, instance, context)
  for (const [index, record] of records.entries()) {
    const values = new Map<string, unknown>()
    for (const field of extraFields) {
      const row = field.values && together.get(field.values)?.[index]
      values.set(
        field.name,
        row ? memberOf(row, field.name) : await compute(record, field, instance, context),
      )
    }
    fields.values.set(record, values)
  }
}

/**
 * Calls each function that computes fields of all records together: once, however many records and fields there are.
 */
async function computeTogether(
  records: readonly object[],
  extraFields: readonly ExtraFieldConfig[],
  instance: Resource,
  context: object | undefined,
): Promise<ReadonlyMap<Handler, readonly object[]>> {
  const names = new Map<Handler, string[]>()
  for (const { name, values } of extraFields) {
    if (values !== undefined) names.set(values, [...(names.get(values) ?? []), name])
  }
  const rows = new Map<Handler, readonly object[]>()
  for (const [handler, of] of records.length === 0 ? [] : names) {
    const found = await callHandler(instance, handler, [records, of, context])
    if (!isListOfObjects(found) || found.length !== records.length) {
      const method = typeof handler === 'string' ? handler : 'values'
      throw new TypeError(
        `${instance.constructor.name}.${method} must return a list of objects with the values of ${of.join(', ')}, one for each record, in the order of the records.`,
      )
    }
    rows.set(handler, found)
  }
  return rows
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)

/** The value of an extra field: computed when the record was resolved, or its present member. */
export function extraValue(
  record: object,
  field: ExtraFieldConfig,
  fields: FieldPlan,
  instance: Resource,
  context: object | undefined,
): unknown {
  const known = fields.values.get(record)
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
