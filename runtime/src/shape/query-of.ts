import type { Inherited } from './inherited.js'
import type { CustomFilter, Decimal, Filter, Json, Shape } from './shape.js'

/** A key of a shape's member, as a string. */
type Key<Members> = Extract<keyof Members, string>

/** The target shape of a sideload; a union of shapes if the sideload is polymorphic. */
export type TargetOf<Sideload> = Sideload extends { target: infer Target extends Shape } ? Target : never

/** The names of a shape's sideloads. */
export type SideloadName<S extends Shape> = S extends unknown ? Key<S['sideloads']> : never

/** The sideload of that name, from each member of a union of shapes that has it. */
type SideloadOf<S extends Shape, Name extends string> = S extends unknown
  ? Name extends keyof S['sideloads']
    ? S['sideloads'][Name]
    : never
  : never

/**
 * Every include path of a shape, three relationships deep, for completion:
 * `'author' | 'comments' | 'comments.author' | …`.
 */
export type IncludePath<S extends Shape> = S extends unknown
  ? {
      [Name in Key<S['sideloads']>]: Name | `${Name}.${ShortPath<TargetOf<S['sideloads'][Name]>>}`
    }[Key<S['sideloads']>]
  : never

/**
 * Every include path, two relationships deep. It is a type of its own, so that the compiler computes it once for each
 * shape.
 */
type ShortPath<S extends Shape> = S extends unknown
  ? {
      [Name in Key<S['sideloads']>]: Name | `${Name}.${SideloadName<TargetOf<S['sideloads'][Name]>>}`
    }[Key<S['sideloads']>]
  : never

/** The shapes that a query can reach within three relationships, including the shape itself. */
export type Reachable<S extends Shape> = S | Related<S | Related<S | Related<S>>>

/** The target shapes of all sideloads of the given shapes. */
type Related<S extends Shape> = S extends unknown ? TargetOf<S['sideloads'][keyof S['sideloads']]> : never

/** The type that a caller may pass for a value. An exact decimal may also be a number or a string. */
type Input<Value> = Value extends Decimal ? Decimal | number | string : Value

/**
 * The value of a filter: one value, or a list, which matches any of its members. Null is allowed if the filter accepts
 * it.
 */
type FilterValue<Value> = Input<Value> | readonly Input<Value>[]

/** The value of a custom filter: one value, or several if the filter accepts a list. */
type CustomValue<Value> = [Value] extends [readonly (infer Member)[]] ? FilterValue<Member> : Input<Value>

/** A value without an operator. It is never a JSON object, because the object's members would be read as operators. */
type Bare<Value> = Value extends { readonly [member: string]: Json } ? never : Value

/**
 * The input of a filter: a value, which is compared with `eq`, or a value for each operator. A record must match all of
 * them (rule 3.5).
 */
export type FilterInput<F> =
  F extends CustomFilter<infer Value>
    ? CustomValue<Bare<Value>> | { readonly eq?: CustomValue<Value> }
    : F extends Filter<infer Value, infer Operators>
      ? FilterValue<Bare<Value>> | { readonly [O in Operators]?: FilterValue<Value> }
      : never

/** The filters of one resource, including the groups of rule 3. */
export type FilterGroup<S extends Shape> = {
  readonly [Name in Key<S['filters']>]?: FilterInput<S['filters'][Name]> | Inherited<Name>
} & {
  readonly and?: readonly FilterGroup<S>[]
  readonly or?: readonly FilterGroup<S>[]
  readonly not?: FilterGroup<S>
}

/** The filters of a request: filters for the primary data, and filters for each sideload under its name. */
export type FiltersOf<S extends Shape> = FilterGroup<S> & {
  readonly [Name in Exclude<SideloadName<S>, keyof S['filters']>]?:
    | FilterGroup<TargetOf<SideloadOf<S, Name>>>
    | Inherited<Name>
} & { readonly [Name in S['required']]: unknown }

/** A sort key: a sortable name, prefixed with a minus sign for descending order. */
export type SortKey<S extends Shape> = S['sorts'] | `-${S['sorts']}`

/** The name of a field: an attribute or a sideload. */
export type FieldName<S extends Shape> = Key<S['attributes']> | Key<S['sideloads']>

/** A page of the primary data or of a sideload. Both members are whole numbers; page numbers start at 1, sizes at 0. */
export interface Page {
  readonly number?: number
  readonly size?: number
}

/**
 * A page of the primary data: by number, or by cursors (rule 24.7). The page begins after the record with the cursor
 * `after`, or ends before the record with the cursor `before`. Null means the start or end of the collection:
 * `{ after: null }` is the first page, `{ before: null }` the last.
 */
export type PrimaryPage =
  | (Page & { readonly after?: never; readonly before?: never })
  | {
      readonly number?: never
      readonly size?: number
      readonly after?: string | null
      readonly before?: string | null
    }

/** The includes of a query: one path, or several. */
export type IncludeOf<S extends Shape> = IncludePath<S> | readonly IncludePath<S>[]

/** The fields that a query may request, by type. */
export type FieldsOf<S extends Shape> = {
  readonly [Type in Reachable<S> as Type['type']]?: readonly FieldName<Type>[]
}

/** The extra fields that a query may request, by type. */
export type ExtraFieldsOf<S extends Shape> = {
  readonly [
    Type in Reachable<S> as keyof Type['extraFields'] extends never ? never : Type['type']
  ]?: readonly Key<Type['extraFields']>[]
}

/** The sort of a query: one key, or several in order of significance. */
export type SortOf<S extends Shape> = SortKey<S> | readonly SortKey<S>[]

/** The pages of a query: the page of the primary data, and the page of each sideload under its name. */
export type PageOf<S extends Shape> = PrimaryPage & {
  readonly [Name in SideloadName<S>]?: Page | Inherited<Name>
}

/** The stats that a query may request: one or more calculations for each name. */
export type StatsOf<S extends Shape> = {
  readonly [Name in Key<S['stats']>]?: S['stats'][Name] | readonly S['stats'][Name][] | Inherited<Name>
}

/** The parts of a query that apply to collections but not to single records. */
export interface CollectionQueryOf<S extends Shape> {
  readonly filter?: FiltersOf<S>
  readonly sort?: SortOf<S>
  readonly page?: PageOf<S>
  readonly stats?: StatsOf<S>
}

/** A typed query for in-process use: the parameters of a request, with the resource's names and types. */
export interface QueryOf<S extends Shape> extends CollectionQueryOf<S> {
  readonly include?: IncludeOf<S>
  readonly fields?: FieldsOf<S>
  readonly extraFields?: ExtraFieldsOf<S>
  /** Whether to return the log of the queries that ran. */
  readonly queries?: boolean
}
