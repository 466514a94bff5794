import { type Identity, NAME_KINDS } from './identity.js'

/** Values of one type by each kind of name. */
type OfType<Value> = Record<(typeof NAME_KINDS)[number], Map<string, Value> | undefined>

/**
 * Values by the names that identify records within a request (rule 11.1). Types and names are used as keys directly,
 * because joining type and name into one key takes several times as long.
 */
export class Named<Value> {
  readonly #types = new Map<string, OfType<Value>>()

  /** The first value found by the names of an identity that fits. */
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

  /** Adds a value under the names that have none yet. */
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
    const values: OfType<Value> = { id: undefined, tempId: undefined, lid: undefined }
    this.#types.set(type, values)
    return values
  }
}
