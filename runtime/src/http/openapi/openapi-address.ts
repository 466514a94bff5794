import type { AnyServedOptions } from '../served-options.js'

/** Where the OpenAPI document is. */
export const OPENAPI_PATH = '/openapi.json'

/** Whether a path is that of the document, or of the root that leads to it. */
export const isForOpenApi = (path: string, { openapi }: AnyServedOptions): boolean =>
  openapi !== undefined && (path === OPENAPI_PATH || path === '/')

/** The methods that both serve. */
export const OPENAPI_METHODS: readonly string[] = ['GET']
