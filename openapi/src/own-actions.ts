import type { InputContract, OwnActionContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { ofRecord } from './accepted.js'
import { keyParameters, WRITE_CONDITIONS } from './conditions.js'
import type { DocumentParts } from './document-parts.js'
import { withDeprecation } from './deprecation.js'
import { guarded } from './guards.js'
import { operationName, type Json, type JsonObject, refTo } from './json.js'
import { documentAnswer, failures, MEDIA_TYPE } from './responses.js'
import { documentSchema, schemaName } from './schemas.js'
import { bodySchema, boundsInWords, defaultOf, exampleOf } from './values.js'

/** The type whose actions are described. */
interface Of extends DocumentParts {
  readonly type: string
  readonly resource: ResourceContract
}

/** The operations of a type's own actions, each with the end of its path (rule 14.19). */
export function ownActionOperations(of: Of): readonly {
  readonly on: OwnActionContract['on']
  readonly path: string
  readonly operation: JsonObject
}[] {
  return Object.entries(of.resource.ownActions ?? {})
    .filter(([, { who }]) => who !== false)
    .map(([name, action]) => ({
      on: action.on,
      path: `/-actions/${name}`,
      operation: withDeprecation(operationOf(name, action, of), action.deprecated ? action : of.resource),
    }))
}

function operationOf(name: string, action: OwnActionContract, of: Of): JsonObject {
  const { type, contract, includes, listed } = of
  const { description, on, output, transaction, who } = action
  const paths = output && includes([output.type], output.list ? 'index' : 'show')
  const isConditional = on === 'record'
  const asked = [
    ...(output && paths
      ? listed({ by: 'write', groups: ofRecord([output.type], paths, contract) }).parameters
      : []),
    ...(isConditional ? WRITE_CONDITIONS : []),
    ...(transaction === undefined ? keyParameters(contract) : []),
  ]
  return {
    operationId: operationName(type, name),
    summary: description ?? `Run ${name} on ${on === 'record' ? `a record of type ${type}` : type}`,
    tags: [type],
    ...(asked.length > 0 && { parameters: asked }),
    requestBody: bodyOf(action),
    responses: { 200: answerOf(action), ...failures(409, 422, ...(isConditional ? [412 as const] : [])) },
    ...guarded(who),
  }
}

function answerOf({ output }: OwnActionContract): JsonObject {
  if (!output) return inlineAnswer('The result of the action.', META_ANSWER)
  const { type, list, nullable } = output
  if (list) return documentAnswer(`Records of type ${type}.`, schemaName(type, 'collection'))
  if (!nullable) return documentAnswer(`A record of type ${type}.`, schemaName(type, 'document'))
  const orNull = { anyOf: [refTo('schemas', schemaName(type, 'resource')), { type: 'null' }] }
  return inlineAnswer(`A record of type ${type}, or null.`, documentSchema(orNull))
}

const inlineAnswer = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { [MEDIA_TYPE]: { schema } },
})

const META_ANSWER: JsonObject = {
  type: 'object',
  required: ['meta'],
  properties: { jsonapi: refTo('schemas', 'jsonapi'), meta: { type: 'object' } },
  additionalProperties: false,
}

function bodyOf({ input }: OwnActionContract): JsonObject {
  const members = Object.entries(input)
  const required = members.filter(([, each]) => each.required).map(([name]) => name)
  const meta = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(members.map(([name, each]) => [name, inputSchema(each)])),
    additionalProperties: false,
  }
  const schema = { type: 'object', required: ['meta'], properties: { meta }, additionalProperties: false }
  const example = exampleBody(members.filter(([, each]) => each.required))
  return {
    required: true,
    content: { [MEDIA_TYPE]: { schema, ...(example !== undefined && { example }) } },
  }
}

/** An input is described like an attribute that everybody may write. */
function inputSchema(input: InputContract): JsonObject {
  const attribute = { ...input, read: true, write: true }
  const description = [input.description ?? '', boundsInWords(attribute)]
    .filter((each) => each !== '')
    .join(' ')
  return {
    ...bodySchema(attribute),
    ...(description !== '' && { description }),
    ...(input.default !== undefined && { default: defaultOf(input) }),
  }
}

/** An example of a body; undefined if no example is known for a required value. */
function exampleBody(needed: readonly (readonly [string, InputContract])[]): Json {
  const values = needed.map(([name, each]) => [name, exampleOf(each)] as const)
  if (values.some(([, value]) => value === undefined)) return undefined
  return { meta: Object.fromEntries(values) }
}
