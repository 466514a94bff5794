/**
 * The names that generated code imports: `@jsonapi-gen/openapi/v1`. Each keeps its meaning for as long as the package
 * exports this entry (rule 20.5).
 */
export { type OpenApi, openApiFrom } from './openapi.js'
