/** Additions for a server on Node, besides its framework: `@jsonapi-gen/runtime/node`. */
export { closeGracefully, type ClosableServer, type CloseOptions } from './node/close-gracefully.js'
export { databaseUrl, type DatabaseProvider } from './node/database-url.js'
