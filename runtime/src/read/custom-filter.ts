import { refusalOf } from '../adapter/refusal.js'
import { callHandler } from '../declare/handler.js'
import { InvalidFilterValue } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { ValidationError } from '../error/validation-error.js'
import type { CustomCondition } from '../plan/plan.js'
import type { FilterCaller } from '../plan/visibility.js'

/**
 * Narrows a scope by a filter of the application. If its function refuses a value, the error points at the filter's
 * parameter. Any other error is a fault of the application, and its log names the filter (rule 14.3).
 */
export async function narrowedByCustom(
  scope: unknown,
  { name, handler, value, parameter }: CustomCondition,
  { resource, instance, context }: FilterCaller,
): Promise<unknown> {
  try {
    const narrowed: unknown = await callHandler(instance, handler, [scope, value, context])
    if (narrowed === undefined) throw new Error('It returned no scope.')
    return narrowed
  } catch (error) {
    // The value comes from a parameter, so a pointer into a body would be wrong.
    if (error instanceof InvalidFilterValue && error.source?.parameter === undefined) {
      const { message: detail, meta, cause } = error
      throw new InvalidFilterValue({ detail, source: { parameter }, meta, cause })
    }
    const isMeant = error instanceof JsonapiError && !(error instanceof ValidationError)
    if (isMeant || refusalOf(resource.config.adapter, error, resource)) throw error
    throw new Error(
      `The function of the filter "${name}" of ${resource.type} failed. If it is to refuse a value, let it throw InvalidFilterValue, which is a 400.`,
      { cause: error },
    )
  }
}
