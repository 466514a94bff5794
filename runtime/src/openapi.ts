/**
 * The OpenAPI document of a contract: `@jsonapi-gen/runtime/openapi`. The generator prints it, and an API makes it for the
 * first request of it. It imports no code that answers other requests.
 */
export type { Json, JsonObject } from './openapi/json.js'
export { openApiOf, type OpenApiOptions, openApiSteps } from './openapi/openapi-of.js'
