import type { JsonObject } from '../openapi/json.js'
import { compactText } from '../openapi/text.js'
import type { FileNode } from './file.js'
import { importOf } from './import.js'
import { rawText } from './layout/code.js'

/** Where the OpenAPI document is. */
export const OPENAPI_PATH = 'generated/openapi.gen.ts'

/**
 * `openapi.gen.ts`: the OpenAPI document, which `createApi({ openapi })` serves (rule 25.3). It is the text that
 * `jsonapi-gen openapi` prints. The compiler takes it as one literal: as objects, the document of ninety models would be a
 * million nodes in each of its runs.
 */
export function emitOpenApiFile(document: JsonObject): FileNode {
  return {
    path: OPENAPI_PATH,
    note: 'The OpenAPI document.',
    isOfAll: true,
    imports: [importOf('@jsonapi-gen/runtime/v1', [{ name: 'OpenApiDocument' }], { typesOnly: true })],
    statements: [
      {
        kind: 'const',
        docs: ['The OpenAPI 3.1 document of the API.'],
        isExported: true,
        declarations: [
          {
            name: 'openapi',
            type: 'OpenApiDocument',
            initializer: `JSON.parse(${rawText(compactText(document))})`,
          },
        ],
      },
    ],
  }
}
