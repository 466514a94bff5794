import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { PrismaAdapter } from '../../runtime/dist/prisma.js'

/**
 * Puts the resources of the blog on a client of another database than its own.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {import('./stores.js').Place} place
 */
export function onStore(prisma, { provider }) {
  const adapter = new PrismaAdapter(prisma, { provider })
  for (const resource of registry.values()) {
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
}
