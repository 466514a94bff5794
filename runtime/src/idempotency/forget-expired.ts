import type { Registry } from '../resource/registry.js'
import { compile } from '../resource/compile.js'
import { KEY_MODEL } from './idempotency-options.js'
import { keyRowsOf } from './key-rows.js'

/** How many rows one statement deletes. */
const BATCH = 500

/** Deletes the rows of all keys whose time is over, in batches. Returns how many there were. */
export async function forgetExpired(registry: Registry, model: string = KEY_MODEL): Promise<number> {
  const stores = new Map<object, ReturnType<typeof keyRowsOf>>()
  for (const resourceClass of registry.values()) {
    const resource = compile(resourceClass)
    const rows = keyRowsOf(resource, model)
    if (rows) stores.set(resource.facts().store, rows)
  }
  let sum = 0
  for (const rows of stores.values()) {
    for (let count = BATCH; count > 0; sum += count) count = (await rows?.forgetSome(BATCH)) ?? 0
  }
  return sum
}
