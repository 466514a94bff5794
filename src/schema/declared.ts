import type { DecimalDigits, IdKind, Kind, Operator } from '@jsonapi-gen/runtime/vocabulary'
import type { Located, Span } from '../source/source.js'
import type {
  Action,
  AdapterName,
  ClientIds,
  ConstraintName,
  Dependent,
  Framework,
  Imports,
  IdLength,
  JoinSchema,
  PageStyle,
  Literal,
  OpenApiOutput,
  OwnTarget,
  Engine,
  Policy,
  SideloadKind,
  StoredType,
  ValueType,
} from './types.js'

/**
 * The content of one schema file: nothing is inferred, there are no defaults, and every word records its
 * location.
 */
export interface DeclaredSchema {
  readonly at: Span
  readonly output: Located<string> | undefined
  readonly framework: Located<Framework> | undefined
  readonly imports: Located<Imports> | undefined
  readonly clientOutput: Located<string> | undefined
  readonly openapi: Located<OpenApiOutput> | undefined
  readonly idempotency: Located<boolean> | undefined
  /** The adapter of resources that do not specify one. */
  readonly adapter: Located<Engine> | undefined
  readonly prismaSchema: Located<string> | undefined
  readonly client: Located<string> | undefined
  readonly defaults: DeclaredDefaults
  readonly resources: readonly DeclaredResource[]
}

/** The declarations that apply to every resource without its own (rule 14.14). */
export interface DeclaredDefaults {
  readonly scopes: readonly DeclaredScope[]
  readonly actions: DeclaredActions | undefined
  readonly ownActions: readonly DeclaredOwnAction[]
  /** The guards for actions that a resource serves without a guard of its own. */
  readonly guards: readonly DeclaredAction[]
  readonly page: DeclaredPage
  readonly cache: Located<string> | undefined
  readonly unindexed: DeclaredUnindexed | undefined
}

/** The parts that need no index: all, none, or relationships, filters and sorts by name. */
export type DeclaredUnindexed = boolean | readonly Located<string>[]

/** What `deprecated` says about a part of a resource: days of the calendar, such as `2027-01-31`. */
export interface DeclaredDeprecation {
  readonly at: Span
  readonly since: Located<string>
  /** The day from which the part may be removed. */
  readonly sunset: Located<string> | undefined
  /** The name of the part that replaces it. */
  readonly use: Located<string> | undefined
}

/** One entry of `resources`. */
export interface DeclaredResource {
  readonly type: Located<string>
  readonly description: string | undefined
  readonly deprecated: DeclaredDeprecation | undefined
  readonly model: Located<string> | undefined
  readonly adapter: Located<AdapterName> | undefined
  readonly id: Located<IdKind> | undefined
  /** The column of the id, if it is not `id`. */
  readonly idAttribute: Located<string> | undefined
  /** The permitted lengths of a client-chosen id in characters, if its column limits them. */
  readonly idLength?: IdLength | undefined
  /** The columns of a composite id, in order. */
  readonly key: readonly DeclaredKeyColumn[] | undefined
  readonly clientIds: Located<ClientIds> | undefined
  readonly version: Located<string> | undefined
  /** Whether responses to writes always or never read back the resource's records. */
  readonly readBack: Located<boolean> | undefined
  readonly attributes: DeclaredAttributes
  /** The model's columns, if a datamodel knows them; otherwise undefined. */
  readonly columns: ReadonlyMap<string, ValueType> | undefined
  /** The columns among these that the store fills in if a create omits them. */
  readonly filled: readonly string[]
  /** The required columns that no client can fill. These are reported. */
  readonly unfilled: readonly string[]
  /** The columns of the id that cursors cannot contain, because of their database type. */
  readonly cursorless: readonly string[]
  readonly filters: readonly DeclaredFilter[]
  readonly defaultFilters: readonly DeclaredDefaultFilter[]
  readonly stats: readonly DeclaredStat[]
  readonly extraFields: readonly DeclaredExtraField[]
  readonly sort: Located<Behaviour> | undefined
  readonly paginate: Located<Behaviour> | undefined
  /** Sorts through to-one sideloads that are allowed even if records on the path are hidden. */
  readonly sorts: readonly DeclaredSort[] | undefined
  readonly defaultSort: readonly Located<string>[] | undefined
  readonly page: DeclaredPage
  /** The cache directives, separated by a comma and a space. */
  readonly cache: Located<string> | undefined
  readonly sideloads: readonly DeclaredSideload[]
  /** The location of the word `all`, which stands for every relation to a resource of this schema. */
  readonly allSideloads: Span | undefined
  readonly whitelist: DeclaredWhitelist | undefined
  readonly actions: DeclaredActions | undefined
  readonly ownActions: readonly DeclaredOwnAction[]
  readonly scopes: readonly DeclaredScope[]
  /** Whether the API-wide scopes also apply; the default is true. */
  readonly inherit: Located<boolean> | undefined
  /** Whether the resource is declared to need no policy. */
  readonly isPublic: Located<boolean> | undefined
  readonly unindexed: DeclaredUnindexed | undefined
}

/** A sort: a path through to-one sideloads, or, to deprecate it, an attribute. */
export interface DeclaredSort extends Located<string> {
  readonly deprecated?: DeclaredDeprecation | undefined
}

/** The actions: a list of the actions that have a path, or a map from actions to their guards. */
export interface DeclaredActions {
  readonly isList: boolean
  readonly items: readonly DeclaredAction[]
}

/** An action with its guard; false closes it everywhere. An action may have no guard, as in a list. */
export interface DeclaredAction extends Located<Action> {
  readonly guard: boolean | string | undefined
  readonly deprecated?: DeclaredDeprecation | undefined
}

/** A resource's own action (rule 14.19). */
export interface DeclaredOwnAction {
  readonly name: Located<string>
  readonly on: Located<OwnTarget> | undefined
  readonly input: readonly DeclaredAttribute[]
  readonly output: Located<string> | undefined
  readonly guard: Located<boolean | string> | undefined
  readonly scope: Located<string> | undefined
  readonly transaction: Located<boolean> | undefined
  readonly description: string | undefined
  readonly deprecated: DeclaredDeprecation | undefined
  /** Whether the declaration only drops the action with that name from the defaults. */
  readonly isDropped: boolean
}

/** A kind of access to records, with the name of the scope that limits it. */
export interface DeclaredScope {
  readonly policy: Policy
  readonly name: Located<string>
}

/** A column of a composite id; without a type if an attribute or a datamodel has the type. */
export interface DeclaredKeyColumn extends Pick<DeclaredAttribute, 'type' | 'values'> {
  readonly name: Located<string>
}

/** The columns of a key: usually one. */
export type DeclaredColumns = readonly Located<string>[]

/** Whether the adapter or one of the application's methods performs a step. */
export type Behaviour = 'default' | 'custom'

/**
 * The attributes: a written list (`listed`), whose missing types a datamodel may know, or `all` attributes of the
 * model.
 */
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
  /** Whether this type replaces an unknown type that was reported. A column's type takes precedence over it. */
  readonly isGuess?: boolean
}

/** An attribute; without a type or values if a datamodel has them. */
export interface DeclaredAttribute {
  readonly name: Located<string>
  /** The attribute's column, if it declares one (rule 14.9). */
  readonly column: Located<string> | undefined
  readonly description: string | undefined
  readonly deprecated: DeclaredDeprecation | undefined
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
  /** Whether the Prisma Client computes it, in which case it has no column. */
  readonly computed: boolean
  /** The number of digits that a decimal column can store. */
  readonly digits?: DecimalDigits | undefined
}

/** A constraint, with JSON Schema's name for it, at the location of its value. */
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
  /** The declared column, if any, preceded by the sideloads on its path. */
  readonly column: Located<string> | undefined
  /** The old spelling of `column`. It refers to the attribute with that name, or else to the column. */
  readonly attribute: Located<string> | undefined
  readonly guard: Located<string> | undefined
  readonly required: boolean
  readonly custom: boolean
  /** For a custom filter: whether its method always receives a list. */
  readonly list: Located<boolean> | undefined
  readonly deprecated: DeclaredDeprecation | undefined
}

/** A default filter: custom, or a value for each operator. */
export interface DeclaredDefaultFilter {
  readonly name: Located<string>
  /** The type of its column, if neither an attribute nor a datamodel declares it. */
  readonly type: DeclaredType | undefined
  readonly values: readonly Located<string>[] | undefined
  readonly conditions: 'custom' | readonly DeclaredCondition[]
}

/** One operator of a default filter, and the value to compare with. */
export interface DeclaredCondition {
  readonly operator: Operator
  readonly value: Located<Literal>
}

/** A stat: built-in calculations, or the application's own. */
export interface DeclaredStat {
  readonly name: Located<string>
  /** The stat's column, if it declares one. */
  readonly column: Located<string> | undefined
  readonly builtIn: readonly Located<string>[]
  readonly custom: readonly Located<string>[]
  readonly deprecated: DeclaredDeprecation | undefined
}

/** An extra field. */
export interface DeclaredExtraField {
  readonly name: Located<string>
  readonly description: string | undefined
  readonly deprecated: DeclaredDeprecation | undefined
  /** Whether a single method computes the field for all records together. */
  readonly isTogether: boolean
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
  readonly deprecated: DeclaredDeprecation | undefined
  readonly kind: Located<SideloadKind> | undefined
  readonly resource: Located<string> | undefined
  /** The model's relation, if it declares one (rule 14.9). */
  readonly relation: Located<string> | undefined
  readonly foreignKey: DeclaredColumns | undefined
  /** For a many-to-many: the join relation and this side's key. */
  readonly through: DeclaredThrough | undefined
  readonly primaryKey: DeclaredColumns | undefined
  readonly linkage: boolean
  readonly readable: Located<boolean | string> | undefined
  readonly writable: Located<boolean | string> | undefined
  /** The effect of destroying the record while the relationship has members. */
  readonly dependent: Located<Dependent> | undefined
  /** For a key in the record itself: whether it may be null, and whether a create must set it. */
  readonly nullable: Located<boolean> | undefined
  readonly required: Located<boolean> | undefined
  /**
   * The columns of the key that are never null, and the columns that a create must fill, according to the datamodel.
   */
  readonly neverNull?: readonly string[]
  readonly needed?: readonly string[]
  /** For a custom sideload: whether it is to-many. */
  readonly many: Located<boolean> | undefined
  readonly as: Located<string> | undefined
  readonly groupBy: Located<string> | undefined
  readonly groups: readonly DeclaredGroup[]
  /** Whether a fault in the sideload is already reported, in which case its uses are not reported. */
  readonly broken: boolean
}

/** A many-to-many's join relation, and this side's key. */
export interface DeclaredThrough {
  readonly relation: Located<string>
  readonly key: DeclaredColumns
  /** The datamodel's facts about the join. */
  readonly join?: JoinSchema | undefined
}

/** One group of a polymorphic belongs-to: the value of the type column, and its resource. */
export interface DeclaredGroup {
  readonly name: Located<string>
  readonly resource: Located<string> | undefined
  readonly foreignKey: Located<string> | undefined
  readonly primaryKey: Located<string> | undefined
}

/** The whitelist: one list of paths for all actions, or one for each named action. */
export type DeclaredWhitelist =
  | { readonly kind: 'every'; readonly paths: readonly Located<string>[] }
  | {
      readonly kind: 'byAction'
      readonly actions: readonly {
        readonly action: Action | 'default'
        readonly paths: readonly Located<string>[]
      }[]
    }
