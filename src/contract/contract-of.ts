import { CONTRACT_VERSION, type Contract, named, offeredResource } from '@jsonapi-gen/runtime/vocabulary'
import { deepFreeze } from '../schema/freeze.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { describe, type DescribedResource } from './described.js'
import { LIMITS } from './limits.js'

/**
 * Returns a schema's contract. This is a pure function: the same schema always results in the same contract, regardless
 * of the order of its parts.
 */
export function contractOf(schema: Schema): Contract {
  const known = new Map<ResourceSchema, DescribedResource>()
  const describeOnce = (resource: ResourceSchema): DescribedResource => {
    const described = known.get(resource) ?? describe(resource, schema)
    known.set(resource, described)
    return described
  }
  return deepFreeze({
    contract: CONTRACT_VERSION,
    limits: LIMITS,
    defaultScopes: named(schema.defaultScopes.map(({ name, policies }) => [name, policies])),
    ...(schema.idempotency && { idempotency: true }),
    resources: named(
      schema.resources.map((resource) => [resource.type, offeredResource(resource, describeOnce)]),
    ),
  })
}
