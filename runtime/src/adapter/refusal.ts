import type { Adapter } from './adapter.js'
import type { AdapterResource } from './adapter-resource.js'
import type { Refusal } from './fault.js'

/** The store's refusal behind an error; undefined if the error is not a refusal. */
export function refusalOf(
  adapter: Adapter | undefined,
  error: unknown,
  resource?: AdapterResource,
): Refusal | undefined {
  const fault = adapter?.faultOf(error, resource)
  return fault === undefined || fault.kind === 'none' ? undefined : fault
}
