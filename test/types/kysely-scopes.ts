// The scopes of generated code on Kysely, and code that must not compile. Checked by `npm run typecheck`.
import { type CommonKyselyScope, KyselyAdapter, type KyselyScope } from '@jsonapi-gen/kysely'
import { type ExpressionBuilder, Kysely, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import type { CommentScope } from '../../examples/blog/src/kysely/api/generated/comment.gen.js'
import type { PostRecord, PostScope } from '../../examples/blog/src/kysely/api/generated/post.gen.js'
import type { Comment, Database, Post } from '../../examples/blog/src/kysely/api/generated/store.gen.js'

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function same<A, B>(_same: Same<A, B>): void {}

same<PostRecord, Post>(true)
same<Post['publishedAt'], Date | null>(true)
same<Comment['authorId'], number | null>(true)
same<PostScope, KyselyScope<Database, 'Post'>>(true)

/** Conditions on a scope: column values, or an expression from Kysely's builder. */
export function conditions(scope: PostScope): PostScope {
  // @ts-expect-error: there is no such column.
  scope.where({ titel: 'a' })
  // @ts-expect-error: the column has a different type.
  scope.where({ title: 1 })
  // @ts-expect-error: the enum has no such value.
  scope.where({ status: 'open' })
  // @ts-expect-error: there is no such column.
  scope.where((builder) => builder('titel', '=', 'a'))
  // @ts-expect-error: the column cannot be null.
  scope.where({ title: null })
  return scope
    .where({ status: 'draft', publishedAt: null })
    .where((builder) => builder.or([builder('views', '>', 10), builder('rating', 'is', null)]))
}

/** Dates and booleans are converted to the form that SQLite stores. A list matches any of its values. */
export function converted(scope: PostScope): PostScope {
  // @ts-expect-error: an object is not a value.
  scope.where({ views: { gte: 1 } })
  // @ts-expect-error: the list contains a value that the column cannot have.
  scope.where({ status: ['draft', 'open'] })
  // @ts-expect-error: undefined is not a value.
  scope.where((builder) => builder('createdAt', '>', undefined))
  const helper = (builder: ExpressionBuilder<Database, 'Post'>) => builder('views', '>', 10)
  return scope
    .where({ createdAt: new Date(), publishedAt: [new Date(), null], status: ['draft', 'published'] })
    .where((builder) => builder.between('createdAt', new Date(0), new Date()))
    .where((builder) => builder('publishedAt', 'in', [new Date()]))
    .where(helper)
    .where((builder) => helper(builder))
}

/** SQLite stores a boolean as a number. */
export const approved = (scope: CommentScope): CommentScope =>
  scope.where({ approved: true }).where((builder) => builder('approved', '=', false))

/** A scope over several tables accepts only columns that all of them have. */
export function common<Scope extends CommonKyselyScope<Database, 'Post' | 'Comment'>>(scope: Scope): Scope {
  // @ts-expect-error: only posts have it.
  scope.where({ title: 'a' })
  return scope.where({ id: 1 }).where({ id: [1, 2] })
}

declare const posts: PostScope
common(posts)

const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: new Libsql(':memory:') }) })
const adapter: KyselyAdapter<Database> = new KyselyAdapter(db)
// @ts-expect-error: there is no such table.
adapter.client.selectFrom('Posts')
export const titles = adapter.client.selectFrom('Post').select('title')
