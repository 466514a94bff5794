import { createApi, defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { get } from '../support/blog.js'
import { sqlite } from '../support/databases.js'
import { seededBlog } from '../support/read/blog.js'

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const ASKED = { accept: `application/vnd.api+json;profile="${PROFILE}"` }

type Fetches = Parameters<typeof get>[2]

/**
 * An API that serves the blog's resources below a prefix. `change` may change the declarations of one of them.
 */
function apiAt(prefix: string, type = '', change?: (resource: ResourceClass) => void): Fetches {
  const resources = new Map<string, ResourceClass>(registry)
  const changed = resources.get(type)
  if (changed) {
    const own = class extends changed {}
    change?.(own)
    resources.set(type, own)
  }
  const served = Object.entries(controllers).map(([name, controller]) => [
    name,
    class extends controller {
      static {
        this.jsonapi(resources.get(name))
      }
    },
  ])
  return createApi({
    prefix,
    registry: defineRegistry(Object.fromEntries(resources)),
    controllers: Object.fromEntries(served),
  })
}

/** One more relationship. */
const withMore = (resource: ResourceClass): void =>
  resource.allowSideload('more', { resource: 'tags', scope: () => ({}), assign: () => undefined })

describe('pages/cursor-apis (24.3): a cursor is valid only for its own API', () => {
  seededBlog(sqlite)
  const query = 'sort=name'
  const cursorOf = async (prefix: string, api: Fetches): Promise<string> => {
    const { body } = await get(`${prefix}/tags?${query}&page[size]=2`, ASKED, api)
    return (body as { data: { meta: { page: { cursor: string } } }[] }).data[1]?.meta.page.cursor ?? ''
  }
  const behind = (prefix: string, api: Fetches, cursor: string) =>
    get(`${prefix}/tags?${query}&page[after]=${cursor}`, {}, api)

  test('cursors from a different prefix, or from a different resource of the same type, are rejected', async () => {
    const own = await cursorOf('/v1', apiAt('/v1'))
    const refused = {
      status: 400,
      body: {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '400',
            code: 'invalid_page',
            title: 'Invalid page',
            detail:
              '"page[after]" is a cursor from a different query: a cursor is valid only for the same API, resource, sort and filters.',
            source: { parameter: 'page[after]' },
          },
        ],
      },
    }
    expect(await behind('/v2', apiAt('/v2'), own)).toEqual(refused)
    const other = apiAt('/v1', 'tags', withMore)
    expect(await behind('/v1', other, own)).toEqual(refused)
  })

  test('every process of a deployment accepts a cursor, as does a later deployment that changes other resources', async () => {
    const first = apiAt('/v1')
    const own = await cursorOf('/v1', first)
    const answer = await behind('/v1', first, own)
    expect(answer.status).toBe(200)
    const changed = apiAt('/v1', 'posts', withMore)
    for (const api of [apiAt('/v1'), apiAt('/v1/'), changed]) {
      expect(await behind('/v1', api, own)).toEqual(answer)
    }
  })

  test('a link to the next page of included records works in its own API (24.9)', async () => {
    const api = apiAt('/v1')
    const { body } = await get('/v1/posts/1?include=comments&page[comments][size]=2', {}, api)
    const { comments } = (body as { data: { relationships: { comments: { links: { next: string } } } } }).data
      .relationships
    const { pathname, search } = new URL(comments.links.next)
    expect((await get(pathname + search, {}, api)).status).toBe(200)
  })
})
