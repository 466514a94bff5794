/**
 * A cache with a bound: it keeps the entries that were set last, up to its limit. The process keeps data of requests
 * only in such caches, so that no client can make its memory grow.
 *
 * ```ts
 * const queries = new BoundedCache<string, Query>(500);
 * ```
 */
export class BoundedCache<Key, Value> {
  readonly #size: number
  readonly #entries = new Map<Key, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Sets an entry as the newest one. If the cache is full, the oldest entry is dropped. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    const [oldest] = this.#entries.size < this.#size ? [] : this.#entries
    if (oldest) this.#entries.delete(oldest[0])
    this.#entries.set(key, value)
  }
}
