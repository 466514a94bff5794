/** The Null adapter: `@jsonapi-gen/runtime/null`. */
export { NullAdapter } from './adapter/null-adapter.js'
