import type {
  AttributeContract,
  Contract,
  RelationshipContract,
  ResourceContract,
} from '../contract/contract.js'
import { guardedText, guardMark } from './guards.js'
import { isWritten, resourceOf } from './includes.js'
import { exampleId } from './id-examples.js'
import { refTo, type Json, type JsonObject } from './json.js'
import { nestedRecords } from './nested-records.js'
import { idSchema, schemaName } from './schemas.js'
import { bodySchema, defaultOf, exampleOf } from './values.js'

/** What a write does to a record. */
export type WriteKind = 'create' | 'update'

/** The schemas of what a client sends: a create and an update of each type, and its records in a nested write. */
export function bodySchemas(contract: Contract): Readonly<Record<string, JsonObject>> {
  const nested = nestedRecords(contract)
  const schemas = Object.keys(contract.resources).flatMap((type): readonly [string, JsonObject][] => {
    const resource = resourceOf(type, contract)
    const kinds = (['create', 'update'] as const).filter((kind) => {
      const { address, who } = resource.actions[kind]
      return address && who !== false
    })
    return [
      ...kinds.map((kind): [string, JsonObject] => [
        schemaName(type, kind),
        documentOf(type, resource, kind, nested.of(type)),
      ]),
      [schemaName(type, 'nested'), nestedSchema(type, resource)],
    ]
  })
  return { ...Object.fromEntries(schemas), ...nested.schemas }
}

/** An example of a body; undefined where the schema tells no value of something that it needs. */
export function bodyExample(type: string, kind: WriteKind, contract: Contract): Json {
  const resource = resourceOf(type, contract)
  const attributes = writtenAttributes(resource, kind)
  const shown = attributes.filter(
    ([, { write, required }]) => write === true && (kind === 'create' ? required : true),
  )
  const examples = (kind === 'create' ? shown : shown.slice(0, 1)).map(
    ([name, each]) => [name, exampleOf(each)] as const,
  )
  if (examples.some(([, example]) => example === undefined)) return undefined
  const id = kind === 'update' ? exampleId(resource) : undefined
  if (kind === 'update' && id === undefined) return undefined
  if (kind === 'create' && resource.id.clientIds === 'required') return undefined
  const linked = kind === 'create' ? requiredRelationships(resource) : []
  const links = linked.map(([name, each]) => [name, linkExample(each, contract)] as const)
  if (links.some(([, link]) => link === undefined)) return undefined
  return {
    data: {
      type,
      ...(id !== undefined && { id }),
      attributes: Object.fromEntries(examples),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    },
  }
}

/** A link to a record whose id is an example too; undefined where no id is sure to be one. */
export function linkExample(
  { types: [type = ''], cardinality }: RelationshipContract,
  contract: Contract,
): Json {
  const id = exampleId(resourceOf(type, contract))
  if (id === undefined) return undefined
  return { data: cardinality === 'many' ? [{ type, id }] : { type, id } }
}

/** The linkage that a write gives, of one schema of an identifier. */
export function givenLinkage({ cardinality, takesNull }: RelationshipContract, one: JsonObject): JsonObject {
  if (cardinality === 'many') return { type: 'array', items: one }
  return takesNull ? { anyOf: [one, { type: 'null' }] } : one
}

function documentOf(
  type: string,
  resource: ResourceContract,
  kind: WriteKind,
  included: JsonObject | undefined,
): JsonObject {
  return {
    description: `${kind === 'create' ? 'A new record' : 'A change'} of ${type}${included ? ', with what its relationships bring along' : ''}.`,
    type: 'object',
    required: ['data'],
    properties: {
      data: recordSchema(type, resource, kind),
      ...(included && { included }),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: true,
  }
}

function recordSchema(type: string, resource: ResourceContract, kind: WriteKind): JsonObject {
  // A client never chooses an id of several columns.
  const clientIds = resource.id.key ? 'forbidden' : resource.id.clientIds
  const attributes = attributesSchema(resource, kind)
  const hasId = kind === 'update' || clientIds !== 'forbidden'
  const needsId = kind === 'update' || clientIds === 'required'
  const needsAttributes = 'required' in attributes
  const required = kind === 'create' ? requiredRelationships(resource).map(([name]) => name) : []
  return {
    type: 'object',
    required: [
      'type',
      ...(needsId ? ['id'] : []),
      ...(needsAttributes ? ['attributes'] : []),
      ...(required.length > 0 ? ['relationships'] : []),
    ],
    properties: {
      type: { type: 'string', const: type },
      ...(hasId && { id: idSchema(resource) }),
      'temp-id': {
        type: 'string',
        description: 'A name of the record in this request, which the answer repeats.',
      },
      lid: { type: 'string', description: 'The same, as JSON:API calls it.' },
      attributes,
      ...relationshipsMember(resource, kind, required),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: true,
  }
}

/** A record of a nested write: one that is there, by its id, or a new one. */
function nestedSchema(type: string, resource: ResourceContract): JsonObject {
  const { required: _, ...attributes } = attributesSchema(resource, 'create')
  return {
    description: `One of ${type} in a nested write.`,
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', const: type },
      id: {
        type: 'string',
        description:
          resource.id.key || resource.id.clientIds === 'forbidden'
            ? 'Of a record that is there: a new one has none.'
            : 'Of a record that is there, or of the new one.',
      },
      'temp-id': { type: 'string' },
      lid: { type: 'string' },
      attributes,
      ...relationshipsMember(resource, 'create', []),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: true,
  }
}

function attributesSchema(resource: ResourceContract, kind: WriteKind): JsonObject {
  const written = writtenAttributes(resource, kind)
  const required = written
    .filter(([, { required: isNeeded, write }]) => kind === 'create' && isNeeded && write === true)
    .map(([name]) => name)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      written.map(([name, attribute]) => {
        const { description, write } = attribute
        const text = guardedText(description ?? '', write)
        const preset = kind === 'create' ? defaultOf(attribute) : undefined
        return [
          name,
          {
            ...bodySchema(attribute),
            ...(text !== '' && { description: text }),
            ...(preset !== undefined && { default: preset }),
            ...guardMark(write),
          },
        ]
      }),
    ),
    // A member that begins with @ is ignored (rule 14.8).
    patternProperties: { '^@': true },
    additionalProperties: false,
  }
}

function writtenAttributes(
  { attributes }: ResourceContract,
  kind: WriteKind,
): readonly (readonly [string, AttributeContract])[] {
  return Object.entries(attributes).filter(
    ([, { write, writeOn }]) => write !== false && (writeOn === undefined || writeOn === kind),
  )
}

/** What every create has to give. Of what a guard may close, nobody has to give anything. */
function requiredRelationships({
  relationships,
}: ResourceContract): readonly (readonly [string, RelationshipContract])[] {
  return Object.entries(relationships).filter(
    ([, each]) => isWritten(each) && each.required && each.write === true,
  )
}

function relationshipsMember(
  { relationships }: ResourceContract,
  kind: WriteKind,
  required: readonly string[],
): JsonObject {
  const written = Object.entries(relationships).filter(
    ([, each]) => isWritten(each) && (each.writeOn ?? kind) === kind,
  )
  if (written.length === 0) return {}
  return {
    relationships: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        written.map(([name, relationship]) => {
          const text = guardedText(relationship.description ?? '', relationship.write)
          return [
            name,
            {
              ...(text !== '' && { description: text }),
              type: 'object',
              required: ['data'],
              properties: { data: writtenLinkage(relationship), meta: refTo('schemas', 'meta') },
              ...guardMark(relationship.write),
            },
          ]
        }),
      ),
      patternProperties: { '^@': true },
      additionalProperties: false,
    },
  }
}

function writtenLinkage(relationship: RelationshipContract): JsonObject {
  const { types } = relationship
  const one = {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: types },
      id: { type: 'string' },
      'temp-id': { type: 'string' },
      lid: { type: 'string' },
      method: {
        type: 'string',
        enum: ['create', 'update', 'destroy', 'disassociate'],
        description: 'What to do with the record; without it, it is linked.',
      },
      meta: refTo('schemas', 'meta'),
    },
  }
  return givenLinkage(relationship, one)
}
