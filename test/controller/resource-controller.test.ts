import {
  Controller,
  type ControllerClass,
  createApi,
  defineRegistry,
  type ResourceClass,
  ResourceController,
} from '@jsonapi-gen/runtime'
import { afterAll, describe, expect, test } from 'vitest'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { TagResource } from '../../examples/blog/src/api/tag.resource.js'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { send } from '../write/support/send.js'

const TAG = { data: { type: 'tags', attributes: { name: 'one' } } }

/** The requests for the five actions. */
const ACTIONS = [
  ['GET', '/tags'],
  ['GET', '/tags/1'],
  ['POST', '/tags', TAG],
  ['PATCH', '/tags/1', { data: { type: 'tags', id: '1', attributes: { name: 'other' } } }],
  ['DELETE', '/tags/2'],
] as const

describe('controller/resource-controller (10.4): the actions of a controller', () => {
  writableBlog(sqlite)
  afterAll(() => void defineRegistry(Object.fromEntries(registry)))

  function served(controller: ControllerClass, resource: ResourceClass) {
    class Tags extends controller {
      static {
        Tags.jsonapi(resource)
      }

      isEditor(): boolean {
        return false
      }
    }
    return createApi({
      registry: defineRegistry({ ...Object.fromEntries(registry), tags: resource }),
      controllers: { ...controllers, tags: Tags },
    })
  }

  class Plain extends ResourceController {}

  async function statuses(api: ReturnType<typeof served>): Promise<readonly number[]> {
    const found: number[] = []
    for (const [method, path, body] of ACTIONS) found.push((await send(api, method, path, body)).status)
    return found
  }

  test('a controller that extends ResourceController has all five actions', async () => {
    expect(await statuses(served(Plain, TagResource))).toEqual([200, 200, 201, 200, 204])
  })

  test('a controller has only the actions that its resource lists', async () => {
    class Reading extends TagResource {
      static {
        this.actions('index', 'show')
      }
    }
    expect(await statuses(served(Plain, Reading))).toEqual([200, 200, 405, 405, 405])
  })

  test('a controller that extends Controller has only the actions that it defines, even if its resource lists more', async () => {
    class Listing extends Controller {
      index(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this))
      }
    }
    expect(await statuses(served(Listing, TagResource))).toEqual([200, 404, 405, 404, 404])
  })

  test('a single action can be overridden, and the override can call super', async () => {
    class Marked extends ResourceController {
      override async show(): Promise<Response> {
        const response = await super.show()
        response.headers.set('x-shown', this.params.id)
        return response
      }
    }
    const response = await served(Marked, TagResource).fetch(new Request('http://blog.test/tags/1'))
    expect([response.status, response.headers.get('x-shown')]).toEqual([200, '1'])
  })

  test("a controller's actions report invalid input and do not write it", async () => {
    const api = served(Plain, TagResource)
    const { status } = await send(api, 'POST', '/tags', { data: { type: 'tags', attributes: { name: 7 } } })
    expect(status).toBe(422)
  })
})
