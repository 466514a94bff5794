import { InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { agree, describeIdentity, type Identity, identityNames, readIdentity } from './identity.js'
import { isFull } from '../../error/is-full.js'
import { isJsonObject, type JsonObject, pointerTo } from '../../value/json.js'

/** One member of `included`. */
export interface IncludedEntry {
  readonly identity: Identity
  readonly object: JsonObject
  readonly pointer: string
}

/** The members of `included` by each of their names (rule 11.1). */
export interface IncludedIndex {
  readonly entries: readonly IncludedEntry[]
  find(identity: Identity): IncludedEntry | undefined
}

/** Reads `included`; that two of its members are the same record is a fault of the second. */
export function indexIncluded(included: unknown, faults: JsonapiError[], strict: boolean): IncludedIndex {
  const entries: IncludedEntry[] = []
  const byName = new Map<string, IncludedEntry>()
  if (included !== undefined && !Array.isArray(included)) {
    faults.push(
      new InvalidDocument({
        detail: '"included" is a list of resource objects.',
        source: { pointer: '/included' },
      }),
    )
  }
  for (const [index, object] of (Array.isArray(included) ? included : []).entries()) {
    if (isFull(faults)) break
    const pointer = pointerTo('/included', index)
    if (!isJsonObject(object)) {
      faults.push(
        new InvalidDocument({ detail: 'A member of "included" is a resource object.', source: { pointer } }),
      )
      continue
    }
    const identity = readIdentity(object, pointer, faults, strict)
    if (identity) add({ identity, object, pointer }, entries, byName, faults)
  }
  return {
    entries,
    find: (identity) => {
      for (const name of identityNames(identity)) {
        const entry = byName.get(name)
        if (entry && agree(entry.identity, identity)) return entry
      }
      return undefined
    },
  }
}

function add(
  entry: IncludedEntry,
  entries: IncludedEntry[],
  byName: Map<string, IncludedEntry>,
  faults: JsonapiError[],
): void {
  const names = identityNames(entry.identity)
  const source = { pointer: entry.pointer }
  if (names.length === 0) {
    faults.push(
      new InvalidDocument({ detail: 'A member of "included" has an id, a temp-id or a lid.', source }),
    )
  } else if (names.some((name) => byName.has(name))) {
    faults.push(
      new InvalidDocument({ detail: `"included" has ${describeIdentity(entry.identity)} twice.`, source }),
    )
    // What names it by another of its names finds it.
    for (const name of names) if (!byName.has(name)) byName.set(name, entry)
  } else {
    entries.push(entry)
    for (const name of names) byName.set(name, entry)
  }
}
