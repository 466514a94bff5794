import { refTo, type JsonObject } from './json.js'

type Named = Readonly<Record<string, JsonObject>>

/**
 * Equal parameters of several types are stored once, under a name without a type: `page_number` instead of
 * `authors_page_number` and `posts_page_number`. If several parameters would have the same name, the one that most
 * types share receives the name.
 */
export function shareParameters(
  paths: Named,
  components: Named,
): { readonly paths: Named; readonly components: Named } {
  const names = sharedNames(components)
  const references = new Map(
    [...names].map(([name, shared]) => [reference(name), refTo('parameters', shared)] as const),
  )
  return {
    paths: mapped(paths, (item) =>
      mapped(withShared(item, references), (each) => withShared(each, references)),
    ),
    components: Object.fromEntries(
      Object.entries(components)
        .map(([name, component]) => [names.get(name) ?? name, component] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
}

/** The new names of the components that receive one. */
function sharedNames(components: Named): ReadonlyMap<string, string> {
  const equal = new Map<string, string[]>()
  for (const [name, component] of Object.entries(components)) {
    const text = JSON.stringify(component)
    equal.set(text, [...(equal.get(text) ?? []), name])
  }
  const names = new Map<string, string>()
  const taken = new Set(Object.keys(components))
  for (const group of [...equal.values()].toSorted((one, other) => other.length - one.length)) {
    const [first = ''] = group
    const bare = first.replace(OF_TYPE, '')
    if (group.length === 1) continue
    const name = taken.has(bare) ? first : bare
    taken.add(name)
    for (const each of group) names.set(each, name)
  }
  return names
}

/** The beginning of a name: a type, in which `_` is never on its own. */
const OF_TYPE = /^(?:[^_]|_[_-])+_/

/** An operation or a path item whose parameters refer to the new names. */
function withShared(of: JsonObject, references: ReadonlyMap<unknown, JsonObject>): Named {
  const { parameters } = of as { readonly parameters?: readonly JsonObject[] }
  if (!parameters) return of as Named
  return { ...(of as Named), parameters: parameters.map((each) => shared(each, references)) as never }
}

const shared = (each: JsonObject, references: ReadonlyMap<unknown, JsonObject>): JsonObject =>
  references.get(each['$ref']) ?? each

const reference = (name: string): unknown => refTo('parameters', name)['$ref']

const mapped = (named: Named, change: (value: JsonObject) => JsonObject): Named =>
  Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, Array.isArray(value) ? value : change(value)]),
  )
