// The declarations of a handwritten resource, and code that must not compile. Checked by `npm run typecheck`.
import {
  Resource,
  type CustomFilter,
  type Decimal,
  type Filter,
  type QueryOf,
  type ToMany,
  type ToOne,
} from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function same<A, B>(_same: Same<A, B>): void {}

interface AuthorRecord {
  id: number
  name: string
}

interface AuthorShape {
  type: 'authors'
  id: number
  record: AuthorRecord
  scope: readonly AuthorRecord[]
  attributes: { name: string }
  filters: { name: Filter<string> }
  required: never
  sorts: 'id' | 'name'
  stats: Record<never, never>
  extraFields: Record<never, never>
  sideloads: Record<never, never>
}

interface PostRecord {
  id: number
  title: string
  price: Decimal | null
  publishedAt: Date | null
  authorId: number
  deletedAt: Date | null
}

interface PostShape {
  type: 'posts'
  id: number
  record: PostRecord
  scope: readonly PostRecord[]
  attributes: { title: string; price: Decimal | null; publishedAt: Date | null }
  filters: {
    title: Filter<string>
    price: Filter<Decimal | null>
    publishedAt: Filter<Date | null>
    popular: CustomFilter<boolean>
    since: CustomFilter<number | null>
    tags: CustomFilter<string[]>
    cost: CustomFilter<string>
  }
  required: never
  sorts: 'id' | 'title'
  stats: Record<never, never>
  extraFields: Record<never, never>
  sideloads: { author: ToOne<AuthorShape>; related: ToMany<PostShape>; closest: ToOne<PostShape> }
}

export abstract class Posts extends Resource<PostShape> {
  static {
    this.type('posts')
    this.id('integer', { column: 'id' })
    // @ts-expect-error the column's type differs from the id's type
    this.id('integer', { column: 'sku' })

    this.attribute('heading', { type: 'string', column: 'title' })
    // @ts-expect-error the record has no such column
    this.attribute('heading', { type: 'string', column: 'headline' })

    this.allowFilter('title', { operators: ['prefix'] })
    this.allowFilter('deletedAt', { type: 'datetime?' })
    this.allowFilter('author.name')
    this.allowFilter('writer', { column: 'authorId' })
    this.allowFilter('writerName', { column: 'author.name' })
    // @ts-expect-error no attribute, column or method has this name
    this.allowFilter('nosuch')
    // @ts-expect-error a type does not make it a column
    this.allowFilter('nosuch', { type: 'string' })
    // @ts-expect-error there is no such column
    this.allowFilter('writer', { column: 'nosuch' })
    // @ts-expect-error the path goes through no sideload
    this.allowFilter('writer', { column: 'nosuch.name' })
    // @ts-expect-error there is no such attribute
    this.allowFilter('writer', { attribute: 'nosuch' })

    this.allowStat({ total: 'count', price: ['sum', 'average'] })
    this.allowStat({ worth: { column: 'price', calculations: ['sum'] } })
    // @ts-expect-error there is no such column
    this.allowStat({ worth: { column: 'nosuch', calculations: ['sum'] } })
    // @ts-expect-error there is no such calculation
    this.allowStat({ worth: { column: 'price', calculations: ['median'] } })
    // @ts-expect-error the resource has no such method
    this.allowFilter('own', { type: 'string' }, 'filterNothing')

    this.defaultFilter('deletedAt', { eq: null }, { type: 'datetime?' })
    this.defaultFilter('visible', (scope) => scope.filter(({ deletedAt }) => deletedAt === null))
    // @ts-expect-error there is no such column, and no function
    this.defaultFilter('nosuch', { eq: 1 })
    // @ts-expect-error there is no such operator
    this.defaultFilter('title', { equals: 'a' })

    this.defaultSort([{ deletedAt: 'desc' }, { 'author.name': 'asc' }, { id: 'asc' }])
    this.defaultSort([{ 'author.name': 'asc' }])
    // @ts-expect-error there is no such attribute
    this.defaultSort([{ nosuch: 'asc' }])
    // @ts-expect-error there is no such direction
    this.defaultSort([{ title: 'up' }])

    this.allowSort('author.name')
    // @ts-expect-error there is no such sideload
    this.allowSort('nosuch.name')
    // @ts-expect-error not a path: attributes of the resource itself are sortable without a declaration
    this.allowSort('title')

    // @ts-expect-error there is no attribute to increment
    this.version('lockVersion')

    this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
    // @ts-expect-error the record has no such foreign key
    this.belongsTo('author', { resource: 'authors', foreignKey: 'writerId' })
    // @ts-expect-error the authors have no such key
    this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', primaryKey: 'email' })
    // @ts-expect-error the children have no such foreign key
    this.hasMany('related', { resource: 'posts', foreignKey: 'parentId' })
    // @ts-expect-error the child has no such foreign key
    this.hasOne('closest', { resource: 'posts', foreignKey: 'parentId' })
    // @ts-expect-error the record has no such type column
    this.polymorphicBelongsTo('subject', { groupBy: 'subjectType', groups: {} })

    this.allowFilter('popular', {}, (scope, value) => {
      same<typeof value, boolean>(true)
      return scope
    })
    this.allowFilter('since', {}, (scope, value) => {
      same<typeof value, number | null>(true)
      return scope
    })
    this.allowFilter('tags', {}, (scope, value) => {
      same<typeof value, string[]>(true)
      return scope
    })
    this.allowFilter('price', {}, (scope, value) => {
      same<typeof value, string | null>(true)
      return scope
    })
    this.allowFilter('author', { type: 'integer', list: true }, (scope, value) => {
      same<typeof value, number[]>(true)
      return scope.filter(({ authorId }) => value.includes(authorId))
    })
    this.allowFilter('day', { type: 'date?' }, (scope, value) => {
      same<typeof value, Date | null>(true)
      return scope
    })
    this.allowFilter('maybe', { type: 'bigint?', list: true }, (scope, value) => {
      same<typeof value, (bigint | null)[]>(true)
      return scope
    })
    this.allowFilter('state', { enum: ['draft', 'published'] }, (scope, value) => {
      same<typeof value, 'draft' | 'published'>(true)
      return scope
    })
    this.allowFilter('views', { type: 'integer', operators: ['eq', 'gt'] }, (scope, value) => {
      same<typeof value, number | { readonly gt: number }>(true)
      return scope
    })
    this.allowFilter('wrong', { type: 'boolean' }, (scope, value) =>
      // @ts-expect-error a boolean is not a string
      scope.filter(({ title }) => title.includes(value)),
    )

    this.allowSideload('related', {
      resource: 'posts',
      scope: (parents) => parents,
      assign: (parents, children) => {
        for (const parent of parents) parent.related = children.filter(({ id }) => id !== parent.id)
        // @ts-expect-error the sideload has a different name
        for (const parent of parents) parent.nosuch = children
      },
    })
    this.allowSideload('closest', {
      resource: 'posts',
      many: false,
      scope: 'baseScope',
      assign: (parents, children) => {
        for (const parent of parents) parent.closest = children[0] ?? null
      },
    })
    // @ts-expect-error the resource has no such method
    this.allowSideload('related', { resource: 'posts', scope: 'nosuch', assign: 'baseScope' })
  }
}

/** The declarations of a resource without a shape are not checked by types, but by createApi. */
export abstract class Loose extends Resource {
  static {
    this.allowFilter('anything')
    this.defaultSort([{ anything: 'asc' }])
    this.belongsTo('other', { resource: 'loose', foreignKey: 'otherId' })
    this.allowFilter('typed', { type: 'integer' }, (scope, value) => {
      same<typeof value, number>(true)
      return scope
    })
    this.allowFilter('unknown', {}, (scope, value) => {
      same<typeof value, unknown>(true)
      return scope
    })
  }
}

export const nulls: QueryOf<PostShape> = {
  filter: {
    publishedAt: null,
    price: ['1.50', 2, null],
    since: null,
    tags: ['a', 'b'],
    popular: { eq: true },
  },
}

export const oneTag: QueryOf<PostShape> = { filter: { tags: 'a', not: { price: { not_eq: null } } } }

// @ts-expect-error a title is never null
export const nullTitle: QueryOf<PostShape> = { filter: { title: null } }

// @ts-expect-error nor is one of several
export const nullTitles: QueryOf<PostShape> = { filter: { title: ['a', null] } }

// @ts-expect-error a custom filter accepts one value
export const severalValues: QueryOf<PostShape> = { filter: { popular: [true] } }

// @ts-expect-error a custom filter accepts null only if its type does
export const customNull: QueryOf<PostShape> = { filter: { popular: null } }

// @ts-expect-error a decimal is not a boolean
export const decimal: QueryOf<PostShape> = { filter: { price: true } }

/** The arguments of a model's findMany, as Prisma generates them. */
interface PostFindManyArgs {
  where?: { title?: string }
  orderBy?: { title: 'asc' | 'desc' }
  take?: number
}

export function ofDelegate(scope: PrismaScope<PostFindManyArgs>): void {
  same<typeof scope.arguments.where, { title?: string } | undefined>(true)
  const untyped: PrismaScope = scope
  void untyped
  // @ts-expect-error the model's arguments have no such member
  void scope.arguments.nosuch
}

/** The directives for caches are checked where they are declared (rule 26.7). */
export class Cached extends Resource<PostShape> {
  static {
    this.cache('no-store')
    this.cache('public, max-age=60, stale-while-revalidate=30')
    // @ts-expect-error there is no such directive
    this.cache('privat')
    // @ts-expect-error the seconds are missing
    this.cache('private, max-age')
    // @ts-expect-error the separator must be a comma and a space
    this.cache('private,max-age=60')
  }
}
