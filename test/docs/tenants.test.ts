import { createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { recordedBlog } from '../write/support/recorded.js'
import { TenantController, TenantPost } from './tenants-examples.js'

class TenantPosts extends TenantController {
  static {
    this.jsonapi(TenantPost)
  }
}

describe.each(databases)('docs/variants.md, tenants by baseScope, on $name', (database) => {
  const blog = writableBlog(database)
  const served = () => {
    const { resources } = recordedBlog(blog.prisma)
    // A filter through a join requires both of its ends to be in the same store.
    const adapter = resources.posts?.config.adapter
    if (adapter) TenantPost.useAdapter(adapter)
    const registry = defineRegistry({ ...resources, posts: TenantPost })
    return createApi<{ readonly tenant: number }>({ registry, controllers: { posts: TenantPosts } })
  }
  const send = async (tenant: number, path: string, method = 'GET', data?: object) => {
    const answer = await served().fetch(
      new Request(`http://blog.test${path}`, {
        method,
        ...(data && {
          body: JSON.stringify({ data }),
          headers: { 'content-type': 'application/vnd.api+json' },
        }),
      }),
      { tenant },
    )
    return {
      status: answer.status,
      body: (await answer.json()) as { data: { id: string } & { id: string }[] },
    }
  }
  const ownIds = async (authorId: number) =>
    (await blog.prisma.post.findMany({ where: { authorId }, orderBy: { id: 'asc' } })).map(({ id }) =>
      String(id),
    )

  test('with a tenant in baseScope, a tenant reads and writes only its own records', async () => {
    const { body } = await send(2, '/posts?page[size]=100')
    expect(body.data.map(({ id }) => id)).toEqual(await ownIds(2))
    const [other = ''] = await ownIds(3)
    expect((await send(2, `/posts/${other}`)).status).toBe(404)
    const change = { type: 'posts', id: other, attributes: { title: 'mine' } }
    expect((await send(2, `/posts/${other}`, 'PATCH', change)).status).toBe(404)
    const made = await send(2, '/posts', 'POST', { type: 'posts', attributes: { title: 't', body: 'b' } })
    expect(made.status).toBe(201)
    expect(await ownIds(2)).toContain(made.body.data.id)
  })

  test('an in-process call applies the tenant that is passed to it', async () => {
    const { data } = await served().as({ tenant: 3 }, () => TenantPost.all({ page: { size: 100 } }))
    expect(data.map(({ id }) => String(id))).toEqual(await ownIds(3))
    await expect(TenantPost.all()).rejects.toThrow('There is no tenant here.')
  })
})
