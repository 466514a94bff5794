import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { KyselyAdapter } from '../../kysely/dist/index.js'
import { PrismaAdapter } from '../../runtime/dist/prisma.js'

/**
 * Switches the blog's resources, and others that extend them, to a client of a different database, whose pool limits
 * statements.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {import('./stores.js').Place} place
 * @param {readonly import('../../runtime/dist/index.js').ResourceClass[]} [others]
 */
export function onStore(prisma, { provider }, others = []) {
  const adapter = new PrismaAdapter(prisma, { provider, transaction: { bounds: 'pool' } })
  for (const resource of [...registry.values(), ...others]) {
    if (isOnDatabase(resource)) resource.useAdapter(adapter)
  }
}

/**
 * Whether a resource uses a database rather than the null adapter.
 *
 * @param {import('../../runtime/dist/index.js').ResourceClass} resource
 */
export const isOnDatabase = ({ config: { adapter } }) =>
  adapter instanceof PrismaAdapter || adapter instanceof KyselyAdapter
