import type { AttributeContract, Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { linksOf } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipType } from './client-queries.js'
import { writtenType } from './client-values.js'
import type { LiteralMember } from './property.js'

/** Whether anybody may do an action, at the type's own address or through another's relationship. */
export function takesInputs({ actions }: ResourceContract, action: 'create' | 'update'): boolean {
  return actions[action].who !== false
}

/** What a create or an update of a type takes: attributes, and relationships as `ToOne` and `ToMany`. */
export function inputsOf(
  { id, attributes, relationships }: ResourceContract,
  action: 'create' | 'update',
  contract: Contract,
): readonly LiteralMember[] {
  const { resources } = contract
  const written = Object.entries(attributes).filter(([, attribute]) => isWritten(attribute, action))
  const led = Object.entries(relationships).filter(
    ([, each]) =>
      isWritten(each, action) && each.read !== false && each.types.some((type) => resources[type]),
  )
  const chosen = action === 'create' && id.clientIds !== 'forbidden' && id.key === undefined
  return [
    ...(chosen ? [{ name: 'id', type: 'string', isOptional: id.clientIds === 'allowed' }] : []),
    ...written.map(([name, attribute]) => ({
      name,
      type: writtenType(attribute),
      description: attribute.description,
      isOptional: action === 'update' || !attribute.required || attribute.write !== true,
    })),
    ...led.map(([name, relationship]) => ({
      name,
      type: relationshipType(
        relationship,
        relationship.takesNull === true,
        relationship.fills,
        linksOf(relationship, contract),
      ),
      description: relationship.description,
      isOptional: action === 'update' || !relationship.required || relationship.write !== true,
    })),
  ]
}

const isWritten = (
  { write, writeOn }: Pick<AttributeContract, 'write' | 'writeOn'>,
  action: 'create' | 'update',
): boolean => write !== false && (writeOn ?? action) === action
