import {
  type Action,
  type Contract,
  type Deprecable,
  linksOf,
  type RelationshipContract,
  type ResourceContract,
  type Who,
} from '@jsonapi-gen/runtime/vocabulary'
import { ofCollection, ofLinkage, ofRecord } from './accepted.js'
import { bodyExample, givenLinkage, linkExample } from './bodies.js'
import {
  keyParameters,
  NOT_MODIFIED,
  READ_CONDITIONS,
  TAGGED,
  TAGGED_IF_ASKED,
  WRITE_CONDITIONS,
} from './conditions.js'
import type { DocumentParts } from './document-parts.js'
import { deprecatedPath } from './deprecation.js'
import { bothOf, guarded } from './guards.js'
import { isWritten, resourceOf, seenRelationships } from './includes.js'
import { exampleId } from './id-examples.js'
import { componentName, operationName, refTo, type Json, type JsonObject } from './json.js'
import { ownActionOperations } from './own-actions.js'
import { documentAnswer, failures, HEADERS, MEDIA_TYPE } from './responses.js'
import { documentSchema, idSchema, linkageOf, oneOf, schemaName } from './schemas.js'

/** The paths of a type: its collection, its records, and their relationships (rule 16.1). */
export function pathsOf(type: string, parts: DocumentParts): Readonly<Record<string, JsonObject>> {
  const resource = resourceOf(type, parts.contract)
  const at = `/${encodeURIComponent(type)}`
  const of = { ...parts, type, resource }
  const collection = { ...indexOperation(of), ...createOperation(of) }
  const record = { ...showOperation(of), ...updateOperation(of), ...destroyOperation(of) }
  const { actions } = resource
  return {
    ...(Object.keys(collection).length > 0 && {
      [at]: deprecatedPath(collection, (method) => [
        method === 'get' ? actions.index : actions.create,
        resource,
      ]),
    }),
    ...(Object.keys(record).length > 0 && {
      [`${at}/{id}`]: {
        parameters: [idParameter(of)],
        ...deprecatedPath(record, (method) => [
          method === 'get' ? actions.show : method === 'patch' ? actions.update : actions.destroy,
          resource,
        ]),
      },
    }),
    ...Object.fromEntries(
      seenRelationships(resource).flatMap(([name, relationship]) =>
        relationshipPaths(`${at}/{id}`, name, relationship, of).map(([path, item]) => [
          path,
          deprecatedPath(item, (method) => partsOfRelationship(relationship, method, of)),
        ]),
      ),
    ),
    ...Object.fromEntries(
      ownActionOperations(of).map(({ on, path, operation }) =>
        on === 'record'
          ? [`${at}/{id}${path}`, { parameters: [idParameter(of)], post: operation }]
          : [`${at}${path}`, { post: operation }],
      ),
    ),
  }
}

/**
 * The parts of the API that an operation on a relationship uses: a read also uses the action of the related records
 * (rule 14.11).
 */
function partsOfRelationship(
  relationship: RelationshipContract,
  method: string,
  { resource, contract }: Of,
): readonly Deprecable[] {
  const { actions } = resource
  if (method !== 'get') return [relationship, actions.update, resource]
  const action = relationship.cardinality === 'many' ? 'index' : 'show'
  const targets = relationship.types.map((each) => resourceOf(each, contract).actions[action])
  return [relationship, actions.show, ...targets, resource]
}

interface Of extends DocumentParts {
  readonly type: string
  readonly resource: ResourceContract
}

/** The requests that may perform an action at its own path; false if it has no path. */
const doers = ({ actions }: ResourceContract, action: Action): Who =>
  actions[action].address ? actions[action].who : false

function indexOperation(of: Of): JsonObject {
  const { type, resource, contract, includes, listed } = of
  const who = doers(resource, 'index')
  if (who === false) return {}
  return {
    get: {
      operationId: operationName(type, 'index'),
      summary: `List ${type}`,
      tags: [type],
      parameters: listed({ by: 'read', groups: ofCollection(type, includes([type], 'index'), contract) })
        .parameters,
      responses: { 200: collectionAnswer(type, of), ...failures() },
      ...guarded(who),
    },
  }
}

function createOperation(of: Of): JsonObject {
  const { type, resource, contract, components } = of
  const who = doers(resource, 'create')
  if (who === false) return {}
  return {
    post: {
      operationId: operationName(type, 'create'),
      summary: `Create a record of type ${type}`,
      tags: [type],
      parameters: [...recordParameters('create', of), ...keyParameters(contract)],
      requestBody: bodyOf(schemaName(type, 'create'), bodyExample(type, 'create', contract)),
      responses: {
        201: documentAnswer('The new record.', schemaName(type, 'document'), {
          headers: {
            Location: components.name('headers', 'Location', HEADERS.Location),
            ...(resource.version !== undefined && TAGGED),
          },
        }),
        ...failures(409, 422),
      },
      ...guarded(who),
    },
  }
}

function showOperation(of: Of): JsonObject {
  const { type, resource } = of
  const who = doers(resource, 'show')
  if (who === false) return {}
  return {
    get: {
      operationId: operationName(type, 'show'),
      summary: `Read a record of type ${type}`,
      tags: [type],
      parameters: [...recordParameters('show', of), ...READ_CONDITIONS],
      responses: {
        200: recordAnswer(type, of),
        ...NOT_MODIFIED,
        ...failures(),
      },
      ...guarded(who),
    },
  }
}

function updateOperation(of: Of): JsonObject {
  const { type, resource, contract } = of
  const who = doers(resource, 'update')
  if (who === false) return {}
  return {
    patch: {
      operationId: operationName(type, 'update'),
      summary: `Update a record of type ${type}`,
      tags: [type],
      parameters: [...recordParameters('update', of), ...WRITE_CONDITIONS, ...keyParameters(contract)],
      requestBody: bodyOf(schemaName(type, 'update'), bodyExample(type, 'update', contract)),
      responses: {
        200: documentAnswer('The current record.', schemaName(type, 'document'), {
          headers: resource.version === undefined ? TAGGED_IF_ASKED : TAGGED,
        }),
        ...failures(409, 412, 422),
      },
      ...guarded(who),
    },
  }
}

function destroyOperation({ type, resource, contract, components }: Of): JsonObject {
  const who = doers(resource, 'destroy')
  if (who === false) return {}
  return {
    delete: {
      operationId: operationName(type, 'destroy'),
      summary: `Destroy a record of type ${type}`,
      tags: [type],
      parameters: [...WRITE_CONDITIONS, ...keyParameters(contract)],
      responses: {
        204: components.name('responses', '204', DONE),
        ...failures(409, 412, 422),
      },
      ...guarded(who),
    },
  }
}

/** The parameters of an operation that returns one record of a type. */
function recordParameters(action: 'create' | 'show' | 'update', of: Of): readonly JsonObject[] {
  const { type, contract, includes, listed } = of
  const groups = ofRecord([type], includes([type], action), contract)
  return listed({ by: action === 'show' ? 'read' : 'write', groups }).parameters
}

const DONE: JsonObject = { description: 'The change was made.' }

/** The response with a page of a type's records. */
const collectionAnswer = (type: string, of: Of): JsonObject =>
  of.components.name(
    'responses',
    schemaName(type, 'collection'),
    documentAnswer(`A page of ${type}.`, schemaName(type, 'collection'), headersOf(cached([type], of))),
  )

/** The response with one record of a type. */
const recordAnswer = (type: string, of: Of): JsonObject =>
  of.components.name(
    'responses',
    schemaName(type, 'document'),
    documentAnswer(
      `A record of type ${type}.`,
      schemaName(type, 'document'),
      headersOf(TAGGED, cached([type], of)),
    ),
  )

const headersOf = (...parts: readonly JsonObject[]): JsonObject => {
  const headers = Object.assign({}, ...parts)
  return Object.keys(headers).length > 0 ? { headers } : {}
}

/** The header with the caching rules, if all types have the same rules (rule 26.7). */
function cached(types: readonly string[], { contract, components }: Of): JsonObject {
  const [cache, ...others] = new Set(types.map((type) => resourceOf(type, contract).cache))
  if (cache === undefined || others.length > 0) return {}
  return {
    'Cache-Control': components.share('headers', 'Cache-Control', {
      description:
        'The caching rules for a response to GET. `private, no-cache` if it contains records of types with different rules.',
      schema: { type: 'string' },
      example: cache,
    }),
  }
}

function relationshipPaths(
  at: string,
  name: string,
  relationship: RelationshipContract,
  of: Of,
): readonly (readonly [string, JsonObject])[] {
  const { resource } = of
  const segment = encodeURIComponent(name)
  const reads = readOperations(name, relationship, of)
  const writes = doers(resource, 'show') === false ? {} : writeOperations(name, relationship, of)
  const linkage = { ...(reads && { get: reads.linkage }), ...writes }
  return [
    ...(reads ? [[`${at}/${segment}`, { parameters: [idParameter(of)], get: reads.related }] as const] : []),
    ...(Object.keys(linkage).length > 0
      ? [[`${at}/relationships/${segment}`, { parameters: [idParameter(of)], ...linkage }] as const]
      : []),
  ]
}

/**
 * The maximum number of relationships of a type whose paths list all parameters. Otherwise, only the paths of the
 * related type list them.
 */
const MOST_RELATED = 6

/** The operations that read related records and linkage; undefined if nobody may read them. */
function readOperations(
  name: string,
  relationship: RelationshipContract,
  of: Of,
): { readonly related: JsonObject; readonly linkage: JsonObject } | undefined {
  const { type, resource, contract, includes, listed } = of
  const { cardinality, types, read } = relationship
  const isMany = cardinality === 'many'
  const action = isMany ? 'index' : 'show'
  const who = bothOf(
    doers(resource, 'show'),
    read,
    ...types.map((each) => resourceOf(each, contract).actions[action].who),
  )
  if (who === false) return undefined
  const paths = includes(types, action)
  const [target = type] = types
  const isOneOfMany = seenRelationships(resource).length > MOST_RELATED
  const hasAlike = types.length === 1 && doers(resourceOf(target, contract), action) !== false
  const alike = isOneOfMany && hasAlike ? operationName(target, action) : undefined
  const related = listed({
    by: 'read',
    groups: isMany ? ofCollection(target, paths, contract) : ofRecord(types, paths, contract),
    like: alike,
  })
  const linkage = listed({
    by: 'linkage',
    groups: ofLinkage(name, relationship, paths, contract),
    like: isMany ? (alike ?? operationName(type, name, 'related')) : undefined,
  })
  return {
    related: {
      operationId: operationName(type, name, 'related'),
      summary: `Read ${name}`,
      tags: [type],
      parameters: [...related.parameters, ...(isMany ? [] : READ_CONDITIONS)],
      responses: {
        200: isMany ? collectionAnswer(target, of) : relatedAnswer(relationship, of),
        ...(!isMany && NOT_MODIFIED),
        ...failures(),
      },
      ...related.mark,
      ...guarded(who),
    },
    linkage: {
      operationId: operationName(type, name, 'linkage'),
      summary: `Read the linkage of ${name}`,
      tags: [type],
      parameters: linkage.parameters,
      responses: { 200: linkageAnswer(relationship, of), ...failures() },
      ...linkage.mark,
      ...guarded(who),
    },
  }
}

/** The response with the related record, or with null. */
function relatedAnswer({ types, nullable }: RelationshipContract, of: Of): JsonObject {
  const [only, ...others] = types
  if (only !== undefined && others.length === 0 && !nullable) return recordAnswer(only, of)
  const one = oneOf(types.map((type) => refTo('schemas', schemaName(type, 'resource'))))
  const schema = documentSchema(nullable ? { anyOf: [one, { type: 'null' }] } : one)
  return of.components.share('responses', componentName(...types, 'related'), {
    description: nullable ? 'The related record, or null.' : 'The related record.',
    ...headersOf(TAGGED, cached([of.type, ...types], of)),
    content: { [MEDIA_TYPE]: { schema } },
  })
}

function linkageAnswer(relationship: RelationshipContract, { components }: Of): JsonObject {
  const schema = documentSchema(linkageOf(relationship, relationship.nullable === true))
  return components.share('responses', componentName(...relationship.types, 'linkage'), {
    description: 'The linkage.',
    content: { [MEDIA_TYPE]: { schema } },
  })
}

function writeOperations(name: string, relationship: RelationshipContract, of: Of): JsonObject {
  const { type, resource, contract, components } = of
  const own = bothOf(doers(resource, 'update'), relationship.write)
  if (own === false || !isWritten(relationship) || relationship.writeOn === 'create') return {}
  const links = linksOf(relationship, contract)
  if (links === 'fixed') return {}
  const operation = (method: string, verb: LinkChange, summary: string): JsonObject => {
    const who = bothOf(own, linkersOf(relationship, verb, contract))
    if (who === false) return {}
    return {
      [method]: {
        operationId: operationName(type, name, verb),
        summary,
        tags: [type],
        ...(contract.idempotency && { parameters: keyParameters(contract) }),
        requestBody: linkageBody(relationship, of),
        responses: {
          204: components.name('responses', '204', DONE),
          ...failures(),
        },
        ...guarded(who),
      },
    }
  }
  const isMany = relationship.cardinality === 'many'
  return {
    ...operation('patch', 'replace', `Replace the members of ${name}`),
    ...(isMany && operation('post', 'add', `Add to ${name}`)),
    ...(isMany && links === 'free' && operation('delete', 'remove', `Remove from ${name}`)),
  }
}

type LinkChange = 'replace' | 'add' | 'remove'

/**
 * The requests that may change links. A link is a key in the related record, which is then updated, or a record of a
 * join model (rules 14.11, 14.16).
 */
function linkersOf(
  { types, fills = [], through = [] }: RelationshipContract,
  change: LinkChange,
  contract: Contract,
): Who {
  const of = (names: readonly string[], action: Action): readonly Who[] =>
    names.map((each) => resourceOf(each, contract).actions[action].who)
  return bothOf(
    ...(fills.length > 0 ? of(types, 'update') : []),
    ...(change === 'remove' ? [] : of(through, 'create')),
    ...(change === 'add' ? [] : of(through, 'destroy')),
  )
}

function linkageBody(relationship: RelationshipContract, { contract, components }: Of): JsonObject {
  const { types } = relationship
  const one = components.share('schemas', componentName(...types, 'link'), {
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { type: 'string', enum: types },
      id: { type: 'string' },
      meta: refTo('schemas', 'meta'),
    },
  })
  const data = givenLinkage(relationship, one)
  const schema = { type: 'object', required: ['data'], properties: { data } }
  const example = linkExample(relationship, contract)
  return components.share('requestBodies', componentName(...types, 'linkage'), {
    required: true,
    content: { [MEDIA_TYPE]: { schema, ...(example !== undefined && { example }) } },
  })
}

function bodyOf(schema: string, example: Json): JsonObject {
  return {
    required: true,
    content: {
      [MEDIA_TYPE]: { schema: refTo('schemas', schema), ...(example !== undefined && { example }) },
    },
  }
}

function idParameter({ type, resource, components }: Of): JsonObject {
  const example = exampleId(resource)
  return components.name('parameters', componentName(type, 'id'), {
    name: 'id',
    in: 'path',
    required: true,
    schema: idSchema(resource),
    ...(example !== undefined && { example }),
  })
}
