/** The value of a key in a map. If there is none, it is made and kept. */
export function madeOnce<Key, Value>(map: Growing<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}

/** A Map, or a WeakMap. */
interface Growing<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}
