import { beforeAll, describe, expect, test } from 'vitest'
import { servedBlog } from '../client/support/blog.js'
import { spraypaint } from './support/spraypaint.js'

describe('clients/spraypaint (2.1, 11.4, 13.2)', () => {
  const blog = servedBlog()
  let models: ReturnType<typeof spraypaint>
  beforeAll(() => {
    models = spraypaint(blog.url)
  })

  test('Spraypaint reads with filters, sorts, pages, fields, includes and stats', async () => {
    const { Post } = models
    const { data, meta } = await Post.where({ status: 'published', views: { gt: 10 } })
      .order({ views: 'desc' })
      .per(3)
      .page(2)
      .select({ posts: ['title', 'author'], authors: ['name'] })
      .includes(['author'])
      .stats({ total: 'count', views: ['maximum'] })
      .all()
    const rows = await blog.prisma.post.findMany({
      where: { status: 'published', views: { gt: 10 } },
      orderBy: [{ views: 'desc' }, { id: 'asc' }],
      include: { author: true },
    })
    expect(data.map(({ title, author }) => [title, Reflect.get(author ?? {}, 'name')])).toEqual(
      rows.slice(3, 6).map(({ title, author }) => [title, author.name]),
    )
    expect(meta.stats).toEqual({ total: { count: rows.length }, views: { maximum: rows[0]?.views } })
    const { data: one } = await Post.includes('comments').find(1)
    expect([one.title, one.comments.length]).toEqual([
      'Hello, world',
      await blog.prisma.comment.count({ where: { postId: 1, approved: true } }),
    ])
  })

  test('Spraypaint creates, updates and destroys a record together with its relationships', async () => {
    const { Author, Comment, Post } = models
    const { data: author } = await Author.find(1)
    const comment = new Comment({ body: 'First!', approved: true })
    const post = new Post({ title: 'Sprayed', body: 'b', author, comments: [comment] })
    expect(await post.save({ with: ['comments', 'author'] })).toBe(true)
    const rows = () =>
      blog.prisma.post.findUnique({
        where: { id: Number(post.id) },
        select: { title: true, authorId: true, comments: { select: { body: true } } },
      })
    expect(await rows()).toEqual({ title: 'Sprayed', authorId: 1, comments: [{ body: 'First!' }] })
    post.title = 'Again'
    comment.body = 'Edited'
    expect(await post.save({ with: 'comments' })).toBe(true)
    expect(await rows()).toEqual({ title: 'Again', authorId: 1, comments: [{ body: 'Edited' }] })
    comment.isMarkedForDestruction = true
    expect(await post.save({ with: 'comments' })).toBe(true)
    expect(await rows()).toEqual({ title: 'Again', authorId: 1, comments: [] })
    expect(await post.destroy()).toBe(true)
    expect(await rows()).toBeNull()
  })

  test('Spraypaint receives the errors for a record and its children, keyed by attribute', async () => {
    const { Comment, Post } = models
    const comment = new Comment({ body: '' })
    const post = new Post({ title: '', body: 'b', comments: [comment] })
    expect(await post.save({ with: 'comments' })).toBe(false)
    expect([post.errors['title']?.message, comment.errors['body']?.message]).toEqual([
      'cannot be empty',
      'cannot be empty',
    ])
  })
})
