import type { Contract } from './contract.js'

/**
 * The contract as clients are told of it: a create that nobody can fill (JG701) is none. The server answers it with a
 * 422.
 */
export function withoutUnfilled(contract: Contract): Contract {
  const types = Object.entries(contract.resources)
  if (types.every(([, { actions }]) => actions.create.takes !== false)) return contract
  const resources = types.map(([type, resource]) => {
    const { actions } = resource
    const create = { ...actions.create, address: false, who: false }
    return [
      type,
      actions.create.takes === false ? { ...resource, actions: { ...actions, create } } : resource,
    ]
  })
  return { ...contract, resources: Object.fromEntries(resources) as Contract['resources'] }
}
