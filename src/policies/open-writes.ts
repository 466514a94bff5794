import type { Contract, RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'
import type { Action } from '../schema/types.js'

/** A kind of write. */
export type WriteAction = Exclude<Action, 'index' | 'show'>

const WRITES = ['create', 'update', 'destroy'] as const

/** The writes to each type, in order; empty for an unknown type. */
export type WritesOf = (type: string) => readonly WriteAction[]

/**
 * The writes that are open to everybody: at a path, nested, through links or through operations (rule 14.18). A guard
 * of the action, or a scope for update or destroy, closes a write to everybody. A create counts if everybody may write
 * all the members that it needs, and an update if everybody may write at least one field with it.
 */
export const openWrites = (contract: Contract): WritesOf => reached(contract, EVERYBODY).done

/** The writes that at least some clients may perform. */
export const possibleWrites = (contract: Contract): WritesOf => reached(contract, SOMEBODY).done

/** The actions open to everybody, whether or not anyone may write the required fields. */
export const attemptsOfAll = (contract: Contract): WritesOf => reached(contract, EVERYBODY).attempted

/**
 * The actions that are open to a request that passes all guards except one, regardless of whether it may write the
 * required fields.
 */
export const attemptsWithout = (guard: string, contract: Contract): WritesOf =>
  reached(contract, {
    passes: (who) => who === true || (who !== false && !who.includes(guard)),
    isInScopes: true,
  }).attempted

/** A group of writers: the guards that they pass, and whether scopes let them change any record. */
interface Writers {
  readonly passes: (who: Who) => boolean
  readonly isInScopes: boolean
}

const EVERYBODY: Writers = { passes: (who) => who === true, isInScopes: false }
const SOMEBODY: Writers = { passes: (who) => who !== false, isInScopes: true }

interface Reached {
  /** The permitted actions. */
  readonly attempted: WritesOf
  /** The permitted actions that have an effect. */
  readonly done: WritesOf
}

/**
 * A nested write uses the relationships of each type that is created or updated. A link through a join model creates or
 * destroys a record of that model.
 */
function reached(contract: Contract, writers: Writers): Reached {
  const { resources } = contract
  const attempted = new Map<string, Set<WriteAction>>()
  const done = new Map<string, Set<WriteAction>>()
  const open: string[] = []
  const reach = (type: string, actions: readonly WriteAction[], isLinked: boolean): void => {
    const resource = resources[type]
    if (!resource) return
    const permitted = actions.filter((action) => permits(resource, action, writers))
    const more = permitted.filter(
      (action) => !done.get(type)?.has(action) && hasEffect(resource, action, isLinked, writers),
    )
    attempted.set(type, new Set([...(attempted.get(type) ?? []), ...permitted]))
    if (more.length === 0) return
    done.set(type, new Set([...(done.get(type) ?? []), ...more]))
    open.push(type)
  }
  for (const [type, { actions }] of Object.entries(resources)) {
    const served = WRITES.filter((action) => actions[action].address)
    reach(type, served, false)
  }
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const here = done.get(type)
    for (const [name, relationship] of Object.entries(resources[type]?.relationships ?? {})) {
      const { write, writeOn, types, through } = relationship
      const ways = writeOn === 'create' ? (['create'] as const) : (['create', 'update'] as const)
      if (!writers.passes(write) || !ways.some((way) => here?.has(way))) continue
      for (const target of types) {
        reach(target, WRITES, !keepsTarget(name, relationship, resources[target]))
      }
      for (const join of through ?? []) reach(join, ['create', 'destroy'], true)
    }
  }
  const of =
    (found: ReadonlyMap<string, ReadonlySet<WriteAction>>): WritesOf =>
    (type) =>
      WRITES.filter((action) => found.get(type)?.has(action))
  return { attempted: of(attempted), done: of(done) }
}

function permits(
  { actions, scopes }: ResourceContract,
  action: WriteAction,
  { passes, isInScopes }: Writers,
): boolean {
  if (!passes(actions[action].who)) return false
  return action === 'create' || isInScopes || (scopes[action] ?? []).length === 0
}

/** Whether a permitted action can have an effect: a link from another record also changes a record. */
function hasEffect(
  resource: ResourceContract,
  action: WriteAction,
  isLinked: boolean,
  { passes }: Writers,
): boolean {
  switch (action) {
    case 'create':
      return passes(resource.actions.create.takes ?? true)
    case 'update': {
      const { attributes, relationships, version } = resource
      const taken = [
        ...Object.entries(attributes).flatMap(([name, each]) => (name === version ? [] : each)),
        ...Object.values(relationships),
      ]
      return isLinked || taken.some(({ write, writeOn }) => writeOn !== 'create' && passes(write))
    }
    case 'destroy':
      return true
  }
}

/**
 * Whether a link certainly changes nothing in its target record, because the other record or a join model has the key.
 */
function keepsTarget(
  name: string,
  { cardinality, nullable, polymorphic, through }: RelationshipContract,
  target: ResourceContract | undefined,
): boolean {
  if (through || polymorphic || (cardinality === 'one' && !nullable)) return true
  const back = Object.values(target?.relationships ?? {})
  return cardinality === 'one' && back.some(({ fills }) => fills?.includes(name))
}
