/**
 * Everything that the rest of the generator needs from Prisma's formats; loaded only if a schema names a Prisma schema.
 */
export { clientModule, ownGenerator } from './generator-block.js'
export { missingFromClient } from './generated-client.js'
export { indexesOf } from './indexes-of.js'
export { inferSchema } from './infer/infer.js'
export { loadDatamodel } from './load-datamodel.js'
export { readPrismaFiles } from './read-files.js'
export { reviewDatamodel } from './review/review.js'
export { prismaTree } from './schema-tree.js'
export { storeOf } from './store-of.js'
