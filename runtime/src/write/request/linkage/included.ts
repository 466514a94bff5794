import { InvalidDocument, isFull } from '../../../error/errors.js'
import type { JsonapiError } from '../../../error/jsonapi-error.js'
import { mayBeSameRecord, describeIdentity, type Identity, isNamed, readIdentity } from '../identity.js'
import { isJsonObject, type JsonObject, pointerTo } from '../../../value/json.js'
import { Named } from '../named.js'

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

/** Reads `included`; if two members are the same record, the second one is a fault. */
export function indexIncluded(included: unknown, faults: JsonapiError[], strict: boolean): IncludedIndex {
  const entries: IncludedEntry[] = []
  const named = new Named<IncludedEntry>()
  if (included !== undefined && !Array.isArray(included)) {
    faults.push(
      new InvalidDocument({
        detail: '"included" must be a list of resource objects.',
        source: { pointer: '/included' },
      }),
    )
  }
  for (const [index, object] of (Array.isArray(included) ? included : []).entries()) {
    if (isFull(faults)) break
    const pointer = pointerTo('/included', index)
    if (!isJsonObject(object)) {
      faults.push(
        new InvalidDocument({
          detail: 'A member of "included" must be a resource object.',
          source: { pointer },
        }),
      )
      continue
    }
    const identity = readIdentity(object, pointer, faults, strict)
    if (identity) add({ identity, object, pointer }, entries, named, faults)
  }
  return {
    entries,
    find: (identity) => named.find(identity, isOf),
  }
}

const isOf = (entry: IncludedEntry, identity: Identity): boolean => mayBeSameRecord(entry.identity, identity)

function add(
  entry: IncludedEntry,
  entries: IncludedEntry[],
  named: Named<IncludedEntry>,
  faults: JsonapiError[],
): void {
  const { identity, pointer } = entry
  const refuse = (detail: string): void => {
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
  if (!isNamed(identity)) return refuse('A member of "included" needs an id, a temp-id or a lid.')
  if (named.find(identity)) refuse(`"included" contains ${describeIdentity(identity)} twice.`)
  else entries.push(entry)
  // Also found by its other names, even if this one is taken.
  named.add(identity, entry)
}
