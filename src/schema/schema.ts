import type {
  Calculation,
  DecimalDigits,
  Deprecation,
  IdKind,
  Operator,
} from '@jsonapi-gen/runtime/vocabulary'
import type { ResourceNames } from '../name/resource-names.js'
import type { Span } from '../source/source.js'
import type { StoreSchema } from './store.js'
import type {
  Action,
  AdapterName,
  ClientIds,
  ConstraintName,
  Dependent,
  Engine,
  Framework,
  Imports,
  IdLength,
  OwnTarget,
  PageStyle,
  Literal,
  Policy,
  JoinSchema,
  SideloadKind,
  ValueType,
  OpenApiOutput,
} from './types.js'

/**
 * A checked schema. It is frozen and complete, so emitters need not make any decisions. Every named part
 * records its location in the source. Resources are ordered by type. Everything else keeps the author's
 * order.
 */
export interface Schema {
  /** The folder for generated code, as written in the schema: relative to the schema file. */
  readonly output: string | undefined
  readonly framework: Framework
  /** The ending of the paths that generated code and the user's first files import. */
  readonly imports: Imports
  /** The folder for the types of a typed client, as written in the schema; undefined if none are generated. */
  readonly clientOutput: string | undefined
  /** Whether the API serves its OpenAPI document, and whether the document is also emitted as a JSON file. */
  readonly openapi: OpenApiOutput
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency: boolean
  /** The adapter of the base class that all resources share. A resource with a different adapter names it. */
  readonly adapter: Engine
  /**
   * The module of the Prisma Client's types, as written in the schema. Without the module, records are emitted as
   * interfaces.
   */
  readonly client: string | undefined
  readonly resources: readonly ResourceSchema[]
  /** The facts about the store for its adapter; undefined if no resource is stored in a database. */
  readonly store: StoreSchema | undefined
  /** The context methods that guards name, in alphabetical order. */
  readonly guards: readonly string[]
  /** The API-wide scopes, one per name, in schema order. */
  readonly defaultScopes: readonly DefaultScopeSchema[]
}

/** An API-wide scope: a method of the common base of all resources. */
export interface DefaultScopeSchema {
  readonly name: string
  readonly at: Span
  readonly method: string
  readonly policies: readonly Policy[]
}

/** When a part was deprecated, the day from which it may be removed, and the part that replaces it. */
export interface DeprecationSchema extends Deprecation {
  /** The location of the date of its removal, or of the whole declaration if it has none. */
  readonly at: Span
}

/** One resource. Undefined means that nothing was declared, so the runtime's default applies. */
export interface ResourceSchema {
  readonly type: string
  readonly at: Span
  readonly names: ResourceNames
  readonly description: string | undefined
  readonly deprecated: DeprecationSchema | undefined
  readonly adapter: AdapterName
  /** Undefined only on the null adapter, if no model is declared. */
  readonly model: string | undefined
  readonly id: IdKind
  /** The column of the id, if it is not `id`. */
  readonly idAttribute: string | undefined
  /** The permitted lengths of a client-chosen id in characters, if its column limits them. */
  readonly idLength: IdLength | undefined
  /** The columns of a composite id, in order. */
  readonly key: readonly KeyColumnSchema[] | undefined
  readonly clientIds: ClientIds
  readonly version: string | undefined
  /**
   * Whether responses to writes always or never read back the resource's records; undefined for the runtime's default.
   */
  readonly readBack: boolean | undefined
  readonly attributes: readonly AttributeSchema[]
  /** The columns that the store fills in if a create omits them, according to the datamodel, if there is one. */
  readonly filled: readonly string[]
  /** The required columns that no client can fill. These are reported (JG701). */
  readonly unfilled: readonly string[]
  readonly filters: readonly FilterSchema[]
  readonly defaultFilters: readonly DefaultFilterSchema[]
  readonly stats: readonly StatSchema[]
  readonly extraFields: readonly ExtraFieldSchema[]
  readonly sort: 'default' | 'custom'
  readonly paginate: 'default' | 'custom'
  /** Dotted sorts that are allowed even if records on the path are hidden (rule 14.2). */
  readonly sorts: readonly string[]
  /** The sorts with a deprecation of their own, which may also be attributes. */
  readonly deprecatedSorts: readonly { readonly name: string; readonly deprecated: DeprecationSchema }[]
  readonly defaultSort: readonly SortKey[] | undefined
  readonly page: PageSchema
  /** Whether a cursor can contain the id, because every sort ends with the id (rule 24.3). */
  readonly hasCursors: boolean
  /** The directives of Cache-Control; undefined for the runtime's default. */
  readonly cache: string | undefined
  readonly sideloads: readonly SideloadSchema[]
  readonly whitelist: WhitelistSchema | undefined
  /** The actions that are served. */
  readonly actions: readonly Action[]
  /** Whether each action has a path of its own, and who may perform it. */
  readonly access: readonly ActionSchema[]
  /** The resource's own actions, and those from the defaults. */
  readonly ownActions: readonly OwnActionSchema[]
  /** The resource's own scopes, and then those of the whole API. */
  readonly scopes: readonly ScopeSchema[]
  /** Whether the API-wide scopes apply to the resource. */
  readonly inheritsScopes: boolean
  /** Whether the resource is declared to need no policy. */
  readonly isPublic: boolean
  /** The relationships, filters and sorts that need no index; true for all of them. */
  readonly unindexed: true | readonly string[]
}

/** An action: whether it has a path of its own, and who may perform it, at that path or in any other way. */
export interface ActionSchema {
  readonly action: Action
  readonly isServed: boolean
  /** The guard: true, false, or the context method that decides. */
  readonly guard: boolean | string
  readonly deprecated: DeprecationSchema | undefined
  /** The location that declares the guard; undefined if the guard is not declared. */
  readonly from: 'resource' | 'defaults' | undefined
  /** The guard from the defaults that the resource replaces. */
  readonly replaces: boolean | string | undefined
  /** The location of the guard, or of the type if there is no guard. */
  readonly at: Span
}

/** A resource's own action, and the abstract method that performs it. */
export interface OwnActionSchema {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly deprecated: DeprecationSchema | undefined
  readonly on: OwnTarget
  readonly input: readonly AttributeSchema[]
  readonly output: OwnOutputSchema
  readonly guard: boolean | string
  readonly from: 'resource' | 'defaults'
  /** The scope that must contain the record; undefined for the scope of `update`. */
  readonly scope: Pick<ScopeSchema, 'name' | 'method' | 'isShared'> | undefined
  readonly transaction: boolean
  readonly method: string
}

/** The result of a resource's own action: a record, a list of records, or only `meta`. */
export type OwnOutputSchema =
  | { readonly kind: 'meta' }
  | { readonly kind: 'record'; readonly type: string; readonly nullable: boolean }
  | { readonly kind: 'list'; readonly type: string }

/** A kind of access to records, and the method that limits it. */
export interface ScopeSchema {
  readonly policy: Policy
  readonly name: string
  readonly at: Span
  readonly method: string
  /** Whether the scope comes from the defaults. */
  readonly isDefault: boolean
  /** Whether the method is API-wide: it is defined on the common base, not on the resource. */
  readonly isShared: boolean
}

/** A column of a composite id. */
export interface KeyColumnSchema {
  readonly name: string
  readonly type: ValueType
}

/** An attribute. */
export interface AttributeSchema {
  readonly name: string
  /** The attribute's column, which by default has the same name (rule 14.9). */
  readonly column: string
  readonly at: Span
  readonly description: string | undefined
  readonly deprecated: DeprecationSchema | undefined
  readonly type: ValueType
  readonly constraints: readonly ConstraintSchema[]
  readonly default: Literal | undefined
  /** Set only if it differs from the rule: required if writable, not nullable and without a default. */
  readonly required: boolean | undefined
  /** The guard for reading: true, false, or the context method that decides. */
  readonly readable: boolean | string
  readonly writable: boolean | string
  readonly sortable: boolean | string
  /** The number of digits that a decimal column can store. */
  readonly digits: DecimalDigits | undefined
  /** The application's own type of a JSON attribute. */
  readonly own: OwnTypeSchema | undefined
}

/**
 * One of the application's types, the Standard Schema for its values, and the module that exports both, as written.
 */
export interface OwnTypeSchema {
  readonly type: string | undefined
  readonly schema: string | undefined
  readonly module: string
  readonly at: Span
}

/** A constraint and its value. */
export interface ConstraintSchema {
  readonly name: ConstraintName
  readonly value: number | bigint | string
}

/** A filter. */
export interface FilterSchema {
  readonly name: string
  readonly at: Span
  readonly type: ValueType
  /** Whether the filter declares its own type, because no attribute has its name. */
  readonly statesType: boolean
  readonly aliases: readonly string[]
  /** The declared operators; undefined means all of the type's. */
  readonly operators: readonly Operator[] | undefined
  /** The declared column, if any, preceded by the sideloads on its path. */
  readonly column: string | undefined
  readonly guard: string | undefined
  readonly required: boolean
  readonly deprecated: DeprecationSchema | undefined
  /** The abstract method of a custom filter. */
  readonly method: string | undefined
}

/** A default filter: conditions, or an abstract method. */
export interface DefaultFilterSchema {
  readonly name: string
  readonly at: Span
  readonly apply:
    | {
        readonly kind: 'conditions'
        readonly conditions: readonly ConditionSchema[]
        /** The type of a column that is not an attribute. */
        readonly type: ValueType | undefined
      }
    | { readonly kind: 'custom'; readonly method: string }
}

/** An operator and the value to compare with. */
export interface ConditionSchema {
  readonly operator: Operator
  readonly value: Literal
}

/** A stat: built-in calculations, and custom ones with their methods. */
export interface StatSchema {
  readonly name: string
  readonly at: Span
  /** The stat's column, if it declares one. */
  readonly column: string | undefined
  readonly builtIn: readonly Calculation[]
  readonly custom: readonly { readonly calculation: string; readonly method: string }[]
  readonly deprecated: DeprecationSchema | undefined
}

/** An extra field and the abstract method that computes it. */
export interface ExtraFieldSchema {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly deprecated: DeprecationSchema | undefined
  readonly type: ValueType
  readonly method: string
  /** Whether the method computes all extra fields that share it, for all records together. */
  readonly isTogether: boolean
}

/** One key of the default sort. */
export interface SortKey {
  readonly attribute: string
  readonly direction: 'asc' | 'desc'
}

/** The page settings that the schema declares. */
export interface PageSchema {
  readonly number: number | undefined
  readonly size: number | undefined
  readonly max: number | undefined
  readonly style: PageStyle | undefined
}

interface SideloadBase<Kind extends SideloadKind> {
  readonly kind: Kind
  readonly name: string
  /** Whether the sideload is to-many. */
  readonly many: boolean
  readonly at: Span
  readonly description: string | undefined
  readonly deprecated: DeprecationSchema | undefined
  readonly linkage: 'included' | 'always'
  readonly readable: boolean | string
  readonly writable: boolean | string
  /** Whether members prevent the record from being destroyed. */
  readonly dependent: Dependent | undefined
  /** Whether the key may be null; unknown if the key is in another record. */
  readonly nullable: boolean
  /**
   * The columns of its key that are never null, according to the datamodel, if there is one. An optional relation may
   * also have such columns.
   */
  readonly neverNull: readonly string[]
  /**
   * The columns of the key that a create must fill, through this relationship or another relationship that shares them.
   */
  readonly needed: readonly string[]
  /**
   * Set only if it differs from the rule: required if the record itself contains the key and the key is never null.
   */
  readonly required: boolean | undefined
}

/** A sideload through a foreign key of one or more columns. */
export interface KeyedSideload extends SideloadBase<'belongsTo' | 'hasMany' | 'hasOne'> {
  readonly resource: string
  /** The model's relation, if its name differs (rule 14.9). */
  readonly stored: string | undefined
  readonly foreignKey: readonly string[]
  readonly primaryKey: readonly string[] | undefined
}

/** A many-to-many, through a join relation. */
export interface JoinedSideload extends SideloadBase<'hasAndBelongsToMany'> {
  readonly resource: string
  /** The model's relation, if its name differs (rule 14.9). */
  readonly stored: string | undefined
  /** The related model's join relation. */
  readonly relation: string
  readonly key: readonly string[]
  /** The datamodel's facts about the join. */
  readonly join: JoinSchema | undefined
  readonly primaryKey: readonly string[] | undefined
}

/** A to-one whose resource depends on a column. */
export interface PolymorphicBelongsTo extends SideloadBase<'polymorphicBelongsTo'> {
  readonly groupBy: string
  readonly groups: readonly GroupSchema[]
}

/** One value of the type column. */
export interface GroupSchema {
  readonly name: string
  readonly resource: string
  readonly foreignKey: string
  readonly primaryKey: string | undefined
}

/** The other side of a polymorphic belongs-to. */
export interface PolymorphicHasMany extends SideloadBase<'polymorphicHasMany'> {
  readonly resource: string
  readonly foreignKey: readonly string[]
  readonly as: string
  readonly primaryKey: readonly string[] | undefined
}

/** A sideload whose scope and assign functions are abstract methods. */
export interface CustomSideload extends SideloadBase<'custom'> {
  readonly resource: string
  readonly scopeMethod: string
  readonly assignMethod: string
}

/** A sideload of any kind. */
export type SideloadSchema =
  | KeyedSideload
  | JoinedSideload
  | PolymorphicBelongsTo
  | PolymorphicHasMany
  | CustomSideload

/** The whitelist: paths for all actions, or for each action. */
export type WhitelistSchema =
  | { readonly kind: 'every'; readonly paths: readonly string[] }
  | {
      readonly kind: 'byAction'
      readonly actions: readonly { readonly action: Action | 'default'; readonly paths: readonly string[] }[]
    }

/** The target types of a sideload: one type, or the types of all its groups. */
export function targetsOf(sideload: SideloadSchema): readonly string[] {
  if (sideload.kind !== 'polymorphicBelongsTo') return [sideload.resource]
  return [...new Set(sideload.groups.map((group) => group.resource))]
}
