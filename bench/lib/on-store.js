import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { KyselyAdapter } from '../../kysely/dist/index.js'
import { PrismaAdapter } from '../../runtime/dist/prisma.js'

/**
 * Puts the resources of the blog on a client of another database than its own, and others that were made of them.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {import('./stores.js').Place} place
 * @param {readonly import('../../runtime/dist/index.js').ResourceClass[]} [others]
 */
export function onStore(prisma, { provider }, others = []) {
  const adapter = new PrismaAdapter(prisma, { provider })
  for (const resource of [...registry.values(), ...others]) {
    if (isOnDatabase(resource)) resource.useAdapter(adapter)
  }
}

/** Whether a resource is on a database, and not on nothing. @param {import('../../runtime/dist/index.js').ResourceClass} resource */
export const isOnDatabase = ({ config: { adapter } }) =>
  adapter instanceof PrismaAdapter || adapter instanceof KyselyAdapter
