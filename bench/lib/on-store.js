import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
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
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
}
