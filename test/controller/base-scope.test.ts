import { createApi } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { TagsController } from '../../examples/blog/src/api/routes/tags.routes.js'
import { TagResource } from '../../examples/blog/src/api/tag.resource.js'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { send } from '../write/support/send.js'

describe('controller/base-scope (10.1): the base scope of every request is computed with its context', () => {
  const blog = writableBlog(sqlite)
  const contexts: unknown[] = []
  class Seen extends TagResource {
    override baseScope(context?: object) {
      contexts.push(context)
      return super.baseScope(context)
    }
  }
  class SeenController extends TagsController {
    static {
      SeenController.jsonapi(Seen)
    }
  }
  // A class without declarations receives its configuration, including the adapter, on first use.
  const served = () => createApi({ registry, controllers: { ...controllers, tags: SeenController } })
  const tag = { data: { type: 'tags', id: '1', attributes: { name: 'seen' } } }

  test.each([
    ['GET', '/tags'],
    ['GET', '/tags/1'],
    ['GET', '/tags/1/posts'],
    ['GET', '/tags/1/relationships/posts'],
    ['PATCH', '/tags/1', tag],
    ['PATCH', '/tags/1/relationships/posts', { data: [{ type: 'posts', id: '1' }] }],
    ['DELETE', '/tags/1'],
  ])('the base scope for %s %s receives the context of the request', async (method, path, body?: object) => {
    expect(await blog.prisma.tag.count()).toBeGreaterThan(0)
    contexts.length = 0
    expect((await send(served(), method, path, body)).status).toBeLessThan(300)
    expect(contexts.length).toBeGreaterThan(0)
    expect(contexts.filter((context) => !(context instanceof SeenController))).toEqual([])
  })
})
