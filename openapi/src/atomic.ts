import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { keyParameters } from './conditions.js'
import { bodyExample } from './bodies.js'
import { exampleId } from './id-examples.js'
import { type Json, type JsonObject, refTo } from './json.js'
import type { DocumentParts } from './document-parts.js'
import { ATOMIC_MEDIA_TYPE, failures, MEDIA_TYPE } from './responses.js'

/** The path of atomic operations (rule 16.6), which an API may omit from its document. */
export function operationsPath({ contract }: DocumentParts): JsonObject {
  const isWritten = Object.values(contract.resources).some(({ actions }) =>
    [actions.create, actions.update, actions.destroy].some(({ who }) => who !== false),
  )
  if (!isWritten) return {}
  const example = operationsExample(contract)
  return {
    '/operations': {
      post: {
        operationId: 'operations',
        summary: 'Execute several writes',
        description:
          'Executes all operations in one transaction. If one fails, nothing is written. Content-Type and Accept must contain the extension.',
        tags: ['api'],
        ...(contract.idempotency && { parameters: keyParameters(contract) }),
        requestBody: {
          required: true,
          content: {
            [ATOMIC_MEDIA_TYPE]: {
              schema: refTo('schemas', 'operations'),
              ...(example !== undefined && { example }),
            },
          },
        },
        responses: {
          200: {
            description: 'The results, in the order of the operations.',
            content: { [ATOMIC_MEDIA_TYPE]: { schema: refTo('schemas', 'results') } },
          },
          204: { description: 'All operations were executed, and none returned a result.' },
          ...inExtension(failures(409, 422)),
        },
      },
    },
  }
}

/** The first operation that has an example: a create, an update or a destroy. */
function operationsExample(contract: Contract): Json {
  const all = Object.entries(contract.resources)
  for (const [op, action] of OPERATIONS) {
    for (const [type, resource] of all) {
      const { address, who } = resource.actions[action]
      if (!address || who === false) continue
      if (action === 'destroy') {
        const id = exampleId(resource)
        if (id !== undefined) return { 'atomic:operations': [{ op, ref: { type, id } }] }
        continue
      }
      const body = bodyExample(type, action, contract)
      if (typeof body === 'object' && body !== null) return { 'atomic:operations': [{ op, ...body }] }
    }
  }
  return undefined
}

const OPERATIONS = [
  ['add', 'create'],
  ['update', 'update'],
  ['remove', 'destroy'],
] as const

/** The schemas of operations and their results. */
export function operationSchemas(): Readonly<Record<string, JsonObject>> {
  return {
    operations: {
      type: 'object',
      required: ['atomic:operations'],
      properties: {
        'atomic:operations': { type: 'array', minItems: 1, items: refTo('schemas', 'operation') },
      },
    },
    operation: {
      type: 'object',
      required: ['op'],
      properties: {
        op: { type: 'string', enum: ['add', 'update', 'remove'] },
        ref: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { type: 'string' },
            id: { type: 'string' },
            lid: { type: 'string', minLength: 1 },
            relationship: { type: 'string' },
          },
          additionalProperties: false,
        },
        href: { type: 'string', format: 'uri-reference' },
        data: { description: 'A resource object, or the linkage of a relationship.' },
        meta: refTo('schemas', 'meta'),
      },
    },
    results: {
      type: 'object',
      required: ['atomic:results'],
      properties: {
        jsonapi: refTo('schemas', 'jsonapi'),
        'atomic:results': {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              data: { description: 'The added or updated record.' },
              meta: refTo('schemas', 'meta'),
            },
          },
        },
        meta: refTo('schemas', 'meta'),
      },
    },
  }
}

/** Errors have the media type that was negotiated, if the request got that far. */
function inExtension(responses: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(responses).map((status) => [status, refTo('responses', 'OperationsFailure')]),
  )
}

/** The component for these errors. */
export function operationsFailure(): Readonly<Record<string, JsonObject>> {
  const media = { schema: refTo('schemas', 'errors') }
  const content = { [ATOMIC_MEDIA_TYPE]: media, [MEDIA_TYPE]: media }
  return { OperationsFailure: { description: 'Errors. Nothing was written.', content } }
}
