import type {
  AttributeContract,
  Contract,
  RelationshipContract,
  ResourceContract,
} from '../contract/contract.js'
import { guardedText, guardMark } from './guards.js'
import { resourceOf } from './includes.js'
import { refTo, type Json, type JsonObject } from './json.js'
import { idSchema, oneOf, schemaName } from './schemas.js'
import { bodySchema, exampleOf } from './values.js'

/** What a write does to a record. */
export type WriteKind = 'create' | 'update'

/** The schemas of what a client sends: a create and an update of each type, and its records in a nested write. */
export function bodySchemas(contract: Contract): Readonly<Record<string, JsonObject>> {
  const types = Object.keys(contract.resources)
  return Object.fromEntries(
    types.flatMap((type): readonly [string, JsonObject][] => {
      const resource = resourceOf(type, contract)
      const { actions } = resource
      return [
        ...(actions.create.address && actions.create.who !== false
          ? [
              [schemaName(type, 'create'), documentOf(type, resource, 'create', contract)] as [
                string,
                JsonObject,
              ],
            ]
          : []),
        ...(actions.update.address && actions.update.who !== false
          ? [
              [schemaName(type, 'update'), documentOf(type, resource, 'update', contract)] as [
                string,
                JsonObject,
              ],
            ]
          : []),
        [schemaName(type, 'nested'), nestedSchema(type, resource)],
      ]
    }),
  )
}

/** An example of a body; undefined where the schema tells no value of something that it needs. */
export function bodyExample(type: string, resource: ResourceContract, kind: WriteKind): Json {
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
  return { data: { type, ...(id !== undefined && { id }), attributes: Object.fromEntries(examples) } }
}

/** An id as an example. */
export function exampleId({ id }: ResourceContract): string | undefined {
  if (id.key) return undefined
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

/** Whether a relationship can be written at an address of its own, or in a document. */
export function isWritten({ write, custom }: RelationshipContract): boolean {
  return write !== false && !custom
}

function documentOf(
  type: string,
  resource: ResourceContract,
  kind: WriteKind,
  contract: Contract,
): JsonObject {
  const nested = nestedTypes(type, contract)
  return {
    description: `${kind === 'create' ? 'A new record' : 'A change'} of ${type}${nested.length > 0 ? ', with what its relationships bring along' : ''}.`,
    type: 'object',
    required: ['data'],
    properties: {
      data: recordSchema(type, resource, kind),
      ...(nested.length > 0 && {
        included: {
          description: 'The records that linkage names: by id, or a new one by temp-id or lid.',
          type: 'array',
          items: oneOf(nested.map((each) => refTo('schemas', schemaName(each, 'nested')))),
        },
      }),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: true,
  }
}

function recordSchema(type: string, resource: ResourceContract, kind: WriteKind): JsonObject {
  const { clientIds } = resource.id
  const attributes = attributesSchema(resource, kind)
  const hasId = kind === 'update' || clientIds !== 'forbidden'
  const needsId = kind === 'update' || clientIds === 'required'
  const needsAttributes = 'required' in attributes
  return {
    type: 'object',
    required: ['type', ...(needsId ? ['id'] : []), ...(needsAttributes ? ['attributes'] : [])],
    properties: {
      type: { type: 'string', const: type },
      ...(hasId && { id: idSchema(resource) }),
      'temp-id': {
        type: 'string',
        description: 'A name of the record in this request, which the answer repeats.',
      },
      lid: { type: 'string', description: 'The same, as JSON:API calls it.' },
      attributes,
      ...relationshipsMember(resource),
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
      id: { type: 'string' },
      'temp-id': { type: 'string' },
      lid: { type: 'string' },
      attributes,
      ...relationshipsMember(resource),
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
        const preset = kind === 'create' ? attribute.default : undefined
        return [
          name,
          {
            ...bodySchema(attribute),
            ...(text !== '' && { description: text }),
            ...(preset !== undefined && { default: preset as Json }),
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

function relationshipsMember({ relationships }: ResourceContract): JsonObject {
  const written = Object.entries(relationships).filter(([, each]) => isWritten(each))
  if (written.length === 0) return {}
  return {
    relationships: {
      type: 'object',
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

function writtenLinkage({ cardinality, types }: RelationshipContract): JsonObject {
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
  return cardinality === 'many' ? { type: 'array', items: one } : { anyOf: [one, { type: 'null' }] }
}

/** The types that the relationships of a type lead to, and theirs: what `included` may hold. */
function nestedTypes(type: string, contract: Contract): readonly string[] {
  const found = new Set<string>()
  const open = [type]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const relationship of Object.values(resourceOf(next, contract).relationships)) {
      if (!isWritten(relationship)) continue
      for (const each of relationship.types) {
        if (found.has(each)) continue
        found.add(each)
        open.push(each)
      }
    }
  }
  return [...found].toSorted()
}
