import type { QueryLogNode } from './query-log.js'
import type { TargetOf } from './query-of.js'
import type { Shape, ToMany } from './shape.js'

/**
 * What a query gives of a whole collection: the records, typed by what the query includes and selects, and `meta`.
 *
 * ```ts
 * const { data, meta } = await PostResource.all({ include: 'author', stats: { total: 'count' } })
 * for (const post of data) console.log(post.title, post.author?.name)
 * console.log(meta['stats']) // { total: { count: 100 } }
 * ```
 */
export interface ResultsOf<S extends Shape, Q> {
  readonly data: readonly RecordOf<S, Q>[]
  readonly meta: Readonly<Record<string, unknown>>
  /** The cursors of the page, where it is a page by cursors. */
  readonly page?: PageCursors
  /** What ran, where the query asked for the log. */
  readonly queries?: QueryLogNode
}

/**
 * The cursors of a page (rule 24.7). `next` is what `page.after` takes to read on, and `prev` what `page.before` takes; each
 * is null where nothing is there.
 *
 * ```ts
 * const pageAfter = (after: string | null) => PostResource.all({ page: { after, size: 100 } })
 * let { data, page } = await pageAfter(null)
 * while (page?.next) ({ data, page } = await pageAfter(page.next))
 * ```
 */
export interface PageCursors {
  readonly prev: string | null
  readonly next: string | null
  /** The cursor of each record, in their order. */
  readonly cursors: readonly string[]
  /** Whether there are more records between two cursors than the page has. */
  readonly rangeTruncated: boolean
}

/**
 * What a query gives of one record.
 *
 * ```ts
 * const { data: post } = await PostResource.find(1, { include: 'comments', fields: { comments: ['body'] } })
 * post.comments.map(({ body }) => body)
 * ```
 */
export interface ResultOf<S extends Shape, Q> {
  readonly data: RecordOf<S, Q>
  readonly meta: Readonly<Record<string, unknown>>
  readonly queries?: QueryLogNode
}

/** The include paths of a query, each as its own member of a union. */
type Included<Q> = Q extends { readonly include: infer Paths }
  ? Paths extends readonly (infer Path)[]
    ? Extract<Path, string>
    : Extract<Paths, string>
  : never

/** The first relationship of a path. */
type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path

/** What follows a relationship in the paths that begin with it. */
type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never

/** The names that a query asks of a type in one of its parameters; `All` where it says nothing of the type. */
type Named<Q, Parameter extends string, Type extends string, All> = Q extends {
  readonly [Asked in Parameter]: infer Types
}
  ? Types extends { readonly [Asked in Type]: readonly (infer Name)[] }
    ? Name
    : All
  : All

/**
 * One record as a query gives it: id and type, the fields asked for, and the included relatives, in the order of the shape.
 *
 * ```ts
 * type Line = RecordOf<PostShape, { include: 'author'; fields: { posts: readonly ['title'] } }>
 * const lineOf = ({ title, author }: Line): string => `${title} by ${author?.name}`
 * ```
 *
 * The intersection is mapped once more, because a hover would show it as it is put together: `… & {} & {}`.
 */
export type RecordOf<S extends Shape, Q, Paths extends string = Included<Q>> = S extends Shape
  ? Pick<S, 'id' | 'type'> &
      Chosen<S['attributes'], Named<Q, 'fields', S['type'], keyof S['attributes']>> &
      Chosen<S['extraFields'], Named<Q, 'extraFields', S['type'], never>> &
      Relatives<S['sideloads'], Q, Paths> extends infer Members
    ? { readonly [Name in keyof Members]: Members[Name] }
    : never
  : never

/** The members of these names. */
type Chosen<Members, Names> = {
  readonly [Name in keyof Members as Extract<Name, Names>]: Members[Name]
}

type Relatives<Sideloads, Q, Paths extends string> = {
  readonly [Name in keyof Sideloads as Extract<Name, Head<Paths>>]: Related<
    Sideloads[Name],
    Q,
    Tail<Paths, Extract<Name, string>>
  >
}

type Related<Sideload, Q, Paths extends string> =
  Sideload extends ToMany<Shape>
    ? readonly RecordOf<TargetOf<Sideload>, Q, Paths>[]
    : RecordOf<TargetOf<Sideload>, Q, Paths> | null
