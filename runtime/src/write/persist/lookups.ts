import type { WriteAction } from '../../declare/config.js'
import { isLimited } from '../../plan/policies.js'
import type { PlainSideload } from '../../read/related-scope.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import type { FindWanted } from './find-permitted.js'
import { linkableRecords } from './find-records.js'

/** A relationship, and the resource of the records that it may link. */
export interface Linkable {
  readonly owner: CompiledResource
  readonly sideload: PlainSideload
  readonly target: CompiledResource
}

/** One scope, and the ids to find in it for one action. */
interface Looked {
  /** Ids to look up. */
  readonly wanted: Set<string>
  /** Ids that have been looked up. */
  readonly asked: Set<string>
  readonly found: Map<string, object>
}

/**
 * Finds the records that the relationships of a write link. Relationships with the same scope and the same action share
 * one lookup (rule 11.13).
 */
export class Lookups {
  readonly #scopes = new Map<object, Map<object, Map<WriteAction | undefined, Looked>>>()

  /** Announces an id, so that the first lookup of its scope includes it. */
  note(linkable: Linkable, id: string, action: WriteAction | undefined): void {
    const limited = action !== undefined && isLimited(linkable.target, action)
    this.#lookedIn(linkable, limited ? action : undefined).wanted.add(id)
  }

  /** The finder of one scope. */
  finder(linkable: Linkable): FindWanted {
    return async (ids, action) => {
      const looked = this.#lookedIn(linkable, action)
      if (ids.some((id) => !looked.asked.has(id))) await lookFor(linkable, looked, ids, action)
      return ids.flatMap((id) => looked.found.get(id) ?? [])
    }
  }

  /** The scope of a relationship: its own if it declares one, otherwise the base of the related resource. */
  #lookedIn({ owner, sideload, target }: Linkable, action: WriteAction | undefined): Looked {
    const hasScope = sideload.kind !== 'custom' && sideload.scope !== undefined
    const ofOwner = madeOnce(
      this.#scopes,
      hasScope ? owner : target,
      (): Map<object, Map<WriteAction | undefined, Looked>> => new Map(),
    )
    const ofScope = madeOnce(
      ofOwner,
      hasScope ? sideload : target,
      (): Map<WriteAction | undefined, Looked> => new Map(),
    )
    return madeOnce(ofScope, action, () => ({ wanted: new Set(), asked: new Set(), found: new Map() }))
  }
}

async function lookFor(
  { owner, sideload, target }: Linkable,
  { wanted, asked, found }: Looked,
  ids: readonly string[],
  action: WriteAction | undefined,
): Promise<void> {
  const missing = [...new Set([...ids, ...wanted])].filter((id) => !asked.has(id))
  for (const record of await linkableRecords(owner, sideload, target, missing, action)) {
    found.set(idOf(target, record), record)
  }
  for (const id of missing) asked.add(id)
}

function madeOnce<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
