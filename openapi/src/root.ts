import { type JsonObject, refTo } from './json.js'
import { documentAnswer, failures } from './responses.js'

/** The document at the root of an API, which lists its collections. */
export function rootPath(): JsonObject {
  return {
    get: {
      operationId: 'root',
      summary: 'List the collections',
      description: 'The URLs of all collections and of this OpenAPI document.',
      tags: ['api'],
      responses: { 200: documentAnswer('The collections.', 'root'), ...failures() },
    },
  }
}

/** The schema of that document. */
export function rootSchemas(): Readonly<Record<string, JsonObject>> {
  return {
    root: {
      type: 'object',
      required: ['links', 'meta'],
      properties: {
        jsonapi: refTo('schemas', 'jsonapi'),
        links: refTo('schemas', 'links'),
        meta: {
          type: 'object',
          required: ['collections'],
          properties: {
            collections: {
              description: 'The URL of each collection, by type.',
              type: 'object',
              additionalProperties: { type: 'string', format: 'uri' },
            },
          },
        },
      },
    },
  }
}
