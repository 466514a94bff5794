import { describe, expect, test } from 'vitest'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { serve } from '../support/read/serve.js'
import { anyDatabase } from '../support/databases.js'
import { recordedBlog } from '../write/support/recorded.js'
import { CountedPost, PostResource, usePrisma } from './schema-format-examples.js'
import { prismaAdapter } from '../support/facts.js'

describe.each(anyDatabase)('docs/schema-format.md on $name', (database) => {
  const blog = seededBlog(database)

  test('the extra field in docs/schema-format.md counts the comments of all posts on a page with one query', async () => {
    CountedPost.useAdapter(prismaAdapter(blog.prisma))
    usePrisma(blog.prisma)
    const api = serve({ ...recordedBlog(blog.prisma).resources, posts: CountedPost })
    const posts = await blog.prisma.post.findMany({
      orderBy: { id: 'asc' },
      select: { id: true, title: true, _count: { select: { comments: true } } },
    })
    const answer = await api.get('/posts?fields[posts]=title&extra_fields[posts]=commentCount&page[size]=100')
    expect(documentOf(answer).data).toEqual(
      posts.map(({ id, title, _count }) =>
        expect.objectContaining({ id: String(id), attributes: { title, commentCount: _count.comments } }),
      ),
    )
  })

  test('the custom filter in docs/schema-format.md narrows by month and rejects other values (14.3)', async () => {
    PostResource.useAdapter(prismaAdapter(blog.prisma))
    const api = serve({ ...recordedBlog(blog.prisma).resources, posts: PostResource })
    const dated = await blog.prisma.post.findMany({
      where: { publishedAt: { not: null } },
      orderBy: { id: 'asc' },
    })
    const monthOf = (date: Date | null): string => date?.toISOString().slice(0, 7) ?? ''
    const month = monthOf(dated[0]?.publishedAt ?? null)
    expect(idsOf(await api.get(`/posts?filter[month]=${month}&page[size]=100`))).toEqual(
      dated.filter(({ publishedAt }) => monthOf(publishedAt) === month).map(({ id }) => id),
    )
    for (const value of ['2026-13', 'March', '2026-03-01']) {
      const answer = await api.get(`/posts?filter[month]=${value}`)
      expect(answer).toEqual(
        refusal(KINDS.invalidFilterValue, 'filter[month]', `"${value}" is not a month, such as 2026-03.`),
      )
    }
  })
})
