import type { Registry } from '../../resource/registry.js'
import { compile, type CompiledResource } from '../../resource/compile.js'
import { withRetries } from '../../write/unit/retry.js'
import { KEY_MODEL } from './idempotency-options.js'
import { type KeyRows, keyRowsOf } from './key-rows.js'

/** How many rows one statement deletes. */
const BATCH = 500

/** Deletes the rows of all keys whose time is over, in batches. Returns how many there were. */
export async function forgetExpired(registry: Registry, model: string = KEY_MODEL): Promise<number> {
  const stores = new Map<object, { readonly resource: CompiledResource; readonly rows: KeyRows }>()
  for (const resourceClass of registry.values()) {
    const resource = compile(resourceClass)
    const rows = keyRowsOf(resource, model)
    if (rows) stores.set(resource.facts().store, { resource, rows })
  }
  let sum = 0
  for (const { resource, rows } of stores.values()) {
    // Requests that take such keys anew lock the same rows, and the database may end either of them as a deadlock.
    const forgetSome = (): Promise<number> => withRetries(resource, () => rows.forgetSome(BATCH))
    for (let count = BATCH; count > 0; sum += count) count = await forgetSome()
  }
  return sum
}
