import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(databases)(
  'write/large-answer (14.6): a write whose response would contain too many records, on $name',
  (database) => {
    const blog = writableBlog(database)

    test('a write whose response would be too large succeeds, and a response with status 400 reports this', async () => {
      const reported: unknown[] = []
      const served = serveWrites(recordedBlog(blog.prisma).resources, {
        limits: { records: 3 },
        onError: (error: unknown) => void reported.push(error),
      } as object)
      const { id } = await blog.prisma.post.create({ data: { title: 'before', body: 'b', authorId: 1 } })
      const comments = [1, 2, 3, 4].map((each) => ({ body: String(each), approved: true, postId: id }))
      await blog.prisma.comment.createMany({ data: comments })
      const patch = (query: string, title: string) =>
        served.send('PATCH', `/posts/${id}?include=comments${query}`, {
          data: { type: 'posts', id: String(id), attributes: { title } },
        })
      expect(await patch('', 'after')).toEqual({
        status: 400,
        body: {
          jsonapi: { version: '1.1' },
          errors: [
            {
              status: '400',
              code: 'too_many_records',
              title: 'Too many records',
              detail:
                'The write succeeded, but its response cannot be rendered. With "comments" included, the response would contain more than 3 records. Paginate it with "page[comments][size]", or request fewer records per page with "page[size]".',
              source: { parameter: 'include' },
              meta: { written: true },
            },
          ],
        },
      })
      expect(await blog.prisma.post.findUnique({ where: { id } })).toMatchObject({ title: 'after' })
      expect((await patch('&page[comments][size]=2', 'again')).status).toBe(200)
      expect(reported).toEqual([])
    })
  },
)
