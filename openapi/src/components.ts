import { refTo, type Json, type JsonObject } from './json.js'

/** The kinds of what stands once, under `components`. */
export type ComponentKind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'requestBodies'

/** What a document has under `components`, as operations come to need it. */
export interface Components {
  /** A reference to a component. What is equal stands once, and of one name, those that differ are counted. */
  share(kind: ComponentKind, name: string, value: JsonObject): JsonObject
  /** A reference to a component that has its name to itself. */
  name(kind: ComponentKind, name: string, value: JsonObject): JsonObject
  /** Those of a kind, ordered by name. */
  all(kind: ComponentKind): Readonly<Record<string, JsonObject>>
}

/** Makes a collection of components, which begins with none. */
export function collectComponents(): Components {
  const kinds = new Map<ComponentKind, Map<string, JsonObject>>()
  const of = (kind: ComponentKind): Map<string, JsonObject> => {
    const known = kinds.get(kind)
    if (known) return known
    const made = new Map<string, JsonObject>()
    kinds.set(kind, made)
    return made
  }
  // A thousand resources have a million references: those to one component are one object.
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
