import { type Api, Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'

/** The hand-written API in the runtime's README. */
export function byHand(prisma: PrismaClientLike): Api {
  class TagResource extends Resource {
    static {
      TagResource.type('tags')
      TagResource.model('Tag')
      TagResource.facts({
        provider: 'sqlite',
        models: { Tag: { columns: { id: 'integer', name: 'string' } } },
      })
      TagResource.useAdapter(new PrismaAdapter(prisma))
      TagResource.id('integer')
      TagResource.attribute('name', 'string')
      TagResource.allowFilter('name')
    }
  }

  class TagsController extends Controller {
    static {
      TagsController.jsonapi(TagResource)
    }

    index(): Promise<Response> {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this))
    }
  }

  return createApi({
    registry: defineRegistry({ tags: TagResource }),
    controllers: { tags: TagsController },
  })
}
