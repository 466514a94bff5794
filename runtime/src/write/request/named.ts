import { type Identity, NAME_KINDS } from './identity.js'

/** The values of one type by each kind of name. */
type OfType<Value> = Record<(typeof NAME_KINDS)[number], Map<string, Value> | undefined>

/**
 * What a request says of records, by the names under which they can be found in it (rule 11.1). A name is looked up as it stands
 * there: a key that is put together of type and name takes several times as long.
 */
export class Named<Value> {
  readonly #types = new Map<string, OfType<Value>>()

  /** The value under the first of the names that has one which fits. */
  find(identity: Identity, fits?: (value: Value, identity: Identity) => boolean): Value | undefined {
    const ofType = this.#types.get(identity.type)
    if (!ofType) return undefined
    for (const kind of NAME_KINDS) {
      const name = identity[kind]
      const value = name === undefined ? undefined : ofType[kind]?.get(name)
      if (value !== undefined && (!fits || fits(value, identity))) return value
    }
    return undefined
  }

  /** Puts a value under those of the names that have none. */
  add(identity: Identity, value: Value): void {
    const ofType = this.#ofType(identity.type)
    for (const kind of NAME_KINDS) {
      const name = identity[kind]
      if (name === undefined) continue
      const ofKind = (ofType[kind] ??= new Map<string, Value>())
      if (!ofKind.has(name)) ofKind.set(name, value)
    }
  }

  #ofType(type: string): OfType<Value> {
    const known = this.#types.get(type)
    if (known) return known
    const made: OfType<Value> = { id: undefined, tempId: undefined, lid: undefined }
    this.#types.set(type, made)
    return made
  }
}
