import {
  type AttributeContract,
  type Contract,
  type Links,
  linksOf,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
  type Ways,
  waysToGive,
  type Who,
} from '@jsonapi-gen/runtime/vocabulary'
import { withDeprecation } from './deprecation.js'
import { guardedText, guardMark } from './guards.js'
import { isWritten, resourceOf } from './includes.js'
import { exampleId } from './id-examples.js'
import { componentName, refTo, type Json, type JsonObject } from './json.js'
import { nestedRecords } from './nested-records.js'
import { idSchema, schemaName, type SchemaParts } from './schemas.js'
import { bodySchema, boundsInWords, defaultOf, exampleOf } from './values.js'

/** The kinds of writes to a record that have a body. */
export type WriteKind = 'create' | 'update'

/**
 * The schemas of request bodies: for creating and updating records of each type, and for its records in nested
 * writes.
 */
export function bodySchemas(parts: SchemaParts): Readonly<Record<string, JsonObject>> {
  const { contract } = parts
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
        documentOf(type, kind, nested.of(type), parts),
      ]),
      [schemaName(type, 'nested'), nestedSchema(type, resource, parts)],
    ]
  })
  return { ...Object.fromEntries(schemas), ...nested.schemas }
}

/** An example of a body; undefined if no example is known for a required value. */
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
  const { required, ways } = kind === 'create' ? demandedOf(resource) : NOTHING
  const given = [...required, ...ways.flatMap((each) => each.find((names) => !hasId([names])) ?? ['id'])]
  if (given.includes('id')) return undefined
  const linked = Object.entries(resource.relationships).filter(([name]) => given.includes(name))
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

/** A link to a record, as an example; undefined if no id is certainly valid. */
export function linkExample(
  { types: [type = ''], cardinality }: RelationshipContract,
  contract: Contract,
): Json {
  const id = exampleId(resourceOf(type, contract))
  if (id === undefined) return undefined
  return { data: cardinality === 'many' ? [{ type, id }] : { type, id } }
}

/** The schema of linkage in a write, given the schema of one identifier. */
export function givenLinkage(
  { cardinality, takesNull }: { readonly cardinality: 'one' | 'many'; readonly takesNull?: boolean },
  one: JsonObject,
): JsonObject {
  if (cardinality === 'many') return { type: 'array', items: one }
  return takesNull ? { anyOf: [one, { type: 'null' }] } : one
}

function documentOf(
  type: string,
  kind: WriteKind,
  included: JsonObject | undefined,
  parts: SchemaParts,
): JsonObject {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      data: recordSchema(type, kind, parts),
      ...(included && { included }),
      meta: refTo('schemas', 'meta'),
    },
  }
}

function recordSchema(type: string, kind: WriteKind, parts: SchemaParts): JsonObject {
  const resource = resourceOf(type, parts.contract)
  // A client never chooses an id that consists of several columns.
  const clientIds = resource.id.key ? 'forbidden' : resource.id.clientIds
  const attributes = attributesSchema(resource, kind)
  const takesId = kind === 'update' || clientIds !== 'forbidden'
  const needsId = kind === 'update' || clientIds === 'required'
  const needsAttributes = 'required' in attributes
  const demanded = kind === 'create' ? demandedOf(resource) : NOTHING
  const withId = demanded.ways.filter(hasId)
  return {
    type: 'object',
    required: [
      'type',
      ...(needsId ? ['id'] : []),
      ...(needsAttributes ? ['attributes'] : []),
      ...(demanded.required.length > 0 || withId.length < demanded.ways.length ? ['relationships'] : []),
    ],
    properties: {
      type: { type: 'string', const: type },
      ...(takesId && { id: kind === 'create' ? chosenId(resource) : idSchema(resource) }),
      ...NAMED,
      ...(kind === 'update'
        ? sharedMembers(type, kind, parts)
        : { attributes, ...relationshipsMember(resource, kind, demanded, parts) }),
      meta: refTo('schemas', 'meta'),
    },
    ...(!takesId && { not: { required: ['id'] } }),
    ...allOfWays(withId, (names) => recordWith(names, resource, parts)),
  }
}

/**
 * The attributes and relationships of a record that may be incomplete: in most types, updates and nested writes share
 * them.
 */
function sharedMembers(type: string, kind: WriteKind, parts: SchemaParts): JsonObject {
  const resource = resourceOf(type, parts.contract)
  const { relationships } = relationshipsMember(resource, kind, NOTHING, parts)
  const share = (name: string, schema: JsonObject): JsonObject =>
    parts.components.share('schemas', componentName(type, name), schema)
  return {
    attributes: share('attributes', attributesSchema(resource, kind, true)),
    ...(relationships && { relationships: share('relationships', relationships) }),
  }
}

/** An id, a temp-id or a lid must be present, because nothing else identifies a record. */
const ANY_NAME: readonly JsonObject[] = ['id', 'temp-id', 'lid'].map((name) => ({ required: [name] }))

const NAMED: JsonObject = { 'temp-id': refTo('schemas', 'temp-id'), lid: refTo('schemas', 'lid') }

/** A record in a nested write: an existing record, identified by its id, or a new one. */
function nestedSchema(type: string, resource: ResourceContract, parts: SchemaParts): JsonObject {
  const { create, update } = resource.actions
  const text = [guardedWrite('Creating a record', create.who), guardedWrite('Changing a record', update.who)]
    .join(' ')
    .trim()
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', const: type },
      id: {
        type: 'string',
        minLength: 1,
        description:
          resource.id.key || resource.id.clientIds === 'forbidden'
            ? 'The id of an existing record. Omit it for a new record.'
            : 'The id of an existing record, or the id for a new record.',
      },
      ...NAMED,
      ...sharedMembers(type, 'create', parts),
      meta: refTo('schemas', 'meta'),
    },
    anyOf: ANY_NAME,
    ...(text !== '' && { description: text }),
    ...guardMark(create.who === false ? update.who : create.who),
  }
}

/** The sentence about a write that not everybody may perform. */
const guardedWrite = (what: string, who: Who): string =>
  typeof who === 'boolean' ? '' : `${what} is limited to requests that pass ${who.join(' and ')}.`

function attributesSchema(resource: ResourceContract, kind: WriteKind, isPartial = false): JsonObject {
  const written = writtenAttributes(resource, kind)
  const required = written
    .filter(
      ([, { required: isNeeded, write }]) => kind === 'create' && !isPartial && isNeeded && write === true,
    )
    .map(([name]) => name)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      written.map(([name, attribute]) => {
        const { description, write } = attribute
        const told = [description, boundsInWords(attribute)].filter(Boolean).join(' ')
        const text = guardedText(told, write)
        const preset = kind === 'create' && !isPartial ? defaultOf(attribute) : undefined
        return [
          name,
          withDeprecation(
            {
              ...bodySchema(attribute),
              ...(text !== '' && { description: text }),
              ...(preset !== undefined && { default: preset }),
              ...guardMark(write),
            },
            attribute,
          ),
        ]
      }),
    ),
    // With a pattern for the ignored members (rule 14.8), generated types would accept every misspelled name.
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

/** The relationships that a create must set: all of `required`, and one of each list in `ways`. */
interface Demanded {
  readonly required: readonly string[]
  readonly ways: readonly Ways[]
}

const NOTHING: Demanded = { required: [], ways: [] }

/** The relationships that every create must set. A relationship that a guard may close is never required. */
function demandedOf(resource: ResourceContract): Demanded {
  const { relationships } = resource
  const has = (name: string): boolean => {
    const relationship = ownOf(relationships, name)
    return name === 'id' || (relationship !== undefined && isWritten(relationship))
  }
  const required = Object.entries(relationships).filter(
    ([name, each]) => has(name) && each.required && each.write === true,
  )
  return { required: required.map(([name]) => name), ways: waysToGive(resource, has) }
}

/** Whether a client-chosen id is one of the ways: the id is next to the relationships, not among them. */
const hasId = (ways: Ways): boolean => ways.flat().includes('id')

/**
 * Requires one of the ways in each list. Without the allOf, generated types would be a union of the ways and the
 * whole schema.
 */
function allOfWays(lists: readonly Ways[], schemaOf: (names: readonly string[]) => JsonObject): JsonObject {
  return lists.length > 0 ? { allOf: lists.map((ways) => ({ anyOf: ways.map(schemaOf) })) } : {}
}

/** The id that a client chooses for a new record. */
function chosenId(resource: ResourceContract): JsonObject {
  const { minLength, maxLength } = resource.id
  return {
    ...idSchema(resource),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

/** A record with its id, some relationships, or both. */
function recordWith(names: readonly string[], resource: ResourceContract, parts: SchemaParts): JsonObject {
  const links = names.filter((name) => name !== 'id')
  return {
    type: 'object',
    required: [...(hasId([names]) ? ['id'] : []), ...(links.length > 0 ? ['relationships'] : [])],
    properties: {
      ...(hasId([names]) && { id: chosenId(resource) }),
      ...(links.length > 0 && { relationships: linksWith(links, resource, parts) }),
    },
  }
}

/** Relationships with the schemas of their linkage. Clients generate types from these schemas. */
function linksWith(names: readonly string[], resource: ResourceContract, parts: SchemaParts): JsonObject {
  const given = Object.entries(resource.relationships).filter(([name]) => names.includes(name))
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      given.map(([name, each]) => [name, writtenRelationship(each, 'create', false, parts)]),
    ),
  }
}

function relationshipsMember(
  resource: ResourceContract,
  kind: WriteKind,
  { required, ways }: Demanded,
  parts: SchemaParts,
): { readonly relationships?: JsonObject } {
  const written = Object.entries(resource.relationships).filter(
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
            withDeprecation(
              {
                ...(text !== '' && { description: text }),
                ...writtenRelationship(
                  relationship,
                  kind,
                  relationship.takesNull === true && !required.includes(name),
                  parts,
                ),
                ...guardMark(relationship.write),
              },
              relationship,
            ),
          ]
        }),
      ),
      additionalProperties: false,
      ...allOfWays(
        ways.filter((each) => !hasId(each)),
        (names) => linksWith(names, resource, parts),
      ),
    },
  }
}

/** The linkage of a relationship in a write. Many relationships share the same schema. */
function writtenRelationship(
  relationship: RelationshipContract,
  kind: WriteKind,
  takesNull: boolean,
  { contract, components }: SchemaParts,
): JsonObject {
  const { types, cardinality } = relationship
  const links = linksOf(relationship, contract)
  const isFixed = links === 'fixed'
  const methods = METHODS[links]
  const one = components.share('schemas', componentName(...types, 'written'), {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: types },
      // Records that cannot be moved cannot be linked, so a create can only contain new ones.
      ...(!(isFixed && kind === 'create') && { id: { type: 'string', minLength: 1 } }),
      ...NAMED,
      method: {
        type: 'string',
        enum: isFixed && kind === 'create' ? ['create'] : methods,
        description: isFixed
          ? 'What to do with the record.'
          : 'What to do with the record; by default, it is linked.',
      },
      meta: refTo('schemas', 'meta'),
    },
    anyOf:
      isFixed && kind === 'update'
        ? [{ required: ['id', 'method'] }, { required: ['temp-id'] }, { required: ['lid'] }]
        : ANY_NAME,
  })
  return components.share('schemas', componentName(...types, 'written', cardinality), {
    type: 'object',
    required: ['data'],
    properties: { data: givenLinkage({ cardinality, takesNull }, one), meta: refTo('schemas', 'meta') },
  })
}

/** The permitted methods for related records, by the permitted changes to their links (rule 27.8). */
const METHODS: Readonly<Record<Links, readonly string[]>> = {
  free: ['create', 'update', 'destroy', 'disassociate'],
  held: ['create', 'update', 'destroy'],
  fixed: ['create', 'update', 'destroy'],
  kept: ['create', 'update'],
}
