/**
 * The OpenAPI document of an API: `@jsonapi-gen/openapi`. The generator prints the document, and an API builds it on the
 * first request for it.
 */
export type { Json, JsonObject } from './json.js'
export { type OpenApi, openApiFrom } from './openapi.js'
export { openApiOf, type OpenApiOptions, openApiSteps } from './openapi-of.js'
export { type SecuritySchemes, withSecurity } from './security.js'
export type { OpenApiDocument } from '@jsonapi-gen/runtime'
