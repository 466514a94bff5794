import type {
  AnyPath,
  Includes,
  ApiTypes,
  CustomFilter,
  Filter,
  RelatedType,
  RelationshipName,
  ResourceTypes,
  ToManyName,
} from './resource-types.js'

type Name<Members> = Extract<keyof Members, string>

/** A value of a filter, or several of which any will do. */
type OneOrMore<Value> = Value | readonly Value[]

/** An object without an operator would be taken for operators. */
type Bare<Value> = Value extends object ? (Value extends Date | readonly unknown[] ? Value : never) : Value

/** What one filter takes: a value, which is `eq`, or a value for each operator; several are all to hold. */
export type FilterInput<F> =
  F extends CustomFilter<infer Value>
    ? Bare<Value> | { readonly eq?: Value }
    : F extends Filter<infer Value, infer Operators>
      ? OneOrMore<Bare<Value>> | { readonly [Operator in Operators]?: OneOrMore<Value> }
      : never

/** The filters of one type, with groups. */
export type FilterGroup<R extends ResourceTypes> = {
  readonly [Filtered in keyof R['filters']]?: FilterInput<R['filters'][Filtered]>
} & {
  readonly and?: readonly FilterGroup<R>[]
  readonly or?: readonly FilterGroup<R>[]
  readonly not?: FilterGroup<R>
}

/** The filters of a request: those of the primary data, and under a relationship's name those of what it includes. */
export type FiltersOf<Types extends ApiTypes<Types>, Type extends keyof Types> = FilterGroup<Types[Type]> &
  FiltersOfIncluded<Types, Type> & { readonly [Required in Types[Type]['required']]: unknown }

/** The filters of what a request includes, under the names of relationships. */
export type FiltersOfIncluded<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly [
    Relationship in Exclude<RelationshipName<Types[Type]>, keyof Types[Type]['filters']>
  ]?: FilterGroup<Types[RelatedType<Types, Type, Relationship>]>
}

/** A key to sort by, with a minus in front for descending order. */
type Signed<Key extends string> = Key | `-${Key}`

/** A sort by a key of the primary data, by one of what a relationship to one record leads to, or of included records by theirs. */
export type SortKey<Types extends ApiTypes<Types>, Type extends keyof Types> =
  | Signed<Types[Type]['sorts']>
  | {
      [Relationship in RelationshipName<Types[Type]>]: `${Relationship}.${Signed<
        Types[RelatedType<Types, Type, Relationship>]['sorts']
      >}`
    }[RelationshipName<Types[Type]>]

/** A page by its number. */
export interface NumberedPage {
  readonly number?: number
  readonly size?: number
}

/**
 * A page of the primary data: by its number, or by cursors. `after` is the cursor that the page begins behind, and null for the
 * first page; `before` is the one that it ends ahead of.
 */
export interface Page extends NumberedPage {
  readonly after?: string | null
  readonly before?: string
}

/** The fields that a query asks for, by type. */
export type FieldsOf<Types extends ApiTypes<Types>> = {
  readonly [Type in keyof Types]?: readonly (
    | Name<Types[Type]['attributes']>
    | RelationshipName<Types[Type]>
  )[]
}

/** The extra fields that a query asks for, by type. */
export type ExtraFieldsOf<Types extends ApiTypes<Types>> = {
  readonly [Type in keyof Types]?: readonly Name<Types[Type]['extraFields']>[]
}

/** What any read asks for. */
export type RecordQuery<Types extends ApiTypes<Types>, Include, Fields, Extra> = {
  readonly include?: Include
  readonly fields?: Fields & NoOthers<Fields, Types>
  readonly extraFields?: Extra & NoOthers<Extra, Types>
}

/** A query of one record. */
export type OneQuery<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey = never,
> = RecordQuery<Types, Include, Fields, Extra> & {
  readonly filter?: FiltersOfIncluded<Types, Type> & Naming<Filtered>
} & Demanded<Types, Type, Include>

/** A query of a list. */
export type ListQuery<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey = never,
> = RecordQuery<Types, Include, Fields, Extra> & {
  readonly sort?: SortKey<Types, Type> | readonly SortKey<Types, Type>[]
  readonly page?: Page & { readonly [Relationship in ToManyName<Types, Type>]?: NumberedPage }
  readonly stats?: {
    readonly [Stat in keyof Types[Type]['stats']]?:
      | Types[Type]['stats'][Stat]
      | readonly Types[Type]['stats'][Stat][]
  }
} & ([Types[Type]['required']] extends [never]
    ? { readonly filter?: FiltersOf<Types, Type> & Naming<Filtered> }
    : { readonly filter: FiltersOf<Types, Type> & Naming<Filtered> }) &
  Demanded<Types, Type, Include>

/** What a query filters by, for the type of its result. */
type Naming<Filtered extends PropertyKey> = { readonly [Name in Filtered]?: unknown }

/** The filters that included records require, under the whole path that includes them. Most APIs require none anywhere. */
type Demanded<Types extends ApiTypes<Types>, Type extends keyof Types, Include> = [
  Types[keyof Types]['required'],
] extends [never]
  ? unknown
  : DemandedAt<Types, Type, DemandingPath<Types, Type, Prefix<PathIn<Include>>>>

type DemandedAt<Types extends ApiTypes<Types>, Type extends keyof Types, Path extends string> = [
  Path,
] extends [never]
  ? unknown
  : {
      readonly filter: {
        readonly [At in Path]: FilterGroup<Types[TypeAt<Types, Type, At>]> & {
          readonly [Required in Types[TypeAt<Types, Type, At>]['required']]: unknown
        }
      }
    }

type PathIn<Include> = Include extends readonly (infer Path)[]
  ? Extract<Path, string>
  : Extract<Include, string>

/** A path, and each that leads to it. */
type Prefix<Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First | `${First}.${Prefix<Rest>}`
  : Path

type DemandingPath<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends string
  ? [Types[TypeAt<Types, Type, Path>]['required']] extends [never]
    ? never
    : Path
  : never

/** The JSON:API type that a path leads to. */
type TypeAt<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends `${infer First}.${infer Rest}`
  ? TypeAt<Types, RelatedType<Types, Type, First>, Rest>
  : RelatedType<Types, Type, Path>

/** A key that is not known is no key: inference alone would let it pass. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never }

/** A part of a query that asks for nothing in particular. */
export type Nothing = Readonly<Record<never, never>>

/** One include path that an action of a type permits, or several. */
export type IncludeOf<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Action extends keyof Includes,
> = PermittedPath<Types, Type, Action> | readonly PermittedPath<Types, Type, Action>[]

type PermittedPath<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Action extends keyof Includes,
> = AnyPath extends Types[Type]['includes'][Action]
  ? IncludePath<Types, Type>
  : Types[Type]['includes'][Action]

/** Every path of relationships, to a depth of three. */
type IncludePath<Types extends ApiTypes<Types>, Type extends keyof Types> = Type extends unknown
  ? {
      [Name in RelationshipName<Types[Type]>]:
        | Name
        | `${Name}.${ShortPath<Types, RelatedType<Types, Type, Name>>}`
    }[RelationshipName<Types[Type]>]
  : never

/** Every path to a depth of two. It is a type of its own, so that the compiler works it out once for each type of the API. */
type ShortPath<Types extends ApiTypes<Types>, Type extends keyof Types> = Type extends unknown
  ? {
      [Name in RelationshipName<Types[Type]>]:
        | Name
        | `${Name}.${PathOfOne<Types, RelatedType<Types, Type, Name>>}`
    }[RelationshipName<Types[Type]>]
  : never

type PathOfOne<Types extends ApiTypes<Types>, Type extends keyof Types> = Type extends unknown
  ? RelationshipName<Types[Type]>
  : never
