import type { QueryLogNode } from './query-log.js'
import type { TargetOf } from './query-of.js'
import type { Shape, ToMany } from './shape.js'

/**
 * The result of a collection query: the records, whose type depends on the query's includes and fields, and `meta`.
 *
 * ```ts
 * const { data, meta } = await PostResource.all({ include: 'author', stats: { total: 'count' } });
 * for (const post of data) console.log(post.title, post.author?.name);
 * console.log(meta['stats']); // { total: { count: 100 } }
 * ```
 */
export interface ResultsOf<S extends Shape, Q> {
  readonly data: readonly RecordOf<S, Q>[]
  readonly meta: Readonly<Record<string, unknown>>
  /** The cursors of the page, if it uses cursors. */
  readonly page?: PageCursors
  /** The queries that ran, if the query requested the log. */
  readonly queries?: QueryLogNode
}

/**
 * The cursors of a page (rule 24.7). To read on, pass `next` as `page.after`; to read back, pass `prev` as
 * `page.before`. `next` and `prev` are null if there are no more records in that direction.
 *
 * ```ts
 * const pageAfter = (after: string | null) => PostResource.all({ page: { after, size: 100 } });
 * let { data, page } = await pageAfter(null);
 * while (page?.next) ({ data, page } = await pageAfter(page.next));
 * ```
 */
export interface PageCursors {
  readonly prev: string | null
  readonly next: string | null
  /** The cursor of each record, in the order of the records. */
  readonly cursors: readonly string[]
  /** Whether there are more records between the two cursors than on the page. */
  readonly rangeTruncated: boolean
}

/**
 * The result of a query for a single record.
 *
 * ```ts
 * const { data: post } = await PostResource.find(1, { include: 'comments', fields: { comments: ['body'] } });
 * post.comments.map(({ body }) => body);
 * ```
 */
export interface ResultOf<S extends Shape, Q> {
  readonly data: RecordOf<S, Q>
  readonly meta: Readonly<Record<string, unknown>>
  readonly queries?: QueryLogNode
}

/** The include paths of a query, as a union. */
type Included<Q> = Q extends { readonly include: infer Paths }
  ? Paths extends readonly (infer Path)[]
    ? Extract<Path, string>
    : Extract<Paths, string>
  : never

/** The first relationship of a path. */
type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path

/** The rest of the paths that begin with a relationship. */
type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never

/** The names that a query parameter requests for a type; `All` if the parameter does not mention the type. */
type Named<Q, Parameter extends string, Type extends string, All> = Q extends {
  readonly [Asked in Parameter]: infer Types
}
  ? Types extends { readonly [Asked in Type]: readonly (infer Name)[] }
    ? Name
    : All
  : All

/**
 * One record of a result: id and type, the requested fields, and the included related records, in the order of the
 * shape.
 *
 * ```ts
 * type Line = RecordOf<PostShape, { include: 'author'; fields: { posts: readonly ['title'] } }>;
 * const lineOf = ({ title, author }: Line): string => `${title} by ${author?.name}`;
 * ```
 *
 * The intersection is mapped once more so that editors do not show its parts: `… & {} & {}`.
 */
export type RecordOf<S extends Shape, Q, Paths extends string = Included<Q>> = S extends Shape
  ? Pick<S, 'id' | 'type'> &
      Chosen<S['attributes'], Named<Q, 'fields', S['type'], keyof S['attributes']>> &
      Chosen<S['extraFields'], Named<Q, 'extraFields', S['type'], never>> &
      Relatives<S['sideloads'], Q, Paths> extends infer Members
    ? { readonly [Name in keyof Members]: Members[Name] }
    : never
  : never

/** The members with these names. */
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
