/** What a server on Node needs besides its framework: `@jsonapi-gen/runtime/node`. */
export { closeGracefully, type ClosableServer, type CloseOptions } from './node/close-gracefully.js'
