/** The Prisma adapter: `@jsonapi-gen/runtime/prisma`. */
export type { PrismaAdapterOptions } from './prisma/adapter-options.js'
export { PrismaAdapter } from './prisma/prisma-adapter.js'
export { literalLike } from './prisma/driver/literal-like.js'
export type { ClientInTransaction, PrismaClientLike, TransactionOptions } from './prisma/client.js'
export { type PrismaArguments, PrismaScope } from './prisma/scope/prisma-scope.js'
