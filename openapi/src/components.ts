import { refTo, type Json, type JsonObject } from './json.js'

/** The kinds of shared parts, which are under `components`. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'requestBodies'

/** The components of a document, which are collected as operations need them. */
export interface Components {
  /**
   * A reference to a component. Equal components are stored once, and different components with the same name are
   * numbered.
   */
  share(kind: ComponentKind, name: string, value: JsonObject): JsonObject
  /** A reference to a component whose name no other component has. */
  name(kind: ComponentKind, name: string, value: JsonObject): JsonObject
  /** The components of a kind, ordered by name. */
  all(kind: ComponentKind): Readonly<Record<string, JsonObject>>
}

/** Creates an empty collection of components. */
export function collectComponents(): Components {
  const kinds = new Map<ComponentKind, Map<string, JsonObject>>()
  const of = (kind: ComponentKind): Map<string, JsonObject> => {
    const known = kinds.get(kind)
    if (known) return known
    const made = new Map<string, JsonObject>()
    kinds.set(kind, made)
    return made
  }
  // A thousand resources have a million references, so all references to a component are the same object.
  const references = new Map<Json, JsonObject>()
  const referTo = (kind: ComponentKind, name: string): JsonObject => {
    const made = refTo(kind, name)
    const known = references.get(made['$ref'])
    if (known) return known
    references.set(made['$ref'], made)
    return made
  }
  const texts = new Map<string, string>()
  return {
    share(kind, name, value) {
      const text = `${kind} ${name} ${JSON.stringify(value)}`
      let component = texts.get(text)
      for (let count = 1; component === undefined; count++) {
        const free = count === 1 ? name : `${name}_${count}`
        if (!of(kind).has(free)) component = free
      }
      texts.set(text, component)
      return this.name(kind, component, value)
    },
    name(kind, name, value) {
      const named = of(kind)
      if (!named.has(name)) named.set(name, value)
      return referTo(kind, name)
    },
    all: (kind) => Object.fromEntries([...of(kind)].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}
