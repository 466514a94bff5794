import type { ApiTypes, ResourceTypes, TargetOf, ToMany } from './resource-types.js'

/** The include paths of a selection, each as a member of a union. */
export type Included<Q> = Q extends { readonly include?: infer Paths }
  ? Paths extends readonly (infer Path)[]
    ? Extract<Path, string>
    : Extract<Paths, string>
  : never

type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path

type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never

/** The names that a selection asks of a type; `All` where it says nothing of the type. */
type Named<Q, Parameter extends string, Type, All> =
  Q extends Readonly<Partial<Record<Parameter, infer Asked>>>
    ? Asked extends Readonly<Record<Type & string, readonly (infer Name)[]>>
      ? Name
      : All
    : All

/**
 * One record as a query gives it: `id` and `type`, the fields that were asked for, and the included records, at any depth. It
 * can't be changed.
 *
 * ```ts
 * type Line = RecordOf<Types, 'posts', { include: 'author'; fields: { posts: ['title'] } }>
 * const lineOf = ({ title, author }: Line): string => `${title} by ${author?.name}`
 * ```
 */
export type RecordOf<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Q,
  Paths extends string = Included<Q>,
> = Type extends keyof Types
  ? { readonly id: string; readonly type: Type } & Chosen<
      Types[Type]['attributes'],
      Named<Q, 'fields', Type, keyof Types[Type]['attributes']>
    > &
      Chosen<Types[Type]['extraFields'], Named<Q, 'extraFields', Type, never>> &
      Relatives<Types, Types[Type], Q, Paths> extends infer Members
    ? { readonly [Name in keyof Members]: Members[Name] }
    : never
  : never

type Chosen<Members, Names> = {
  readonly [Name in keyof Members as Extract<Name, Names>]: Members[Name]
}

type Relatives<Types extends ApiTypes<Types>, R extends ResourceTypes, Q, Paths extends string> = {
  readonly [Name in keyof R['relationships'] as Extract<Name, Head<Paths>>]: RelatedOf<
    Types,
    R['relationships'][Name],
    Q,
    Tail<Paths, Extract<Name, string>>
  >
}

/** What a relationship leads to, as a query gives it. */
export type RelatedOf<Types extends ApiTypes<Types>, Relationship, Q, Paths extends string = Included<Q>> =
  Relationship extends ToMany<string>
    ? readonly RecordOf<Types, Extract<TargetOf<Relationship>, keyof Types>, Q, Paths>[]
    : RecordOf<Types, Extract<TargetOf<Relationship>, keyof Types>, Q, Paths> | null

/** What a list answers. */
export interface ListOf<Record> {
  readonly data: readonly Record[]
  readonly meta: Readonly<{ [member: string]: unknown }>
  readonly page: PageLinks
}

/** What one record is answered with. */
export interface OneOf<Record> {
  readonly data: Record
  readonly meta: Readonly<{ [member: string]: unknown }>
}

/**
 * Where the pages beside a page are: what `page` of a query takes to read them. Each is undefined where nothing is there, or where
 * the server does not know.
 *
 * ```ts
 * const first = await api.posts.list({ page: { after: null, size: 20 } })
 * const second = first.page.next && (await api.posts.list({ page: first.page.next }))
 * ```
 */
export interface PageLinks {
  readonly first: PlaceOfPage | undefined
  readonly last: PlaceOfPage | undefined
  readonly prev: PlaceOfPage | undefined
  readonly next: PlaceOfPage | undefined
  /** The cursor of each record, in their order; empty where the page is no page by cursors. */
  readonly cursors: readonly string[]
}

/** A page as a query names it. */
export interface PlaceOfPage {
  readonly number?: number
  readonly size?: number
  readonly after?: string
  readonly before?: string
}

/** A record by its type and id: what linkage consists of. */
export interface Identifier<Type = string> {
  readonly type: Type
  readonly id: string
}
