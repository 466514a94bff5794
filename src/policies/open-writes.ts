import type { Contract, ResourceContract } from '../contract/contract.js'
import type { Who } from '../contract/who.js'
import type { Action } from '../schema/types.js'

/** What a write does to a record. */
export type WriteAction = Exclude<Action, 'index' | 'show'>

const WRITES = ['create', 'update', 'destroy'] as const

/** The writes of each type, in their order; none of a type that is not there. */
type WritesOf = (type: string) => readonly WriteAction[]

/**
 * What everybody may write, by its own address, nested, by links or by operations (rule 14.18). A guard of the action closes it
 * to everybody, and so does a scope of update or destroy of its own.
 */
export const openWrites = (contract: Contract): WritesOf =>
  reached(contract, {
    does: ({ actions, scopes }, action) =>
      actions[action].who === true && (action === 'create' || (scopes[action] ?? []).length === 0),
    links: (who) => who === true,
  })

/** What somebody may write, whoever that is. */
export const possibleWrites = (contract: Contract): WritesOf =>
  reached(contract, {
    does: ({ actions }, action) => actions[action].who !== false,
    links: (who) => who !== false,
  })

/** Those who write: what they may do to a record, and which relationships they may write. */
interface Writers {
  readonly does: (resource: ResourceContract, action: WriteAction) => boolean
  readonly links: (who: Who) => boolean
}

/**
 * A nested write goes through the relationships of each type that is created or updated. A link through a join model creates or
 * destroys a record of it.
 */
function reached({ resources }: Contract, { does, links }: Writers): WritesOf {
  const found = new Map<string, ReadonlySet<WriteAction>>()
  const open: string[] = []
  const reach = (type: string, actions: readonly WriteAction[]): void => {
    const resource = resources[type]
    const known = found.get(type)
    const more = actions.filter((action) => resource && !known?.has(action) && does(resource, action))
    if (more.length === 0) return
    found.set(type, new Set([...(known ?? []), ...more]))
    open.push(type)
  }
  for (const [type, { actions }] of Object.entries(resources)) {
    reach(
      type,
      WRITES.filter((action) => actions[action].address),
    )
  }
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const here = found.get(type)
    for (const { write, writeOn, types, through } of Object.values(resources[type]?.relationships ?? {})) {
      const ways = writeOn === 'create' ? (['create'] as const) : (['create', 'update'] as const)
      if (!links(write) || !ways.some((way) => here?.has(way))) continue
      for (const target of types) reach(target, WRITES)
      for (const join of through ?? []) reach(join, ['create', 'destroy'])
    }
  }
  return (type) => WRITES.filter((action) => found.get(type)?.has(action))
}
