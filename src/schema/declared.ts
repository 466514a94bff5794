import type { IdKind, Kind, Operator } from '@jsonapi-gen/runtime/vocabulary'
import type { Located, Span } from '../source/source.js'
import type {
  Action,
  AdapterName,
  ClientIds,
  ConstraintName,
  Dependent,
  Framework,
  JoinSchema,
  PageStyle,
  Literal,
  OpenApiOutput,
  Policy,
  SideloadKind,
  StoredType,
  ValueType,
} from './types.js'

/** What one schema file says, word for word: nothing inferred, nothing defaulted, every word with its place. */
export interface DeclaredSchema {
  readonly at: Span
  readonly output: Located<string> | undefined
  readonly framework: Located<Framework> | undefined
  readonly clientOutput: Located<string> | undefined
  readonly openapi: Located<OpenApiOutput> | undefined
  readonly prismaSchema: Located<string> | undefined
  readonly client: Located<string> | undefined
  readonly defaults: DeclaredDefaults
  readonly resources: readonly DeclaredResource[]
}

/** What holds for every resource that does not say otherwise (rule 14.14). */
export interface DeclaredDefaults {
  readonly scopes: readonly DeclaredScope[]
  readonly actions: DeclaredActions | undefined
  /** Who may do what a resource opens without saying to whom. */
  readonly guards: readonly DeclaredAction[]
  readonly page: DeclaredPage
  readonly cache: Located<string> | undefined
}

/** One entry of `resources`. */
export interface DeclaredResource {
  readonly type: Located<string>
  readonly description: string | undefined
  readonly model: Located<string> | undefined
  readonly adapter: Located<AdapterName> | undefined
  readonly id: Located<IdKind> | undefined
  /** The column that holds the id, where it is not `id`. */
  readonly idAttribute: Located<string> | undefined
  /** The columns of a composite id, in its order. */
  readonly key: readonly DeclaredKeyColumn[] | undefined
  readonly clientIds: Located<ClientIds> | undefined
  readonly version: Located<string> | undefined
  readonly attributes: DeclaredAttributes
  /** The columns of the model, where a datamodel tells them; undefined where nobody knows. */
  readonly columns: ReadonlyMap<string, ValueType> | undefined
  /** Of these columns, those that the store fills in where a create leaves them out. */
  readonly filled: readonly string[]
  /** Those that a record needs and no create can fill, where that was reported. */
  readonly unfilled: readonly string[]
  readonly filters: readonly DeclaredFilter[]
  readonly defaultFilters: readonly DeclaredDefaultFilter[]
  readonly stats: readonly DeclaredStat[]
  readonly extraFields: readonly DeclaredExtraField[]
  readonly sort: Located<Behaviour> | undefined
  readonly paginate: Located<Behaviour> | undefined
  /** Sorts through to-one sideloads that are allowed whatever hides the records on their way. */
  readonly sorts: readonly Located<string>[] | undefined
  readonly defaultSort: readonly Located<string>[] | undefined
  readonly page: DeclaredPage
  /** What caches may do with its answers, its directives parted by a comma and a blank. */
  readonly cache: Located<string> | undefined
  readonly sideloads: readonly DeclaredSideload[]
  /** The place of the word `all`, which stands for every relation to a resource of this schema. */
  readonly allSideloads: Span | undefined
  readonly whitelist: DeclaredWhitelist | undefined
  readonly actions: DeclaredActions | undefined
  readonly scopes: readonly DeclaredScope[]
  /** Whether the scopes of the whole API hold too: they do unless it is false. */
  readonly inherit: Located<boolean> | undefined
  /** Whether it is meant to have no policy. */
  readonly isPublic: Located<boolean> | undefined
}

/** The actions: a list of those that have an address, or a map that says to whom each is open. */
export interface DeclaredActions {
  readonly isList: boolean
  readonly items: readonly DeclaredAction[]
}

/** An action, and to whom it is open; false closes it everywhere. One of a list does not say to whom. */
export interface DeclaredAction extends Located<Action> {
  readonly guard: boolean | string | undefined
}

/** What is done with a record, and the name of the scope that says with which. */
export interface DeclaredScope {
  readonly policy: Policy
  readonly name: Located<string>
}

/** A column of a composite id; without a type where the schema leaves it to an attribute or a datamodel. */
export interface DeclaredKeyColumn extends Pick<DeclaredAttribute, 'type' | 'values'> {
  readonly name: Located<string>
}

/** The columns of a key: mostly one. */
export type DeclaredColumns = readonly Located<string>[]

/** Whether a step is the adapter's or the application's own method. */
export type Behaviour = 'default' | 'custom'

/** The attributes: written out (`listed`, a type may be missing where a datamodel knows it), or `all` of the model. */
export type DeclaredAttributes =
  | { readonly kind: 'listed'; readonly items: readonly DeclaredAttribute[] }
  | { readonly kind: 'all'; readonly at: Span }

/** A type as written: `string[]?` is the kind string, a list, nullable. */
export interface DeclaredType {
  readonly kind: Kind
  readonly list: boolean
  readonly nullable: boolean
  readonly at: Span
  readonly stored?: StoredType | undefined
}

/** An attribute; without a type or values where the schema leaves them to the datamodel. */
export interface DeclaredAttribute {
  readonly name: Located<string>
  /** The column that it stands for, where it says so (rule 14.9). */
  readonly column: Located<string> | undefined
  readonly description: string | undefined
  readonly type: DeclaredType | undefined
  readonly values: readonly Located<string>[] | undefined
  readonly constraints: readonly DeclaredConstraint[]
  readonly default: Located<Literal> | undefined
  readonly required: Located<boolean> | undefined
  readonly readable: Located<boolean | string> | undefined
  readonly writable: Located<boolean | string> | undefined
  readonly sortable: Located<boolean | string> | undefined
  /** The application's own type of a JSON attribute, and the schema that validates it: exports of a module. */
  readonly as: Located<string> | undefined
  readonly from: Located<string> | undefined
  readonly schema: Located<string> | undefined
  /** Whether the Prisma Client computes it, so that no column holds it. */
  readonly computed: boolean
}

/** A constraint by JSON Schema's name, at the place of its value. */
export interface DeclaredConstraint {
  readonly name: ConstraintName
  readonly value: number | bigint | string
  readonly at: Span
}

/** A filter. */
export interface DeclaredFilter {
  readonly name: Located<string>
  readonly type: DeclaredType | undefined
  readonly values: readonly Located<string>[] | undefined
  readonly aliases: readonly Located<string>[]
  readonly operators: readonly Located<Operator>[] | undefined
  /** The column that it is about, where it says so, with sideloads in front. */
  readonly column: Located<string> | undefined
  /** The old spelling of `column`, which names an attribute before a column. */
  readonly attribute: Located<string> | undefined
  readonly guard: Located<string> | undefined
  readonly required: boolean
  readonly custom: boolean
  /** Of a custom filter: whether its method gets a list, always. */
  readonly list: Located<boolean> | undefined
}

/** A default filter: custom, or a value for each operator. */
export interface DeclaredDefaultFilter {
  readonly name: Located<string>
  /** Of the column that it compares, where no attribute and no datamodel tells it. */
  readonly type: DeclaredType | undefined
  readonly values: readonly Located<string>[] | undefined
  readonly conditions: 'custom' | readonly DeclaredCondition[]
}

/** One operator of a default filter and the value it compares with. */
export interface DeclaredCondition {
  readonly operator: Operator
  readonly value: Located<Literal>
}

/** A stat: calculations that are built in, or the application's own. */
export interface DeclaredStat {
  readonly name: Located<string>
  /** The column that it is of, where it says so. */
  readonly column: Located<string> | undefined
  readonly builtIn: readonly Located<string>[]
  readonly custom: readonly Located<string>[]
}

/** An extra field. */
export interface DeclaredExtraField {
  readonly name: Located<string>
  readonly description: string | undefined
  readonly type: DeclaredType | undefined
  readonly values: readonly Located<string>[] | undefined
}

/** The settings of pagination. */
export interface DeclaredPage {
  readonly number: Located<number> | undefined
  readonly size: Located<number> | undefined
  readonly max: Located<number> | undefined
  readonly style: Located<PageStyle> | undefined
}

/** A sideload. Which keys apply depends on the kind. */
export interface DeclaredSideload {
  readonly name: Located<string>
  readonly description: string | undefined
  readonly kind: Located<SideloadKind> | undefined
  readonly resource: Located<string> | undefined
  /** The relation of the model, where it says so (rule 14.9). */
  readonly relation: Located<string> | undefined
  readonly foreignKey: DeclaredColumns | undefined
  /** Of a many-to-many: the join relation and the key of this side. */
  readonly through: DeclaredThrough | undefined
  readonly primaryKey: DeclaredColumns | undefined
  readonly linkage: boolean
  readonly readable: Located<boolean | string> | undefined
  readonly writable: Located<boolean | string> | undefined
  /** What a destroy of the record does while there are members. */
  readonly dependent: Located<Dependent> | undefined
  /** Of a key in the record itself: whether it may be null, and whether a create has to give it. */
  readonly nullable: Located<boolean> | undefined
  readonly required: Located<boolean> | undefined
  /** Of a custom sideload: whether it leads to any number of records. */
  readonly many: Located<boolean> | undefined
  readonly as: Located<string> | undefined
  readonly groupBy: Located<string> | undefined
  readonly groups: readonly DeclaredGroup[]
  /** Whether something is wrong with it that has been reported: nothing that leads through it is wrong as well. */
  readonly broken: boolean
}

/** The join relation of a many-to-many, and the key of this side. */
export interface DeclaredThrough {
  readonly relation: Located<string>
  readonly key: DeclaredColumns
  /** What a datamodel says of the join. */
  readonly join?: JoinSchema | undefined
}

/** One group of a polymorphic belongs-to: what the type column holds, and the resource that it means. */
export interface DeclaredGroup {
  readonly name: Located<string>
  readonly resource: Located<string> | undefined
  readonly foreignKey: Located<string> | undefined
  readonly primaryKey: Located<string> | undefined
}

/** The whitelist: one list of paths for every action, or one for each that is named. */
export type DeclaredWhitelist =
  | { readonly kind: 'every'; readonly paths: readonly Located<string>[] }
  | {
      readonly kind: 'byAction'
      readonly actions: readonly {
        readonly action: Action | 'default'
        readonly paths: readonly Located<string>[]
      }[]
    }
