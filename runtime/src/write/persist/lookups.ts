import { madeOnce } from '../../base/made-once.js'
import type { WriteAction } from '../../declare/config.js'
import { isLimited } from '../../plan/policies.js'
import type { PlainSideload } from '../../read/related-scope.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import type { FindNamed } from './find-permitted.js'
import { linkableRecords } from './find-records.js'

/** A relationship, and the resource of the records that it may link. */
export interface Linkable {
  readonly owner: CompiledResource
  readonly sideload: PlainSideload
  readonly target: CompiledResource
}

/** One scope, and the ids to find in it for one action. */
interface ScopeLookup {
  /** Ids to look up. */
  readonly wanted: Set<string>
  /** Ids that have been lookup up. */
  readonly searched: Set<string>
  readonly found: Map<string, object>
}

/**
 * Finds the records that the relationships of a write link. Relationships with the same scope and the same action share
 * one lookup (rule 11.13).
 */
export class Lookups {
  readonly #scopes = new Map<object, Map<object, Map<WriteAction | undefined, ScopeLookup>>>()

  /** Announces an id, so that the first lookup of its scope includes it. */
  note(linkable: Linkable, id: string, action: WriteAction | undefined): void {
    const limited = action !== undefined && isLimited(linkable.target, action)
    this.#lookupOf(linkable, limited ? action : undefined).wanted.add(id)
  }

  /** A record that was found before. Undefined if it was not, or if policies limit the action. */
  known(linkable: Linkable, id: string, action: WriteAction | undefined): object | undefined {
    const limited = action !== undefined && isLimited(linkable.target, action)
    return limited ? undefined : this.#lookupOf(linkable, undefined).found.get(id)
  }

  /** The finder of one scope. */
  finder(linkable: Linkable): FindNamed {
    return async (ids, action) => {
      const lookup = this.#lookupOf(linkable, action)
      if (ids.some((id) => !lookup.searched.has(id))) await findMissing(linkable, lookup, ids, action)
      return ids.flatMap((id) => lookup.found.get(id) ?? [])
    }
  }

  /** The scope of a relationship: its own if it declares one, otherwise the base of the related resource. */
  #lookupOf({ owner, sideload, target }: Linkable, action: WriteAction | undefined): ScopeLookup {
    const hasScope = sideload.kind !== 'custom' && sideload.scope !== undefined
    const ofOwner = madeOnce(
      this.#scopes,
      hasScope ? owner : target,
      (): Map<object, Map<WriteAction | undefined, ScopeLookup>> => new Map(),
    )
    const ofScope = madeOnce(
      ofOwner,
      hasScope ? sideload : target,
      (): Map<WriteAction | undefined, ScopeLookup> => new Map(),
    )
    return madeOnce(ofScope, action, () => ({ wanted: new Set(), searched: new Set(), found: new Map() }))
  }
}

async function findMissing(
  { owner, sideload, target }: Linkable,
  { wanted, searched, found }: ScopeLookup,
  ids: readonly string[],
  action: WriteAction | undefined,
): Promise<void> {
  const missing = [...new Set([...ids, ...wanted])].filter((id) => !searched.has(id))
  for (const record of await linkableRecords(owner, sideload, target, missing, action)) {
    found.set(idOf(target, record), record)
  }
  for (const id of missing) searched.add(id)
}
