import type { JsonObject } from '@jsonapi-gen/runtime/openapi'
import { compactText } from './compact-json.js'
import type { FileNode } from './file.js'
import { asJsonOfAll } from './header.js'
import { importOf } from './import.js'
import type { OutputFile } from './output-file.js'

/** Where the OpenAPI document is, for the application. */
export const OPENAPI_PATH = 'generated/openapi.gen.ts'

/** Where it is as JSON, for whoever reads it without the application. */
export const OPENAPI_JSON_PATH = 'generated/openapi.gen.json'

/**
 * `openapi.gen.ts`: the OpenAPI document, which `createApi({ openapi })` serves (rule 25.3). It is made of the contract when it is
 * asked for, so that the compiler has nothing to do with it.
 */
export function emitOpenApiFile(): FileNode {
  return {
    path: OPENAPI_PATH,
    note: 'The OpenAPI document.',
    isOfAll: true,
    imports: [
      importOf('@jsonapi-gen/runtime/v1', [{ name: 'OpenApi', isTypeOnly: true }, { name: 'openApiFrom' }]),
    ],
    statements: [
      {
        kind: 'const',
        docs: ['The OpenAPI 3.1 document of the API. The first request for it makes it, of the contract.'],
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

/** `openapi.gen.json`: what `jsonapi-gen openapi` prints. What fits on a line stands on one, so that a diff can be read. */
export function emitOpenApiJsonFile(document: JsonObject): OutputFile {
  return { path: OPENAPI_JSON_PATH, text: `${compactText(asJsonOfAll('The OpenAPI document.', document))}\n` }
}
