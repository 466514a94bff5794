import type { ContractDocument } from '../../vocabulary/contract/contract-document.js'

/**
 * An OpenAPI 3.1 document, as plain data.
 *
 * ```ts
 * const described = openapi.with((document: OpenApiDocument) => ({
 *   ...document,
 *   info: { ...document.info, title: 'The blog', version: '2.1.0' },
 * }));
 * ```
 */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly [name: string]: unknown }
  readonly paths: Readonly<Record<string, object>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly [name: string]: unknown
}

/**
 * A document that is built on request, and the contract that it is built from. `OpenApi` of
 * `@jsonapi-gen/openapi` is one.
 *
 * ```ts
 * const source: OpenApiSource = {
 *   document: async () => ({ openapi: '3.1.0', info: { title: 'By hand', version: '1' }, paths: {} }),
 * };
 * ```
 */
export interface OpenApiSource {
  document(): Promise<OpenApiDocument>
  contract?(): Promise<ContractDocument>
}

/** Whether the value is a document that has not been built yet. */
export function isSource(openapi: OpenApiSource | OpenApiDocument): openapi is OpenApiSource {
  return 'document' in openapi && typeof openapi.document === 'function'
}

/** Where the document is. */
export const OPENAPI_PATH = '/openapi.json'

/** Whether a path is that of the document, or of the root that leads to it. */
export const isForOpenApi = (path: string, { openapi }: { readonly openapi?: object }): boolean =>
  openapi !== undefined && (path === OPENAPI_PATH || path === '/')

/** The methods that both serve. */
export const OPENAPI_METHODS: readonly string[] = ['GET']
