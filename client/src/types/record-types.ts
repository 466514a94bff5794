import type { Chosen, Head, Included } from './selection-types.js'
import type { Nothing } from './query-types.js'
import type { AnyToMany, ApiTypes, ResourceTypes, TargetOf } from './resource-types.js'

type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}`
  ? Rest
  : Path extends `?${First}.${infer Rest}`
    ? `?${Rest}`
    : never

/** The first name of a path that may be requested. */
type UnsureHead<Path extends string> = Path extends `?${infer Rest}` ? Head<Rest> : never

/**
 * A record as a query returns it: `id` and `type`, the requested fields, and the included records, at any depth.
 * Records are read-only.
 *
 * ```ts
 * type Line = RecordOf<Types, 'posts', { include: 'author'; fields: { posts: ['title'] } }>;
 * const lineOf = ({ title, author }: Line): string => `${title} by ${author.name}`;
 * ```
 */
export type RecordOf<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Q,
  Paths extends string = Included<Q>,
> = Type extends keyof Types
  ? { readonly id: string; readonly type: Type } & Chosen<Types[Type]['attributes'], Q, 'fields', Type> &
      Chosen<Types[Type]['extraFields'], Q, 'extraFields', Type> &
      Relatives<Types, Types[Type], Q, Paths> extends infer Members
    ? { readonly [Name in keyof Members]: Members[Name] }
    : never
  : never

type Relatives<Types extends ApiTypes<Types>, R extends ResourceTypes, Q, Paths extends string> = {
  readonly [Name in keyof R['relationships'] as Extract<Name, Head<Paths>>]: RelativeOf<
    Types,
    R,
    Q,
    Paths,
    Name
  >
} & ([UnsureHead<Paths>] extends [never]
  ? unknown
  : {
      readonly [
        Name in keyof R['relationships'] as Exclude<Extract<Name, UnsureHead<Paths>>, Head<Paths>>
      ]?: RelativeOf<Types, R, Q, Paths, Name>
    })

type RelativeOf<
  Types extends ApiTypes<Types>,
  R extends ResourceTypes,
  Q,
  Paths extends string,
  Name extends keyof R['relationships'],
> =
  RelatedOf<Types, R['relationships'][Name], Q, Tail<Paths, Extract<Name, string>>> extends infer Related
    ? Related | (R['relationships'][Name] extends AnyToMany ? never : NullIfFiltered<Q, Name>)
    : never

/** If a request filters the record of a to-one relationship, the record may be missing. */
type NullIfFiltered<Q, Name> = Q extends { readonly filter?: infer Filter }
  ? Name extends Last<Extract<keyof Filter, string>>
    ? null
    : never
  : never

type Last<Path extends string> = Path extends `${string}.${infer Rest}` ? Last<Rest> : Path

/** The records of a relationship, as a query returns them. */
export type RelatedOf<
  Types extends ApiTypes<Types>,
  Relationship,
  Q,
  Paths extends string = Included<Q>,
> = Relationship extends AnyToMany
  ? readonly RecordOf<Types, Extract<TargetOf<Relationship>, keyof Types>, Q, Paths>[]
  :
      | RecordOf<Types, Extract<TargetOf<Relationship>, keyof Types>, Q, Paths>
      | (Relationship extends { readonly target: infer Target } ? Extract<Target, null> : never)

/** The result of a list. */
export interface ListOf<Record, Stats = Nothing> {
  readonly data: readonly Record[]
  readonly meta: MetaWith<Stats>
  readonly page: PageLinks
}

/** The requested statistics, by name and calculation. */
export type MetaWith<Stats> = [keyof Stats] extends [never]
  ? Readonly<{
      stats?: { readonly [name: string]: { readonly [calculation: string]: unknown } | undefined }
      [member: string]: unknown
    }>
  : Readonly<{ stats: Stats; [member: string]: unknown }>

/** The result for a single record. */
export interface OneOf<Record> {
  readonly data: Record
  readonly meta: Readonly<{ [member: string]: unknown }>
}

/**
 * The previous and next pages, as values for `page` in a query. Each is undefined if there is no such page, or if the
 * server does not know whether there is one.
 *
 * ```ts
 * const first = await api.posts.list({ page: { after: null, size: 20 } });
 * const second = first.page.next && (await api.posts.list({ page: first.page.next }));
 * ```
 */
export interface PageLinks {
  readonly first: PlaceOfPage | undefined
  readonly last: PlaceOfPage | undefined
  readonly prev: PlaceOfPage | undefined
  readonly next: PlaceOfPage | undefined
  /** The cursors of the records, in order; empty if the page does not use cursors. */
  readonly cursors: readonly string[]
}

/** A page in a query, specified by its number or by cursors. */
export type PlaceOfPage =
  | {
      readonly number?: number
      readonly size?: number
      readonly after?: never
      readonly before?: never
    }
  | {
      readonly number?: never
      readonly size?: number
      readonly after?: string
      readonly before?: string
    }

/** Identifies a record by type and id, as linkage does. */
export interface Identifier<Type = string> {
  readonly type: Type
  readonly id: string
}
