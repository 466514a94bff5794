import type { Contract, RelationshipContract, ResourceContract } from '../contract/contract.js'
import type { Who } from '../contract/who.js'
import type { Action } from '../schema/types.js'
import { bodyExample, givenLinkage, linkExample } from './bodies.js'
import {
  OF_READ_CONDITIONS,
  OF_WRITE_CONDITIONS,
  READ_CONDITIONS,
  TAGGED,
  WRITE_CONDITIONS,
} from './conditions.js'
import { linksOf } from '../contract/links.js'
import { bothOf, guardedText, guardMark } from './guards.js'
import { includePathsOf, isWritten, resourceOf, seenRelationships, sharedIncludePaths } from './includes.js'
import { exampleId } from './id-examples.js'
import { componentName, refTo, type Json, type JsonObject } from './json.js'
import type { ParameterList } from './parameter-list.js'
import { documentAnswer, failures, MEDIA_TYPE } from './responses.js'
import { documentSchema, idSchema, linkageOf, oneOf, schemaName } from './schemas.js'

/** The paths of a type: its collection, its records, and their relationships (rule 16.1). */
export function pathsOf(
  type: string,
  contract: Contract,
  parameters: ParameterList,
): Readonly<Record<string, JsonObject>> {
  const resource = resourceOf(type, contract)
  const at = `/${encodeURIComponent(type)}`
  const of = { type, resource, contract, parameters }
  const collection = { ...indexOperation(of), ...createOperation(of) }
  const record = { ...showOperation(of), ...updateOperation(of), ...destroyOperation(of) }
  return {
    ...(Object.keys(collection).length > 0 && { [at]: collection }),
    ...(Object.keys(record).length > 0 && { [`${at}/{id}`]: { parameters: [idParameter(of)], ...record } }),
    ...Object.fromEntries(
      seenRelationships(resource).flatMap(([name, relationship]) =>
        relationshipPaths(`${at}/{id}`, name, relationship, of),
      ),
    ),
  }
}

interface Of {
  readonly type: string
  readonly resource: ResourceContract
  readonly contract: Contract
  readonly parameters: ParameterList
}

/** Who may do an action at its address; false where it has none. */
const doers = ({ actions }: ResourceContract, action: Action): Who =>
  actions[action].address ? actions[action].who : false

function indexOperation({ type, resource, contract, parameters }: Of): JsonObject {
  const who = doers(resource, 'index')
  if (who === false) return {}
  const includes = includePathsOf(type, 'index', contract)
  return {
    get: {
      operationId: componentName(type, 'index'),
      summary: `List ${type}`,
      description: guardedText(`A page of ${type}.`, who),
      tags: [type],
      parameters: parameters.ofCollection(type, includes),
      responses: {
        200: documentAnswer(`A page of ${type}.`, schemaName(type, 'collection')),
        ...failures(false),
      },
      ...guardMark(who),
    },
  }
}

function createOperation({ type, resource, contract, parameters }: Of): JsonObject {
  const who = doers(resource, 'create')
  if (who === false) return {}
  return {
    post: {
      operationId: componentName(type, 'create'),
      summary: `Create one of ${type}`,
      description: guardedText(
        `Creates one of ${type}, with what its relationships bring along, in one transaction.`,
        who,
      ),
      tags: [type],
      parameters: parameters.ofRecord(type, includePathsOf(type, 'create', contract)),
      requestBody: bodyOf(schemaName(type, 'create'), bodyExample(type, 'create', contract)),
      responses: {
        201: documentAnswer('The new record.', schemaName(type, 'document'), {
          headers: { Location: refTo('headers', 'Location') },
        }),
        ...failures(true),
      },
      ...guardMark(who),
    },
  }
}

function showOperation({ type, resource, contract, parameters }: Of): JsonObject {
  const who = doers(resource, 'show')
  if (who === false) return {}
  return {
    get: {
      operationId: componentName(type, 'show'),
      summary: `Read one of ${type}`,
      description: guardedText(`One of ${type}.`, who),
      tags: [type],
      parameters: [...parameters.ofRecord(type, includePathsOf(type, 'show', contract)), ...READ_CONDITIONS],
      responses: {
        200: documentAnswer(`One of ${type}.`, schemaName(type, 'document'), { headers: TAGGED }),
        ...OF_READ_CONDITIONS,
        ...failures(false),
      },
      ...guardMark(who),
    },
  }
}

function updateOperation({ type, resource, contract, parameters }: Of): JsonObject {
  const who = doers(resource, 'update')
  if (who === false) return {}
  return {
    patch: {
      operationId: componentName(type, 'update'),
      summary: `Change one of ${type}`,
      description: guardedText(
        `Changes one of ${type}, with what its relationships bring along, in one transaction.`,
        who,
      ),
      tags: [type],
      parameters: [
        ...parameters.ofRecord(type, includePathsOf(type, 'update', contract)),
        ...WRITE_CONDITIONS,
      ],
      requestBody: bodyOf(schemaName(type, 'update'), bodyExample(type, 'update', contract)),
      responses: {
        200: documentAnswer('The record as it is now.', schemaName(type, 'document'), { headers: TAGGED }),
        ...OF_WRITE_CONDITIONS,
        ...failures(true),
      },
      ...guardMark(who),
    },
  }
}

function destroyOperation({ type, resource }: Of): JsonObject {
  const who = doers(resource, 'destroy')
  if (who === false) return {}
  return {
    delete: {
      operationId: componentName(type, 'destroy'),
      summary: `Destroy one of ${type}`,
      description: guardedText(`Destroys one of ${type}.`, who),
      tags: [type],
      parameters: WRITE_CONDITIONS,
      responses: { 204: { description: 'It is gone.' }, ...OF_WRITE_CONDITIONS, ...failures(true) },
      ...guardMark(who),
    },
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

/** Reading what is related, and the linkage; undefined where nobody may. */
function readOperations(
  name: string,
  relationship: RelationshipContract,
  { type, resource, contract, parameters }: Of,
): { readonly related: JsonObject; readonly linkage: JsonObject } | undefined {
  const { cardinality, types, read } = relationship
  const action = cardinality === 'many' ? 'index' : 'show'
  const who = bothOf(
    doers(resource, 'show'),
    read,
    ...types.map((each) => resourceOf(each, contract).actions[action].who),
  )
  if (who === false) return undefined
  const includes = sharedIncludePaths(types, action, contract)
  const [target = type] = types
  const asked =
    cardinality === 'many' ? parameters.ofCollection(target, includes) : parameters.ofRelated(types, includes)
  const common = { tags: [type], ...guardMark(who) }
  const schema =
    cardinality === 'many'
      ? documentAnswer(`A page of ${target}.`, schemaName(target, 'collection'))
      : relatedAnswer(relationship)
  return {
    related: {
      operationId: componentName(type, name, 'related'),
      summary: `Read ${name} of one of ${type}`,
      description: guardedText(`What stands in "${name}", as primary data.`, who),
      parameters: cardinality === 'many' ? asked : [...asked, ...READ_CONDITIONS],
      responses: {
        200: schema,
        ...(cardinality === 'one' && OF_READ_CONDITIONS),
        ...failures(false),
      },
      ...common,
    },
    linkage: {
      operationId: componentName(type, name, 'linkage'),
      summary: `Read the linkage of ${name}`,
      description: guardedText(`Which records stand in "${name}".`, who),
      parameters: parameters.ofLinkage(name, relationship, includes),
      responses: { 200: linkageAnswer(relationship), ...failures(false) },
      ...common,
    },
  }
}

/** Related to one record, or to none. */
function relatedAnswer({ types, nullable }: RelationshipContract): JsonObject {
  const one = oneOf(types.map((type) => refTo('schemas', schemaName(type, 'resource'))))
  const description = nullable ? 'The related record, or null.' : 'The related record.'
  const schema = documentSchema(nullable ? { anyOf: [one, { type: 'null' }] } : one, description)
  return {
    description,
    headers: TAGGED,
    content: { [MEDIA_TYPE]: { schema } },
  }
}

function linkageAnswer(relationship: RelationshipContract): JsonObject {
  const description = 'The linkage.'
  return {
    description,
    content: {
      [MEDIA_TYPE]: {
        schema: documentSchema(linkageOf(relationship, relationship.nullable === true), description),
      },
    },
  }
}

function writeOperations(
  name: string,
  relationship: RelationshipContract,
  { type, resource, contract }: Of,
): JsonObject {
  const own = bothOf(doers(resource, 'update'), relationship.write)
  if (own === false || !isWritten(relationship) || relationship.writeOn === 'create') return {}
  const links = linksOf(relationship, contract)
  if (links === 'fixed') return {}
  const operation = (method: string, verb: LinkChange, summary: string): JsonObject => {
    const who = bothOf(own, linkersOf(relationship, verb, contract))
    if (who === false) return {}
    return {
      [method]: {
        operationId: componentName(type, name, verb),
        summary,
        description: guardedText(`${summary}. All of it is done, or nothing.`, who),
        tags: [type],
        requestBody: linkageBody(relationship, contract),
        responses: { 204: { description: 'It is as the request says.' }, ...failures(true) },
        ...guardMark(who),
      },
    }
  }
  const isMany = relationship.cardinality === 'many'
  return {
    ...operation('patch', 'replace', `Replace what stands in ${name}`),
    ...(isMany && operation('post', 'add', `Add to ${name}`)),
    ...(isMany && links === 'free' && operation('delete', 'remove', `Remove from ${name}`)),
  }
}

type LinkChange = 'replace' | 'add' | 'remove'

/** Who may change links by what a link is: a key of the related record, which is updated, or a record of a join (rules 14.11, 14.16). */
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

function linkageBody(relationship: RelationshipContract, contract: Contract): JsonObject {
  const { types } = relationship
  const one = {
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { type: 'string', enum: types },
      id: { type: 'string' },
      meta: refTo('schemas', 'meta'),
    },
  }
  const data = givenLinkage(relationship, one)
  const schema = { type: 'object', required: ['data'], properties: { data } }
  const example = linkExample(relationship, contract)
  return {
    required: true,
    content: { [MEDIA_TYPE]: { schema, ...(example !== undefined && { example }) } },
  }
}

function bodyOf(schema: string, example: Json): JsonObject {
  return {
    required: true,
    content: {
      [MEDIA_TYPE]: { schema: refTo('schemas', schema), ...(example !== undefined && { example }) },
    },
  }
}

function idParameter({ type, resource }: Of): JsonObject {
  const example = exampleId(resource)
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The id of one of ${type}.`,
    schema: idSchema(resource),
    ...(example !== undefined && { example }),
  }
}
