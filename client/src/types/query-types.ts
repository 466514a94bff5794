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

/** A value of a filter, or a list: then any of its values matches. */
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
export type FiltersOf<Types extends ApiTypes<Types>, Type extends keyof Types, Include = never> = FilterGroup<
  Types[Type]
> &
  FiltersOfIncluded<Types, Type, Include> & { readonly [Required in Types[Type]['required']]: unknown }

/** The filters of what a request includes, under the names of relationships. */
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
 * What a query may say of a relationship that it is sure to include. Only the condition looks at the include paths, so that the
 * compiler works it out for those of a call, and never for all that a call may have.
 */
type IfIncluded<Include, Relationship extends string, Said, Else = never> = [
  Extract<SureName<Include>, Relationship>,
] extends [never]
  ? Else
  : Said

/** A key to sort by, with a minus in front for descending order. */
type Signed<Key extends string> = Key | `-${Key}`

/**
 * A sort by a key of the primary data, by one of what a relationship to one record leads to, or of records that the query includes
 * by theirs.
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

/** A key of the records themselves: none that leads through a relationship. */
type OwnKey<Key extends string> = Key extends `${string}.${string}` ? never : Key

/** A page by its number. */
export interface NumberedPage {
  readonly number?: number
  readonly size?: number
}

/**
 * A page of the primary data: by its number, or by cursors. `after` is the cursor that the page begins behind, and null for the
 * first page; `before` is the one that it ends ahead of.
 */
export type Page = PageWithout<never>

/** What a page does not have beside a number, or beside cursors, is `Other`. */
type PageWithout<Other> =
  | (NumberedPage & { readonly after?: Other; readonly before?: Other })
  | {
      readonly number?: Other
      readonly size?: number
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
export type RecordQuery<Types extends ApiTypes<Types>, Include, Fields, Extra, Plain = false> = {
  readonly include?: Include
  readonly fields?: Fields & Only<Fields, Types>
  readonly extraFields?: Extra & Only<Extra, Types>
  /** Whether the answer has plain records: without circles, with linkage for relationships. It needs the extension `plain`. */
  readonly plain?: Plain
}

/** A query of one record, read or written. */
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

/** A query of a list. */
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

/** What of a query decides which records a list has, and in which order. */
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

/** How a list has its pages where a query names no number. */
export type StyleOf<R extends ResourceTypes> = R extends { pages: infer Style } ? Style : 'number'

/** A sort and a page. Pages by cursors have no sort through a relationship: it takes a page with a number. */
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

type DemandingPath<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends string
  ? [Types[TypeAt<Types, Type, Path>]['required']] extends [never]
    ? never
    : Path
  : never

/** A path, and each that leads to it. */
export type Prefix<Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First | `${First}.${Prefix<Rest>}`
  : Path

/** The JSON:API type that a path leads to. */
export type TypeAt<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Path extends string,
> = Path extends `${infer First}.${infer Rest}`
  ? TypeAt<Types, RelatedType<Types, Type, First>, Rest>
  : RelatedType<Types, Type, Path>

/**
 * The keys that are known, which editors then offer, and no others: inference alone would let them pass. It says nothing of the
 * values: a type that is the same as a constraint would take the place of what is inferred.
 */
type Only<Given, Known> = { readonly [Key in keyof Known]?: unknown } & {
  readonly [Key in Exclude<keyof Given, keyof Known>]: Mistake<`There is no "${Extract<Key, string>}"`>
}

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
