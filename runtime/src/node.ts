/** Helpers for a Node server with any framework: `@jsonapi-gen/runtime/node`. */
export { closeGracefully, type ClosableServer, type CloseOptions } from './node/close-gracefully.js'
export { databaseUrl, type DatabaseProvider } from './node/database-url.js'
