// The parameters of a typed query, and code that must not compile. Checked by `npm run typecheck`.
import type { Queries, Query, Shapes } from '../../examples/blog/src/api/generated/index.gen.js'
import type { PostQuery } from '../../examples/blog/src/api/generated/post.gen.js'
import type { IncludePath } from '../../runtime/src/shape/query-of.js'

export const everything: Query<'posts'> = {
  filter: {
    title: { prefix: 'Hello', contains: ['a', 'b'] },
    name: 'Hello',
    status: ['draft', 'published'],
    views: { gt: 10, lte: 20 },
    publishedAt: new Date(0),
    popular: true,
    'author.name': { eq: 'Ada' },
    'comments.body': { contains: ['a', 'b'] },
    'tags.name': 'travel',
    or: [{ title: 'a' }, { not: { views: 1 } }],
    comments: { approved: false },
  },
  sort: ['-views', 'id'],
  page: { number: 2, size: 5, comments: { size: 1 } },
  include: ['author', 'comments.author', 'comments.replies.author'],
  fields: { posts: ['title', 'author'], authors: ['name'] },
  extraFields: { posts: ['readingTime'] },
  stats: { total: 'count', views: ['sum', 'average'] },
}

export const onePath: Query<'comments'> = { include: 'post.author', sort: '-createdAt' }

export const completed: IncludePath<Shapes['authors']> = 'posts.comments.author'

/** An application's own helper that narrows a query. */
export function ofAuthor(query: PostQuery, name: string): Queries['posts'] {
  return { ...query, filter: { ...query.filter, 'author.name': name } }
}

export const narrowed: Query<'posts'> = ofAuthor({ include: 'author', sort: '-views' }, 'Ada')

// @ts-expect-error an unknown filter of the named query
ofAuthor({ filter: { nosuch: 1 } }, 'Ada')

// @ts-expect-error the query of another resource
ofAuthor(onePath, 'Ada')

// @ts-expect-error there is no resource "articles"
export type UnknownQuery = Queries['articles']

// @ts-expect-error there is no resource "articles"
export type Unknown = Query<'articles'>

// @ts-expect-error an unknown filter
export const filter: Query<'posts'> = { filter: { nosuch: 1 } }

// @ts-expect-error a filter through a to-many relationship that the schema does not list
export const filterThrough: Query<'posts'> = { filter: { 'comments.approved': true } }

// @ts-expect-error an operator that this filter through a to-many relationship does not support
export const operatorThrough: Query<'posts'> = { filter: { 'comments.body': { prefix: 'a' } } }

// @ts-expect-error a value of a different type
export const filterValue: Query<'posts'> = { filter: { views: 'many' } }

// @ts-expect-error not a value of the enum
export const filterEnum: Query<'posts'> = { filter: { status: 'deleted' } }

// @ts-expect-error an operator that the filter does not support
export const operator: Query<'posts'> = { filter: { title: { suffix: 'a' } } }

// @ts-expect-error an operator that numbers do not support
export const numberOperator: Query<'posts'> = { filter: { views: { prefix: 1 } } }

// @ts-expect-error an unknown filter inside a group
export const group: Query<'posts'> = { filter: { or: [{ nosuch: 1 }] } }

// @ts-expect-error an unknown filter on a sideload
export const nested: Query<'posts'> = { filter: { comments: { nosuch: 1 } } }

// @ts-expect-error an attribute that cannot be sorted by
export const sort: Query<'posts'> = { sort: 'body' }

// @ts-expect-error two minus signs
export const sortTwice: Query<'posts'> = { sort: '--views' }

// @ts-expect-error an unknown relationship
export const include: Query<'posts'> = { include: 'writer' }

// @ts-expect-error a relationship that the related resource does not have
export const nestedInclude: Query<'posts'> = { include: ['author.tags'] }

// @ts-expect-error a page of a relationship that does not exist
export const page: Query<'posts'> = { page: { writer: { size: 1 } } }

export const firstPage: Query<'posts'> = { page: { after: null, size: 100, comments: { size: 5 } } }

export const lastPage: Query<'posts'> = { page: { before: null } }

export const range: Query<'posts'> = { page: { after: '1abc', before: '1abd' }, sort: '-views' }

// @ts-expect-error a page begins at a number or after a cursor, not both (rule 24.1)
export const both: Query<'posts'> = { page: { number: 2, after: '1abc' } }

// @ts-expect-error a cursor is a string, or null for the first or last page
export const cursorOfNumber: Query<'posts'> = { page: { after: 7 } }

// @ts-expect-error included records have no cursors (rule 24.6)
export const cursorOfIncluded: Query<'posts'> = { page: { comments: { after: '1abc' } } }

/** A query for the next page, as an application would write it. */
export const behind = (after: string | null): Query<'posts'> => ({ page: { after } })

// @ts-expect-error an unknown field
export const field: Query<'posts'> = { fields: { posts: ['titel'] } }

// @ts-expect-error a type that cannot be reached
export const fieldType: Query<'posts'> = { fields: { currencies: ['code'] } }

// @ts-expect-error an unknown extra field
export const extraField: Query<'posts'> = { extraFields: { posts: ['wordCount'] } }

// @ts-expect-error a type without extra fields
export const extraFieldType: Query<'posts'> = { extraFields: { authors: ['name'] } }

// @ts-expect-error an unknown stat
export const stat: Query<'posts'> = { stats: { title: 'count' } }

// @ts-expect-error a calculation that the stat does not have
export const calculation: Query<'posts'> = { stats: { rating: 'sum' } }

// @ts-expect-error an unknown parameter
export const parameter: Query<'posts'> = { limit: 10 }
