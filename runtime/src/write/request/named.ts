import { type Identity, NAME_KINDS } from './identity.js'

/** The values of one type by each kind of name. */
type OfType<Value> = Readonly<Record<(typeof NAME_KINDS)[number], Map<string, Value>>>

/**
 * What a request says of records, by the names under which they can be found in it (rule 11.1). A name is looked up as it stands
 * there: a key that is put together of type and name takes several times as long.
 */
export class Named<Value> {
  readonly #types = new Map<string, OfType<Value>>()

  /** The value under the first of the names that has one which fits. */
  find(identity: Identity, fits: (value: Value) => boolean = () => true): Value | undefined {
    const ofType = this.#types.get(identity.type)
    if (!ofType) return undefined
    for (const kind of NAME_KINDS) {
      const name = identity[kind]
      const value = name === undefined ? undefined : ofType[kind].get(name)
      if (value !== undefined && fits(value)) return value
    }
    return undefined
  }

  /** Puts a value under those of the names that have none. */
  add(identity: Identity, value: Value): void {
    const ofType = this.#ofType(identity.type)
    for (const kind of NAME_KINDS) {
      const name = identity[kind]
      if (name !== undefined && !ofType[kind].has(name)) ofType[kind].set(name, value)
    }
  }

  #ofType(type: string): OfType<Value> {
    const known = this.#types.get(type)
    if (known) return known
    const made: OfType<Value> = { id: new Map(), tempId: new Map(), lid: new Map() }
    this.#types.set(type, made)
    return made
  }
}
