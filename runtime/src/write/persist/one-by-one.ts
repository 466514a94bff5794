import type { Adapter, AdapterResource } from '../../adapter/adapter.js'

/** The store has refused what was written together: each is written by itself then, to tell which of them it is. */
export class OneByOne extends Error {}

/** What is thrown if the store has refused several records together: the refusal itself if it is none of a single record's. */
export function refusedTogether(error: unknown, adapter: Adapter, resource: AdapterResource): unknown {
  const kind = adapter.faultOf(error, resource)?.kind
  const isOfAll = kind === 'conflict' || kind === 'busy' || kind === 'unavailable'
  return isOfAll ? error : new OneByOne('The store has refused several records.', { cause: error })
}
