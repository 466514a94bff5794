import type { Contract, FilterContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Json } from './json.js'
import { exampleInUrl } from './values.js'

/** An example of an id. */
export function exampleId({ id }: ResourceContract): string | undefined {
  if (id.key) return keyExample(id.key)
  switch (id.type) {
    case 'integer':
    case 'bigint':
      return '1'
    case 'uuid':
      return '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    case 'string':
      return 'id'
  }
}

/** An example value for a filter; undefined if no value is certainly valid. A composite id has its own form. */
export function filterExample(
  name: string,
  filter: FilterContract,
  resource: ResourceContract,
  contract: Contract,
): Json {
  const path = name.split('.')
  if (!filter.ids || path.at(-1) !== 'id') return exampleInUrl(filter)
  let owner: ResourceContract | undefined = resource
  for (const step of path.slice(0, -1)) {
    const types: readonly string[] = owner?.relationships[step]?.types ?? []
    owner = contract.resources[types[0] ?? '']
  }
  return owner?.id.key ? keyExample(owner.id.key) : exampleInUrl(filter)
}

/** The values of a key, separated by ~ (rule 11.11); undefined if one of them would have to be escaped. */
function keyExample(key: NonNullable<ResourceContract['id']['key']>): string | undefined {
  const values = key.map(({ type }) => String(exampleInUrl(type)))
  return values.every((value) => /^[\w.-]+$/.test(value)) ? values.join('~') : undefined
}
