import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { hasStore } from '../../support/engine.js'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { factsOf, prismaAdapter } from '../../support/facts.js'

/** The blog's resources on a client, each as a subclass that a test can change. */
export function plainBlog(client: PrismaClientLike): Record<string, ResourceClass> {
  const adapter = prismaAdapter(client)
  return Object.fromEntries(
    [...registry]
      .filter(([, resource]) => hasStore(resource.config.adapter))
      .map(([type, resource]) => {
        const own = class extends resource {}
        own.useAdapter(adapter)
        own.facts(factsOf(client))
        return [type, own]
      }),
  )
}

/**
 * The same resources, each with a hook that does nothing. Records are then created one by one, because a hook sees
 * each of them.
 */
export function watchedBlog(client: PrismaClientLike): Record<string, ResourceClass> {
  const resources = plainBlog(client)
  for (const resource of Object.values(resources)) resource.afterCommit('create', () => {})
  return resources
}
