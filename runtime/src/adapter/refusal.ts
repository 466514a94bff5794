import type { Adapter } from './adapter.js'
import type { AdapterResource } from './adapter-resource.js'
import type { Refusal } from './fault.js'

/** What a store has refused by an error; undefined for one that is none of its refusals. */
export function refusalOf(
  adapter: Adapter | undefined,
  error: unknown,
  resource?: AdapterResource,
): Refusal | undefined {
  const fault = adapter?.faultOf(error, resource)
  return fault === undefined || fault.kind === 'none' ? undefined : fault
}
