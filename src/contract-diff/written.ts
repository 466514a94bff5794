import type { Contract } from '@jsonapi-gen/runtime/vocabulary'

/**
 * Whether requests could create and update records of a type, at its own paths or through other types' relationships.
 */
export interface Written {
  readonly isCreated: boolean
  readonly isUpdated: boolean
}

const NEVER: Written = { isCreated: false, isUpdated: false }

/**
 * Determines whether requests can write records of each type. A nested write goes through writable relationships,
 * starting from a type that can itself be written.
 */
export function writtenTypes(contract: Contract): (type: string) => Written {
  const found = new Map<string, Written>()
  const open: string[] = []
  const reach = (type: string, way: Written): void => {
    const { isCreated, isUpdated } = found.get(type) ?? NEVER
    const all = { isCreated: isCreated || way.isCreated, isUpdated: isUpdated || way.isUpdated }
    if (all.isCreated === isCreated && all.isUpdated === isUpdated) return
    found.set(type, all)
    open.push(type)
  }
  for (const [type, { actions }] of Object.entries(contract.resources)) {
    const { create, update } = actions
    reach(type, {
      isCreated: create.address && create.who !== false,
      isUpdated: update.address && update.who !== false,
    })
  }
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    const { isCreated = false } = found.get(type) ?? NEVER
    for (const { write, writeOn, types } of Object.values(contract.resources[type]?.relationships ?? {})) {
      if (write === false || (writeOn === 'create' && !isCreated)) continue
      for (const target of types) {
        const actions = contract.resources[target]?.actions
        if (!actions) continue
        reach(target, {
          isCreated: actions.create.who !== false,
          isUpdated: actions.update.who !== false,
        })
      }
    }
  }
  return (type) => found.get(type) ?? NEVER
}

/** Whether any write accepts a member, be it a create or an update. */
export function isTaken(
  { isCreated, isUpdated }: Written,
  { writeOn }: { readonly writeOn?: 'create' | 'update' },
): boolean {
  if (writeOn === undefined) return isCreated || isUpdated
  return writeOn === 'create' ? isCreated : isUpdated
}

/** The possible writes to a type, in the base and in the head. */
export interface BothWritten {
  readonly base: Written
  readonly head: Written
}
