import type {
  AttributeContract,
  Contract,
  RelationshipContract,
  ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { linksOf, waysToGive } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipType } from './client-queries.js'
import { writtenType } from './client-values.js'
import { docOf } from './deprecated-doc.js'
import type { Choice, LiteralMember } from './property.js'

/**
 * Whether at least some clients may perform an action, at the type's own path or through another type's relationship.
 */
export function takesInputs({ actions }: ResourceContract, action: 'create' | 'update'): boolean {
  return actions[action].who !== false
}

/**
 * The input for creating or updating a type's records: independent members, and groups that require one of
 * their members.
 */
export interface Inputs {
  readonly members: readonly LiteralMember[]
  readonly choices: readonly Choice[]
}

/** The input for creating or updating a type's records: attributes, and relationships as `ToOne` and `ToMany`. */
export function inputsOf(
  resource: ResourceContract,
  action: 'create' | 'update',
  contract: Contract,
): Inputs {
  const { id, attributes, relationships } = resource
  const written = Object.entries(attributes).filter(([, attribute]) => isWritten(attribute, action))
  const led = Object.entries(relationships).filter(
    ([, each]) =>
      isWritten(each, action) && each.read !== false && each.types.some((type) => contract.resources[type]),
  )
  const isChosen = action === 'create' && id.clientIds !== 'forbidden' && id.key === undefined
  const isNeeded = ({ required, write }: Pick<AttributeContract, 'required' | 'write'>): boolean =>
    action === 'create' && required && write === true
  const given = new Set([...led.map(([name]) => name), ...(isChosen ? ['id'] : [])])
  const demanded = action === 'create' ? waysToGive(resource, (name) => given.has(name)) : []
  const lists = demanded.filter(({ length }) => length > 1)
  const inLists = new Set(lists.flat(2))
  const onlyWay = new Set(demanded.filter(({ length }) => length === 1).flat(2))
  return {
    members: [
      ...(isChosen && !inLists.has('id') ? [idMember(id.clientIds === 'allowed' && !onlyWay.has('id'))] : []),
      ...written.map(([name, attribute]) => ({
        name,
        type: writtenType(attribute),
        description: docOf(attribute),
        isOptional: !isNeeded(attribute),
      })),
      ...led
        .filter(([name]) => !inLists.has(name))
        .map(([name, each]) => linkMember(name, each, !isNeeded(each) && !onlyWay.has(name), contract)),
    ],
    choices: lists.map((ways) => {
      const names = new Set(ways.flat())
      return ways.map((way) => [
        ...(names.has('id') ? [idMember(!way.includes('id'))] : []),
        ...led
          .filter(([name]) => names.has(name))
          .map(([name, each]) => linkMember(name, each, !way.includes(name), contract)),
      ])
    }),
  }
}

const idMember = (isOptional: boolean): LiteralMember => ({ name: 'id', type: 'string', isOptional })

/** A relationship in an input, which cannot be null if a create must set it. */
function linkMember(
  name: string,
  relationship: RelationshipContract,
  isOptional: boolean,
  contract: Contract,
): LiteralMember {
  const { fills, takesNull = false } = relationship
  const links = linksOf(relationship, contract)
  return {
    name,
    type: relationshipType(relationship, takesNull && isOptional, fills, links),
    description: docOf(relationship),
    isOptional,
  }
}

const isWritten = (
  { write, writeOn }: Pick<AttributeContract, 'write' | 'writeOn'>,
  action: 'create' | 'update',
): boolean => write !== false && (writeOn ?? action) === action
