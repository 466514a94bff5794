/**
 * The OpenAPI document of a contract: `@jsonapi-gen/runtime/openapi`. The generator prints the document, and an API
 * builds it on the first request for it. This entry imports no code for other requests.
 */
export type { Json, JsonObject } from './openapi/json.js'
export { openApiOf, type OpenApiOptions, openApiSteps } from './openapi/openapi-of.js'
