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

/** A function that creates a value for each object only once. The value lives as long as its object. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => madeOnce(known, key, () => make(key))
}

/** A function that loads a value for each object once. If loading fails, the next call tries again. */
export function loadedOncePer<Key extends object, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new WeakMap<Key, Promise<Value>>()
  return (key) =>
    madeOnce(known, key, () =>
      load(key).catch((error: unknown) => {
        known.delete(key)
        throw error
      }),
    )
}
