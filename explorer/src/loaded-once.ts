/** A Map or a WeakMap of values that are being loaded, or have been. */
interface Loading<Key, Value> {
  get(key: Key): Promise<Value> | undefined
  set(key: Key, value: Promise<Value>): unknown
  delete(key: Key): boolean
}

/** Returns the value of a key, which is loaded once. If loading fails, the next call tries again. */
export function loadedOnce<Key, Value>(
  known: Loading<Key, Value>,
  key: Key,
  load: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(key)
  if (value) return value
  const loading = load()
  known.set(key, loading)
  loading.catch(() => known.delete(key))
  return loading
}
