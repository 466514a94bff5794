import type { Contract } from './contract.js'

/**
 * The contract as clients see it, without create actions whose required members nobody can set (JG701). The server rejects such requests with
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
