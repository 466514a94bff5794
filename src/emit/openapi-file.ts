import type { JsonObject } from '@jsonapi-gen/openapi'
import { compactText } from './compact-json.js'
import type { FileNode } from './file.js'
import { asJsonOfAll } from './header.js'
import { importOf } from './import.js'
import type { OutputFile } from './output-file.js'

/** The path of the OpenAPI document for the application. */
export const OPENAPI_PATH = 'generated/openapi.gen.ts'

/** The path of the document as JSON, for readers without the application. */
export const OPENAPI_JSON_PATH = 'generated/openapi.gen.json'

/**
 * `openapi.gen.ts`: the OpenAPI document, which `createApi({ openapi })` serves (rule 25.3). It is built from the
 * contract on request, so the compiler need not process it.
 */
export function emitOpenApiFile(): FileNode {
  return {
    path: OPENAPI_PATH,
    note: 'The OpenAPI document.',
    isOfAll: true,
    imports: [
      importOf('@jsonapi-gen/openapi/v1', [{ name: 'OpenApi', isTypeOnly: true }, { name: 'openApiFrom' }]),
    ],
    statements: [
      {
        kind: 'const',
        docs: ['The OpenAPI 3.1 document of the API. The first request for it builds it from the contract.'],
        isExported: true,
        declarations: [
          {
            name: 'openapi',
            type: 'OpenApi',
            initializer: "openApiFrom(() => import('./contract.gen.json', { with: { type: 'json' } }))",
          },
        ],
      },
    ],
  }
}

/**
 * `openapi.gen.json`: the same as the output of `jsonapi-gen openapi`. Everything that fits on one line is on one line,
 * so diffs are readable.
 */
export function emitOpenApiJsonFile(document: JsonObject): OutputFile {
  return { path: OPENAPI_JSON_PATH, text: `${compactText(asJsonOfAll('The OpenAPI document.', document))}\n` }
}
