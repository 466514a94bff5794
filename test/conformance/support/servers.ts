import type { Server } from 'node:http'
import { serve as serveFetch } from '@hono/node-server'
import { type Api, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../../examples/blog/src/api/generated/routes.gen.js'
import { TagsController } from '../../../examples/blog/src/api/routes/tags.routes.js'
import { FRAMEWORKS, type Listening, listening } from '../../http/support/frameworks.js'
import { useClient } from '../../support/blog.js'
import type { BlogClient } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'

/** All bindings: the frameworks, and the API as a fetch handler. */
export const BINDINGS: readonly (readonly [string, (api: Api) => Promise<Listening>])[] = [
  ...FRAMEWORKS,
  [
    'fetch',
    async (api) =>
      listening(
        serveFetch({ fetch: (request) => api.fetch(request), port: 0, hostname: '127.0.0.1' }) as Server,
      ),
  ],
]

/**
 * The blog over a client, with the cases that its schema lacks: `labels` are tags that cannot be destroyed,
 * whose ids the client may provide, and whose posts cannot be replaced.
 */
export function conformanceApi(prisma: BlogClient, strict: boolean): Api {
  useClient(prisma)
  class LabelResource extends Resource {
    static {
      this.type('labels')
      this.model('Tag')
      this.useAdapter(prismaAdapter(prisma))
      this.id('integer', { clientIds: 'allowed' })
      this.attribute('name', 'string')
      this.hasAndBelongsToMany('posts', { resource: 'posts', foreignKey: { tags: 'id' }, writable: false })
    }
  }
  class LabelsController extends TagsController {
    static {
      this.jsonapi(LabelResource)
    }
  }
  return createApi({
    registry: defineRegistry({ ...Object.fromEntries(registry), labels: LabelResource }),
    controllers: { ...controllers, labels: LabelsController },
    operations: true,
    strict,
  })
}
