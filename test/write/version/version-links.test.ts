import { describe, expect, test } from 'vitest'
import { sampledKeys } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

const tag = (id: number) => ({ type: 'tags', id: String(id) })

describe.each(sampledKeys)(
  'write/version-links (21.3): versions and many-to-many links, on $title',
  (database) => {
    const blog = writableBlog(database)
    const served = () => {
      const { resources } = recordedBlog(blog.prisma)
      resources['posts']?.version('views')
      return serveWrites(resources)
    }
    const make = async () => {
      const { id } = await blog.prisma.post.create({ data: { title: 't', body: 'b', authorId: 1, views: 5 } })
      return id
    }
    const patch = (id: number, tags: readonly object[], attributes?: object) =>
      served().send('PATCH', `/posts/${id}`, {
        data: {
          type: 'posts',
          id: String(id),
          ...(attributes && { attributes }),
          relationships: { tags: { data: tags } },
        },
      })
    const stateOf = async (id: number) => {
      const { views, tags } = await blog.prisma.post.findUniqueOrThrow({
        where: { id },
        include: { tags: { orderBy: { id: 'asc' } } },
      })
      return { views, tags: tags.map((each) => each.id) }
    }

    test('links are not part of the record, so changing only links does not increment its version', async () => {
      const id = await make()
      expect((await patch(id, [tag(1)])).status).toBe(200)
      expect(await stateOf(id)).toEqual({ views: 5, tags: [1] })
      const path = `/posts/${id}/relationships/tags`
      expect((await served().send('PATCH', path, { data: [tag(2)] })).status).toBe(204)
      expect(await stateOf(id)).toEqual({ views: 5, tags: [2] })
    })

    test('a version in the request is checked and incremented, even if the request changes only links', async () => {
      const id = await make()
      expect((await patch(id, [tag(1)], { views: 5 })).status).toBe(200)
      expect(await stateOf(id)).toEqual({ views: 6, tags: [1] })
      const stale = await patch(id, [tag(2)], { views: 5 })
      expect([stale.status, shortErrors(stale)]).toEqual([
        409,
        [
          '409 /data/attributes/views The record has changed since it was read: its "views" has a different value now.',
        ],
      ])
      expect(await stateOf(id)).toEqual({ views: 6, tags: [1] })
    })

    test('a to-one relationship is part of the record, so changing it increments the version', async () => {
      const id = await make()
      const author = { data: { type: 'authors', id: '2' } }
      await served().send('PATCH', `/posts/${id}/relationships/author`, author)
      expect(await stateOf(id)).toEqual({ views: 6, tags: [] })
    })
  },
)
