import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { PrismaAdapter } from '../../runtime/dist/prisma.js'

/**
 * Puts the resources of the blog on a client.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 */
export function onStore(prisma) {
  const adapter = new PrismaAdapter(prisma)
  for (const resource of registry.values()) {
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
}
