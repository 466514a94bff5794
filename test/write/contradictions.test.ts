import { describe, expect, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { writableBlog } from './support/blog.js'
import { shortErrors, written } from './support/documents.js'

describe('write/contradictions (11.3): a child that is linked by one parent and names another', () => {
  const blog = writableBlog(sqlite)
  const comment = (post: unknown, method?: string) => ({
    linkage: { type: 'comments', 'temp-id': 'c', ...(method !== undefined && { method }) },
    included: {
      type: 'comments',
      'temp-id': 'c',
      attributes: { body: 'Whose?' },
      relationships: { post: { data: post } },
    },
  })
  const send = (method: string, path: string, { linkage, included }: ReturnType<typeof comment>) =>
    blog.send(method, path, {
      data: {
        type: 'posts',
        ...(method === 'PATCH' && { id: '1' }),
        ...(method === 'POST' && { attributes: { title: 'Whose?', body: '' } }),
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [linkage] },
        },
      },
      included: [included],
    })
  const REFUSED = [
    '400 /included/0/relationships/post/data "post" names another record than the one whose "comments" has this record.',
  ]

  test.each([['another', { type: 'posts', id: '2' }] as const, ['none', null] as const])(
    'names %s: a 400, and nothing is written',
    async (_name, post) => {
      const before = [await blog.prisma.post.count(), await blog.prisma.comment.count()]
      for (const given of [comment(post), comment(post, 'create')]) {
        expect(shortErrors(await send('POST', '/posts', given))).toEqual(REFUSED)
      }
      expect(shortErrors(await send('PATCH', '/posts/1', comment(post, 'create')))).toEqual(REFUSED)
      expect([await blog.prisma.post.count(), await blog.prisma.comment.count()]).toEqual(before)
    },
  )

  test('names the same: it is written', async () => {
    const { data } = written(await send('PATCH', '/posts/1', comment({ type: 'posts', id: '1' }, 'create')))
    expect(data.id).toBe('1')
    expect(await blog.prisma.comment.findFirst({ where: { body: 'Whose?' } })).toMatchObject({ postId: 1 })
  })

  test('is a member that is updated: it may be moved', async () => {
    const { id } = await blog.prisma.comment.create({ data: { body: 'Moves', postId: 1, approved: true } })
    const linkage = { type: 'comments', id: String(id), method: 'update' }
    const relationships = { post: { data: { type: 'posts', id: '2' } } }
    const answer = await blog.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', relationships: { comments: { data: [linkage] } } },
      included: [{ type: 'comments', id: String(id), attributes: { body: 'Moved' }, relationships }],
    })
    expect(answer.status).toBe(200)
    expect(await blog.prisma.comment.findUnique({ where: { id } })).toMatchObject({ postId: 2 })
  })
})
