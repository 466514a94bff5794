import assert from 'node:assert/strict'
import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { StatRequest } from '../adapter/stat-request.js'
import { CONTRACT_NODES } from './rows.js'

/** Checks that a count which says `distinct` is of a column's values, `total` included, and never the number of rows. */
export async function checkDistinctCount({
  adapter,
  resource,
}: {
  readonly adapter: Adapter
  readonly resource: AdapterResource
}): Promise<void> {
  const counted = async (column: string): Promise<unknown[]> => {
    const requests: StatRequest[] = [{ column, calculation: 'count', distinct: true }]
    return adapter.stats(adapter.all(resource), requests, resource)
  }
  assert.deepEqual(await counted('position'), [4])
  // The nodes have no such column: a store may refuse it, or take it for null everywhere.
  const total = await counted('total').catch((): unknown[] => [])
  assert.ok(!total.includes(CONTRACT_NODES.length), 'It has counted the rows.')
}
