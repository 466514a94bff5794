import type { RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { withDeprecation } from './deprecation.js'
import { guardedText, guardMark } from './guards.js'
import { resourceOf, seenRelationships } from './includes.js'
import type { DocumentParts } from './document-parts.js'
import { componentName, refTo, type Json, type JsonObject } from './json.js'
import { answerSchema, exampleOf } from './values.js'

/** The schemas of an API's responses: those for each type, and those that all types share. */
export function answerSchemas(parts: SchemaParts): Readonly<Record<string, JsonObject>> {
  const { contract } = parts
  const types = Object.keys(contract.resources)
  return {
    ...COMMON,
    included: {
      description: 'The included records, each listed once.',
      type: 'array',
      items: { anyOf: types.map((type) => refTo('schemas', schemaName(type, 'resource'))) },
    },
    ...Object.fromEntries(types.flatMap((type) => schemasOf(type, resourceOf(type, contract), parts))),
  }
}

/** The inputs that schemas are built from. */
export type SchemaParts = Pick<DocumentParts, 'contract' | 'components'>

/** The name of a schema for a type. */
export function schemaName(
  type: string,
  kind: 'resource' | 'identifier' | 'document' | 'collection' | 'create' | 'update' | 'nested' | 'included',
): string {
  return componentName(type, kind)
}

/** The schema of the linkage of a relationship, which may be null. */
export function linkageOf({ cardinality, types }: RelationshipContract, orNull: boolean): JsonObject {
  const one = oneOf(types.map((type) => refTo('schemas', schemaName(type, 'identifier'))))
  if (cardinality === 'many') return { type: 'array', items: one }
  return orNull ? { anyOf: [one, { type: 'null' }] } : one
}

/** A schema that permits any of the given schemas. */
export function oneOf(schemas: readonly JsonObject[]): JsonObject {
  const [only, ...others] = schemas
  return only && others.length === 0 ? only : { anyOf: schemas }
}

/** The schema of a document, given the schema of its primary data. */
export function documentSchema(data: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      jsonapi: refTo('schemas', 'jsonapi'),
      links: refTo('schemas', 'links'),
      data,
      included: refTo('schemas', 'included'),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: false,
  }
}

function schemasOf(
  type: string,
  resource: ResourceContract,
  parts: SchemaParts,
): readonly [string, JsonObject][] {
  const reference = refTo('schemas', schemaName(type, 'resource'))
  return [
    [schemaName(type, 'resource'), resourceSchema(type, resource, parts)],
    [schemaName(type, 'identifier'), identifierSchema(type)],
    [schemaName(type, 'document'), documentSchema(reference)],
    [schemaName(type, 'collection'), documentSchema({ type: 'array', items: reference })],
  ]
}

function resourceSchema(type: string, resource: ResourceContract, parts: SchemaParts): JsonObject {
  const attributes = attributesSchema(resource)
  const relationships = seenRelationships(resource)
  const schema: JsonObject = {
    ...(resource.description !== undefined && { description: resource.description }),
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { type: 'string', const: type },
      id: idSchema(resource),
      'temp-id': refTo('schemas', 'temp-id'),
      ...(Object.keys(attributes).length > 0 && {
        attributes: { type: 'object', properties: attributes, additionalProperties: false },
      }),
      ...(relationships.length > 0 && {
        relationships: {
          type: 'object',
          properties: Object.fromEntries(
            relationships.map(([name, each]) => [name, relationshipSchema(each, parts)]),
          ),
          additionalProperties: false,
        },
      }),
      links: refTo('schemas', 'links'),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: false,
  }
  return withDeprecation(schema, resource)
}

function attributesSchema({
  attributes,
  extraFields,
}: ResourceContract): Readonly<Record<string, JsonObject>> {
  const seen = Object.entries(attributes).filter(([, { read }]) => read !== false)
  const own = seen.map(([name, attribute]): [string, JsonObject] => {
    const { description, read } = attribute
    const text = guardedText(description ?? '', read)
    const example = exampleOf(attribute)
    return [
      name,
      withDeprecation(
        {
          ...answerSchema(attribute),
          ...(text !== '' && { description: text }),
          ...(example !== undefined && { examples: [example] }),
          ...guardMark(read),
        },
        attribute,
      ),
    ]
  })
  const extra = Object.entries(extraFields).map(([name, field]): [string, JsonObject] => [
    name,
    withDeprecation(
      {
        ...answerSchema(field),
        description: `${field.description ?? ''} Returned only on request.`.trimStart(),
      },
      field,
    ),
  ])
  return Object.fromEntries([...own, ...extra])
}

/** The schema of an id, which is a string regardless of its type. */
export function idSchema({ id }: ResourceContract): JsonObject {
  const keyed = id.key && {
    description:
      id.key.length === 1
        ? `The value of ${id.key.map(({ name }) => name).join()}.`
        : `The values of ${id.key.map(({ name }) => name).join(', ')}, separated by ~.`,
  }
  switch (id.type) {
    case 'integer':
    case 'bigint':
      return { type: 'string', pattern: '^-?\\d+$', examples: ['1'], ...keyed }
    case 'uuid':
      return { type: 'string', format: 'uuid', examples: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'], ...keyed }
    case 'string':
      return { type: 'string', ...keyed }
  }
}

function identifierSchema(type: string): JsonObject {
  return {
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { type: 'string', const: type },
      id: { type: 'string' },
      'temp-id': refTo('schemas', 'temp-id'),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: false,
  }
}

/** The schema of a relationship. If a request filters the included records, even a required record may be missing. */
function relationshipSchema(
  relationship: RelationshipContract,
  { contract, components }: SchemaParts,
): JsonObject {
  const { description, read, types, nullable, cardinality } = relationship
  const isFiltered = types.some((type) =>
    Object.values(resourceOf(type, contract).filters).some(({ who }) => who !== false),
  )
  const text = guardedText(description ?? '', read)
  const schema: JsonObject = {
    ...(text !== '' && { description: text }),
    ...components.share('schemas', componentName(...types, cardinality), {
      type: 'object',
      properties: {
        links: refTo('schemas', 'links'),
        data: linkageOf(relationship, nullable === true || isFiltered),
        meta: refTo('schemas', 'meta'),
      },
      additionalProperties: false,
    }),
    ...guardMark(read),
  }
  return withDeprecation(schema, relationship)
}

const TEXT: Json = { type: 'string' }

const COMMON: Readonly<Record<string, JsonObject>> = {
  jsonapi: {
    type: 'object',
    properties: {
      version: TEXT,
      ext: { type: 'array', items: { type: 'string', format: 'uri' } },
      profile: { type: 'array', items: { type: 'string', format: 'uri' } },
    },
  },
  links: {
    description: 'URLs. A link that does not exist is null.',
    type: 'object',
    additionalProperties: {
      anyOf: [
        { type: 'string', format: 'uri-reference' },
        { type: 'object', required: ['href'], properties: { href: TEXT } },
        { type: 'null' },
      ],
    },
  },
  'temp-id': {
    type: 'string',
    minLength: 1,
    description: 'The name of a new record within the request. The response also contains this name.',
  },
  lid: { type: 'string', minLength: 1, description: 'The same name, in the member that JSON:API defines.' },
  meta: {
    description: 'Information about the data, such as stats and cursors.',
    type: 'object',
    additionalProperties: true,
  },
  error: {
    type: 'object',
    required: ['status', 'code', 'title'],
    properties: {
      id: { type: 'string', description: 'The server log contains details under this id.' },
      status: { type: 'string', pattern: '^[45]\\d\\d$' },
      code: {
        type: 'string',
        description: 'A stable code that distinguishes this kind of error from others.',
      },
      title: TEXT,
      detail: TEXT,
      source: {
        type: 'object',
        properties: { pointer: TEXT, parameter: TEXT, header: TEXT },
        additionalProperties: false,
      },
      links: refTo('schemas', 'links'),
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: false,
  },
  errors: {
    type: 'object',
    required: ['errors'],
    properties: {
      jsonapi: refTo('schemas', 'jsonapi'),
      links: refTo('schemas', 'links'),
      errors: { type: 'array', minItems: 1, items: refTo('schemas', 'error') },
      meta: refTo('schemas', 'meta'),
    },
    additionalProperties: false,
  },
}
