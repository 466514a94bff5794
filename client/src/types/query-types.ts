import type { Inherited } from './inherited.js'
import type { Mistake } from './mistake.js'
import type { StatsOf } from './stats-types.js'
import type { SureName } from './selection-types.js'
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

/** The value of a filter, or a list, which matches any of its values. */
type OneOrMore<Value> = Value | readonly Value[]

/** Without an operator, the members of an object would be read as operators. */
type Bare<Value> = Value extends object ? (Value extends Date | readonly unknown[] ? Value : never) : Value

/**
 * The value of a filter, which is compared with `eq`, or a value for each operator. A record must match all of them.
 */
export type FilterInput<F> =
  F extends CustomFilter<infer Value>
    ? Bare<Value> | { readonly eq?: Value | undefined }
    : F extends Filter<infer Value, infer Operators>
      ? OneOrMore<Bare<Value>> | { readonly [Operator in Operators]?: OneOrMore<Value> | undefined }
      : never

/** The filters of one type, which can be combined in groups. An undefined filter is omitted. */
export type FilterGroup<R extends ResourceTypes> = {
  readonly [Filtered in keyof R['filters']]?:
    | FilterInput<R['filters'][Filtered]>
    | Inherited<Filtered>
    | undefined
} & {
  readonly and?: readonly FilterGroup<R>[] | undefined
  readonly or?: readonly FilterGroup<R>[] | undefined
  readonly not?: FilterGroup<R> | undefined
}

/** The value of a required filter. */
type Given = string | number | bigint | boolean | object | null

/**
 * The filters of a request: filters for the primary data, and filters for included records under the names of their
 * relationships.
 */
export type FiltersOf<Types extends ApiTypes<Types>, Type extends keyof Types, Include = never> = FilterGroup<
  Types[Type]
> &
  FiltersOfIncluded<Types, Type, Include> & { readonly [Required in Types[Type]['required']]: Given }

/** The filters of included records, under the names of relationships. */
export type FiltersOfIncluded<Types extends ApiTypes<Types>, Type extends keyof Types, Include = never> = {
  readonly [
    Relationship in Exclude<RelationshipName<Types[Type]>, keyof Types[Type]['filters']>
  ]?: IfIncluded<
    Include,
    Relationship,
    FilterGroup<Types[RelatedType<Types, Type, Relationship>]>,
    NotIncluded<Relationship>
  >
}

type NotIncluded<Relationship extends string> =
  Mistake<`"${Relationship}" is not included: add it to include`>

/**
 * The parts of a query about a relationship that the query certainly includes. The include paths are used only in the
 * condition, so the compiler computes it for a call's paths, but never for all possible paths.
 */
type IfIncluded<Include, Relationship extends string, Said, Else = never> = [
  Extract<SureName<Include>, Relationship>,
] extends [never]
  ? Else
  : Said

/** A sort key, prefixed with a minus sign for descending order. */
type Signed<Key extends string> = Key | `-${Key}`

/**
 * A sort key of the primary data, or of the record in a to-one relationship. Included records have their own sort keys.
 */
export type SortKey<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include = never,
  Own extends string = Types[Type]['sorts'],
> =
  | Signed<Own>
  | {
      [Relationship in ToManyName<Types, Type>]: IfIncluded<
        Include,
        Relationship,
        `${Relationship}.${Signed<OwnKey<Types[RelatedType<Types, Type, Relationship>]['sorts']>>}`
      >
    }[ToManyName<Types, Type>]

/** A sort key of the records themselves, without a relationship. */
type OwnKey<Key extends string> = Key extends `${string}.${string}` ? never : Key

/** A page specified by its number. */
export interface NumberedPage {
  readonly number?: number
  readonly size?: number
}

/**
 * A page of the primary data, specified by its number or by cursors. The page begins after the record with the cursor
 * `after`; null means the first page. With `before`, the page ends before the record with that cursor.
 */
export type Page = PageWithout<never>

/** `Other` names the members that a page cannot have together with a number or with cursors. */
type PageWithout<Other> =
  | (NumberedPage & { readonly after?: Other; readonly before?: Other })
  | {
      readonly number?: Other
      readonly size?: number
      readonly after?: string | null
      readonly before?: string
    }

/** The requested fields, by type. */
export type FieldsOf<Types extends ApiTypes<Types>> = {
  readonly [Type in keyof Types]?: readonly (
    | Name<Types[Type]['attributes']>
    | RelationshipName<Types[Type]>
  )[]
}

/** The requested extra fields, by type. */
export type ExtraFieldsOf<Types extends ApiTypes<Types>> = {
  readonly [Type in keyof Types]?: readonly Name<Types[Type]['extraFields']>[]
}

/** The members that every query can contain. */
export type RecordQuery<Types extends ApiTypes<Types>, Include, Fields, Extra, Plain = false> = {
  readonly include?: Include
  readonly fields?: Fields & Only<Fields, Types>
  readonly extraFields?: Extra & Only<Extra, Types>
  /**
   * Whether to return plain records, which have no circular references, with linkage instead of related records. This
   * requires the `plain` extension.
   */
  readonly plain?: Plain
}

/** A query for a single record, which is read or written. */
export type OneQuery<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey = never,
  Plain = false,
> = RecordQuery<Types, Include, Fields, Extra, Plain> & {
  readonly filter?: FiltersOfIncluded<Types, Type, NoInfer<Include>> & Naming<Filtered>
} & Demanded<Types, Type, Include>

/** A query for a list. */
export type ListQuery<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey = never,
  Style = StyleOf<Types[Type]>,
  Stats = StatsOf<Types, Type>,
  Plain = false,
> = RecordQuery<Types, Include, Fields, Extra, Plain> &
  LinksQuery<Types, Type, Include, Filtered, Style, Stats> &
  Demanded<Types, Type, Include>

/** The parts of a query that determine which records a list contains, and in which order. */
export type LinksQuery<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include = never,
  Filtered extends PropertyKey = never,
  Style = StyleOf<Types[Type]>,
  Stats = StatsOf<Types, Type>,
> = {
  readonly stats?: Stats & Only<Stats, Types[Type]['stats']>
} & Paged<Types, Type, NoInfer<Include>, Style> &
  ([Types[Type]['required']] extends [never]
    ? { readonly filter?: FiltersOf<Types, Type, NoInfer<Include>> & Naming<Filtered> }
    : { readonly filter: FiltersOf<Types, Type, NoInfer<Include>> & Naming<Filtered> })

/** The pagination style of a list if the query does not specify a page number. */
export type StyleOf<R extends ResourceTypes> = R extends { pages: infer Style } ? Style : 'number'

/** A sort and a page. A sort through a relationship does not support cursors, so it needs a page number. */
type Paged<Types extends ApiTypes<Types>, Type extends keyof Types, Include, Style> = Style extends 'cursor'
  ?
      | SortAndPage<SortKey<Types, Type, Include, OwnKey<Types[Type]['sorts']>>, PageOf<Types, Type, Include>>
      | Required<SortAndPage<SortKey<Types, Type, Include>, PageOf<Types, Type, Include> & NumberOfPage>>
  : SortAndPage<SortKey<Types, Type, Include>, PageOf<Types, Type, Include>>

interface SortAndPage<Key, PageAsked> {
  readonly sort?: OneOrMore<Key>
  readonly page?: PageAsked
}

interface NumberOfPage {
  readonly number: number
}

type PageOf<Types extends ApiTypes<Types>, Type extends keyof Types, Include> = PageWithout<
  Mistake<'A page has a number or cursors, never both'>
> & {
  readonly [Relationship in ToManyName<Types, Type>]?: IfIncluded<
    Include,
    Relationship,
    NumberedPage,
    NotIncluded<Relationship>
  >
}

/** The filters that determine the type of a query's result. */
type Naming<Filtered extends PropertyKey> = { readonly [Name in Filtered]?: unknown }

/** The filters that included records require, under the full path that includes them. Most APIs require no filters. */
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
          readonly [Required in Types[TypeAt<Types, Type, At>]['required']]: Given
        }
      }
    }

type PathIn<Include> = Include extends readonly (infer Path)[]
  ? Extract<Path, string>
  : Extract<Include, string>

type DemandingPath<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends string
  ? [Types[TypeAt<Types, Type, Path>]['required']] extends [never]
    ? never
    : Path
  : never

/** A path and all of its prefixes. */
export type Prefix<Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First | `${First}.${Prefix<Rest>}`
  : Path

/** The JSON:API type at the end of a path. */
export type TypeAt<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends `${infer First}.${infer Rest}`
  ? TypeAt<Types, RelatedType<Types, Type, First>, Rest>
  : RelatedType<Types, Type, Path>

/**
 * Permits only the known keys, which editors then suggest. Inference alone would accept others. The values are not
 * restricted, because a type that equals its constraint would replace the inferred one.
 */
type Only<Given, Known> = { readonly [Key in keyof Known]?: unknown } & {
  readonly [Key in Exclude<keyof Given, keyof Known>]: Mistake<`There is no "${Extract<Key, string>}"`>
}

/** A query part that selects nothing. */
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

/** Every path to a depth of two. It is a separate type, so the compiler computes it once for each type in the API. */
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
