// The type of a query's result depends on include, fields and extraFields. Checked by `npm run typecheck`.
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import type { PageCursors } from '../../runtime/src/shape/result-of.js'
import { CommentResource } from '../../examples/blog/src/api/comment.resource.js'

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function same<A, B>(_same: Same<A, B>): void {}

export async function results(): Promise<void> {
  const { data: posts } = await PostResource.all({
    include: ['author', 'comments.author'],
    fields: { posts: ['title'], authors: ['name'] },
    extraFields: { posts: ['readingTime'] },
  })
  const [post] = posts
  if (!post) return
  same<typeof post.id, number>(true)
  same<typeof post.type, 'posts'>(true)
  same<typeof post.title, string>(true)
  same<typeof post.readingTime, number>(true)
  // @ts-expect-error not among the fields
  void post.views
  // @ts-expect-error not included
  void post.tags
  same<NonNullable<typeof post.author>['name'], string>(true)
  // @ts-expect-error not among the fields
  void post.author?.email
  // @ts-expect-error it may be null
  void post.author.name
  const [comment] = post.comments
  same<NonNullable<typeof comment>['body'], string>(true)
  same<NonNullable<NonNullable<typeof comment>['author']>['name'], string>(true)
  // @ts-expect-error comments.parent was not included
  void comment?.parent

  const { data: all } = await PostResource.all()
  same<NonNullable<(typeof all)[number]>['views'], number>(true)
  // @ts-expect-error an extra field that was not requested
  void all[0]?.readingTime

  const paged = await PostResource.all({ page: { after: null, size: 10 } })
  same<typeof paged.page, PageCursors | undefined>(true)
  for (let next = paged.page?.next; typeof next === 'string';) {
    const { page } = await PostResource.all({ page: { after: next } })
    next = page?.next
  }
  // @ts-expect-error a numbered page has no cursors
  void paged.page.cursors
  // @ts-expect-error a single record has no pages
  await CommentResource.find(1, { page: { after: null } })

  const { data: one } = await CommentResource.find(1, { include: 'parent.author' })
  same<typeof one.approved, boolean>(true)
  same<NonNullable<NonNullable<typeof one.parent>['author']>['name'], string>(true)

  // @ts-expect-error a single record cannot be filtered
  await CommentResource.find(1, { filter: { approved: true } })
  // @ts-expect-error an unknown include
  await PostResource.all({ include: 'writer' })
  // @ts-expect-error an unknown filter
  await PostResource.all({ filter: { nosuch: 1 } })
}

export async function misuse(): Promise<void> {
  // @ts-expect-error an unknown type next to a known one
  await PostResource.all({ fields: { posts: ['title'], currencies: ['code'] } })
  // @ts-expect-error an unknown filter next to a known one
  await PostResource.all({ filter: { title: 'a', nosuch: 1 } })
  // @ts-expect-error an unknown filter on a sideload
  await PostResource.all({ filter: { comments: { nosuch: 1 } } })
  // @ts-expect-error an unknown sort
  await PostResource.all({ sort: 'nosuch' })
  // @ts-expect-error an unknown stat
  await PostResource.all({ stats: { nosuch: 'count' } })
  // @ts-expect-error an unknown field
  await PostResource.all({ fields: { posts: ['nosuch'] } })
}
