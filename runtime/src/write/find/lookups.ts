import { madeOnce } from '../../base/made-once.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import type { WriteAction } from '../../declare/config.js'
import { denied } from '../../error/denial.js'
import type { Forbidden } from '../../error/errors.js'
import { isLimited } from '../../reader/policies/policies.js'
import { read } from '../../reader/reader.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentFrame } from '../../resource/frame.js'
import { type KnownRelation, relationOfGroup, scopeOf } from '../../resource/relations.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../request/node.js'

/** A record that a write names, and the action that the write performs on it, if any. */
export interface NamedRecord {
  readonly id: string
  readonly action: WriteAction | undefined
}

/** The records that references name, each with the action of its link, or else with that of the write on the record. */
export const namedBy = (references: readonly WriteReference[]): readonly NamedRecord[] =>
  references.map(({ node, action = node.action }) => ({ id: node.id ?? '', action }))

/** Finds records by ids; with an action, only the records whose policies permit it. */
export type FindNamed = (
  ids: readonly string[],
  action: WriteAction | undefined,
) => Promise<readonly object[]>

/** The found records by id, and the visible ids whose policies refuse the action. */
export interface Permitted {
  readonly found: ReadonlyMap<string, object>
  readonly refused: ReadonlyMap<string, WriteAction>
}

/** No records. */
export const NONE: Permitted = { found: new Map(), refused: new Map() }

/**
 * Finds the records that a write names, each within the policies of its action. Missing records are looked up again
 * without the action, to tell a refused action from a missing record (rule 14.10).
 */
export async function findPermitted(
  resource: CompiledResource,
  wanted: readonly NamedRecord[],
  find: FindNamed,
): Promise<Permitted> {
  const found = new Map<string, object>()
  const refused = new Map<string, WriteAction>()
  for (const action of new Set(wanted.map((one) => one.action))) {
    const ids = wanted.filter((one) => one.action === action).map(({ id }) => id)
    const limited = limitedAction(resource, action)
    for (const record of await find(ids, limited)) found.set(idOf(resource, record), record)
    const missing = limited ? ids.filter((id) => !found.has(id)) : []
    if (!limited || missing.length === 0) continue
    for (const record of await find(missing, undefined)) refused.set(idOf(resource, record), limited)
  }
  for (const id of refused.keys()) found.delete(id)
  return { found, refused }
}

/** The action, if policies limit it. */
const limitedAction = (
  resource: CompiledResource,
  action: WriteAction | undefined,
): WriteAction | undefined => (action && isLimited(resource, action) ? action : undefined)

/** The error for a visible record whose policies refuse the action. */
export function deniedRecord(
  { type }: CompiledResource,
  action: WriteAction,
  id: string,
  pointer: string | undefined,
): Forbidden {
  const { context } = currentFrame()
  return denied(
    { rule: `scopes.${action}`, resource: type, id, context },
    `This request is not allowed to ${action} this record of type "${type}".`,
    pointer,
  )
}

/** A relationship of a record in a write, which leads to one resource, and the existing records that it names. */
export interface NamedRelation {
  readonly relationship: WriteRelationship
  readonly relation: KnownRelation
  readonly named: readonly WriteReference[]
}

/** The relationships of a write that lead to one resource, parents before their children. */
export const namedRelationsIn = (nodes: readonly WriteNode[]): readonly NamedRelation[] =>
  nodes.flatMap(({ relationships }) =>
    relationships.flatMap((relationship): readonly NamedRelation[] => {
      const named = relationship.references.filter(
        ({ node: child, isInverse }) => !isInverse && child.id !== undefined && child.method !== 'create',
      )
      const relation = named[0]?.relation ?? relationOfGroup(relationship.declared, '')
      return relation ? [{ relationship, relation, named }] : []
    }),
  )

/**
 * The lookups of a write. Relationships with the same scope share one, and so one query for each action (rule 11.13).
 * Records whose lookups do not depend on other records are announced: those that new records link, and those that a
 * record links by its own keys.
 */
export class Lookups {
  readonly #scopes = new Map<object, Lookup>()

  constructor(relations: readonly NamedRelation[]) {
    for (const { relationship, relation, named } of relations) {
      if (relationship.node.method !== 'create' && relationship.declared.holder !== 'owner') continue
      this.of(relation).announce(named.filter(({ method }) => method === 'associate'))
    }
  }

  /** The lookup of a relationship: in its own scope if it declares one, otherwise in the base of the related resource. */
  of(relation: KnownRelation): Lookup {
    const about = scopeOf(relation) === undefined ? relation.target : relation
    return madeOnce(this.#scopes, about, () => new Lookup(relation))
  }
}

/** The ids to find in one scope for one action. */
interface Search {
  /** Ids to look up. */
  readonly wanted: Set<string>
  /** The records by ids that have been looked up; undefined for those that were not found. */
  readonly found: Map<string, object | undefined>
}

/** Finds the records of one scope that the relationships of a write link. */
class Lookup {
  readonly #relation: KnownRelation
  readonly #searches = new Map<WriteAction | undefined, Search>()

  constructor(relation: KnownRelation) {
    this.#relation = relation
  }

  /** Announces records, so that the first search includes them. */
  announce(references: readonly WriteReference[]): void {
    const { target } = this.#relation
    for (const { id, action } of namedBy(references)) {
      this.#searchFor(limitedAction(target, action)).wanted.add(id)
    }
  }

  /** Finds the records of references within the policies of their actions, each once. */
  find(references: readonly WriteReference[]): Awaitable<Permitted> {
    if (references.length === 0) return NONE
    const { target } = this.#relation
    return findPermitted(target, namedBy(references), (ids, action) => this.#load(ids, action))
  }

  async #load(ids: readonly string[], action: WriteAction | undefined): Promise<readonly object[]> {
    const { wanted, found } = this.#searchFor(action)
    if (ids.some((id) => !found.has(id))) {
      const missing = [...new Set([...ids, ...wanted])].filter((id) => !found.has(id))
      const relation = this.#relation
      const { target: resource } = relation
      const base = { kind: 'related', relation } as const
      for (const id of missing) found.set(id, undefined)
      for (const record of await read({ resource, base, ids: missing, action, lock: action !== undefined })) {
        found.set(idOf(resource, record), record)
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  #searchFor(action: WriteAction | undefined): Search {
    return madeOnce(this.#searches, action, () => ({ wanted: new Set(), found: new Map() }))
  }
}
