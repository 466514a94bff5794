/**
 * What was made once and may be needed again: at most so many entries, those that were set last. All that a process keeps of what
 * requests ask for is kept in one of these, so that no client makes it grow.
 *
 * ```ts
 * const queries = new BoundedCache<string, Query>(500)
 * ```
 */
export class BoundedCache<Key, Value> {
  readonly #most: number
  readonly #entries = new Map<Key, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** The first value that a condition holds for. */
  find(holds: (value: Value, key: Key) => boolean): Value | undefined {
    for (const [key, value] of this.#entries) if (holds(value, key)) return value
    return undefined
  }

  /** Sets an entry as the last one. The eldest makes room for it. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    const [eldest] = this.#entries.size < this.#most ? [] : this.#entries
    if (eldest) this.#entries.delete(eldest[0])
    this.#entries.set(key, value)
  }
}
