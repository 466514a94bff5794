import { type Api, Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'

/** The API by hand of the runtime's README. */
export function byHand(prisma: PrismaClientLike): Api {
  class TagResource extends Resource {
    static {
      this.type('tags')
      this.model('Tag')
      this.facts({ provider: 'sqlite', models: { Tag: { columns: { id: 'integer', name: 'string' } } } })
      this.useAdapter(new PrismaAdapter(prisma))
      this.id('integer')
      this.attribute('name', 'string')
      this.allowFilter('name')
    }
  }

  class TagsController extends Controller {
    static {
      this.jsonapi(TagResource)
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
