import type { Calculation, DecimalDigits, IdKind, Operator } from '@jsonapi-gen/runtime/vocabulary'
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
 * A checked schema. It is complete, so that emitters decide nothing, it is frozen, and every named part has its place.
 * Resources are ordered by type; everything else keeps the author's order.
 */
export interface Schema {
  /** Where generated code goes, as written: relative to the schema file. */
  readonly output: string | undefined
  readonly framework: Framework
  /** Where the types of a typed client go, as written; without it there are none. */
  readonly clientOutput: string | undefined
  /** Whether the API serves its OpenAPI document, and whether a file of JSON is emitted too. */
  readonly openapi: OpenApiOutput
  /** Whether writes accept the header `Idempotency-Key`. */
  readonly idempotency: boolean
  /** The adapter of the common base of all resources; a resource with another one names it. */
  readonly adapter: Engine
  /** The module of the Prisma Client's types, as written; without it records are emitted as interfaces. */
  readonly client: string | undefined
  readonly resources: readonly ResourceSchema[]
  /** The facts about the store for its adapter; undefined if no resource is in a database. */
  readonly store: StoreSchema | undefined
  /** The methods of the context that guards name, in alphabetical order. */
  readonly guards: readonly string[]
  /** The scopes of the whole API, one for each name, in the order of the schema. */
  readonly defaultScopes: readonly DefaultScopeSchema[]
}

/** A scope of the whole API: a method of the common base of all resources. */
export interface DefaultScopeSchema {
  readonly name: string
  readonly at: Span
  readonly method: string
  readonly policies: readonly Policy[]
}

/** One resource. Undefined means that nothing was declared, so the default of the runtime applies. */
export interface ResourceSchema {
  readonly type: string
  readonly at: Span
  readonly names: ResourceNames
  readonly description: string | undefined
  readonly adapter: AdapterName
  /** Undefined only on the null adapter, if no model is declared. */
  readonly model: string | undefined
  readonly id: IdKind
  /** The column of the id, if it is not `id`. */
  readonly idAttribute: string | undefined
  /** The permitted lengths of a client-chosen id in characters, if its column limits them. */
  readonly idLength: IdLength | undefined
  /** The columns of a composite id, in its order. */
  readonly key: readonly KeyColumnSchema[] | undefined
  readonly clientIds: ClientIds
  readonly version: string | undefined
  /** Whether responses to writes always or never read back its records; undefined for the default of the runtime. */
  readonly readBack: boolean | undefined
  readonly attributes: readonly AttributeSchema[]
  /** The columns that the store fills in if a create omits them, if a datamodel says so. */
  readonly filled: readonly string[]
  /** The required columns that no create can fill, which is reported (JG701). */
  readonly unfilled: readonly string[]
  readonly filters: readonly FilterSchema[]
  readonly defaultFilters: readonly DefaultFilterSchema[]
  readonly stats: readonly StatSchema[]
  readonly extraFields: readonly ExtraFieldSchema[]
  readonly sort: 'default' | 'custom'
  readonly paginate: 'default' | 'custom'
  /** Dotted sorts that are allowed even if records on the path are hidden (rule 14.2). */
  readonly sorts: readonly string[]
  readonly defaultSort: readonly SortKey[] | undefined
  readonly page: PageSchema
  /** Whether a cursor can hold the id, in which every sort ends (rule 24.3). */
  readonly hasCursors: boolean
  /** The directives of Cache-Control; undefined for the default of the runtime. */
  readonly cache: string | undefined
  readonly sideloads: readonly SideloadSchema[]
  readonly whitelist: WhitelistSchema | undefined
  /** The actions that are served. */
  readonly actions: readonly Action[]
  /** Each action: whether it has an address, and who may do it. */
  readonly access: readonly ActionSchema[]
  /** Its own actions, and those of the defaults. */
  readonly ownActions: readonly OwnActionSchema[]
  /** Its own scopes, and then those of the whole API. */
  readonly scopes: readonly ScopeSchema[]
  /** Whether the scopes of the whole API apply to it. */
  readonly inheritsScopes: boolean
  /** Whether it is declared to need no policy. */
  readonly isPublic: boolean
  /** The relationships, filters and sorts that need no index; true for all of them. */
  readonly unindexed: true | readonly string[]
}

/** An action: whether it has an address, and who may do it there and everywhere else. */
export interface ActionSchema {
  readonly action: Action
  readonly isServed: boolean
  /** true, false, or the method of the context that decides. */
  readonly guard: boolean | string
  /** The place that declares the guard; undefined if none does. */
  readonly from: 'resource' | 'defaults' | undefined
  /** The guard of the defaults that the resource replaces. */
  readonly replaces: boolean | string | undefined
  /** The place of the guard, or of the type if there is no guard. */
  readonly at: Span
}

/** A resource's own action, and the abstract method that does it. */
export interface OwnActionSchema {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly on: OwnTarget
  readonly input: readonly AttributeSchema[]
  readonly output: OwnOutputSchema
  readonly guard: boolean | string
  readonly from: 'resource' | 'defaults'
  /** The scope that its record must be in; undefined for that of `update`. */
  readonly scope: Pick<ScopeSchema, 'name' | 'method' | 'isShared'> | undefined
  readonly transaction: boolean
  readonly method: string
}

/** What a resource's own action returns: a record, a list of records, or only `meta`. */
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
  /** Whether it comes from the defaults. */
  readonly isDefault: boolean
  /** Whether the method is one of the whole API: it is on the common base, and not on the resource. */
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
  /** Its column, which by default has the same name (rule 14.9). */
  readonly column: string
  readonly at: Span
  readonly description: string | undefined
  readonly type: ValueType
  readonly constraints: readonly ConstraintSchema[]
  readonly default: Literal | undefined
  /** Only if it differs from the rule: required if writable, not nullable and without a default. */
  readonly required: boolean | undefined
  /** true, false, or the method of the context that decides. */
  readonly readable: boolean | string
  readonly writable: boolean | string
  readonly sortable: boolean | string
  /** The digits that the column of a decimal holds. */
  readonly digits: DecimalDigits | undefined
  /** The application's own type of a JSON attribute. */
  readonly own: OwnTypeSchema | undefined
}

/** A type of the application, the Standard Schema of its values, and the module that exports them, as written. */
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
  /** Whether the filter states the type because no attribute has its name. */
  readonly statesType: boolean
  readonly aliases: readonly string[]
  /** The declared operators; undefined means all of the type. */
  readonly operators: readonly Operator[] | undefined
  /** Its column with sideloads in front, if it declares one. */
  readonly column: string | undefined
  readonly guard: string | undefined
  readonly required: boolean
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
  /** Its column, if it declares one. */
  readonly column: string | undefined
  readonly builtIn: readonly Calculation[]
  readonly custom: readonly { readonly calculation: string; readonly method: string }[]
}

/** An extra field and the abstract method that computes it. */
export interface ExtraFieldSchema {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly type: ValueType
  readonly method: string
  /** Whether its method computes all fields like it for all records at once. */
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
  /** Whether it is to-many. */
  readonly many: boolean
  readonly at: Span
  readonly description: string | undefined
  readonly linkage: 'included' | 'always'
  readonly readable: boolean | string
  readonly writable: boolean | string
  /** Whether members prevent the record from being destroyed. */
  readonly dependent: Dependent | undefined
  /** Whether its key may be null; not known if the key is in another record. */
  readonly nullable: boolean
  /** The columns of its key that are never null, if a datamodel says so. An optional relation may have some. */
  readonly neverNull: readonly string[]
  /** The columns of its key that a create must fill, through this relationship or another one that shares them. */
  readonly needed: readonly string[]
  /** Only if it differs from the rule: required if its own record holds the key and the key is never null. */
  readonly required: boolean | undefined
}

/** A sideload by a foreign key of one or several columns. */
export interface KeyedSideload extends SideloadBase<'belongsTo' | 'hasMany' | 'hasOne'> {
  readonly resource: string
  /** The relation of the model, if its name differs (rule 14.9). */
  readonly stored: string | undefined
  readonly foreignKey: readonly string[]
  readonly primaryKey: readonly string[] | undefined
}

/** A many-to-many, through a join relation. */
export interface JoinedSideload extends SideloadBase<'hasAndBelongsToMany'> {
  readonly resource: string
  /** The relation of the model, if its name differs (rule 14.9). */
  readonly stored: string | undefined
  /** The join relation of the related model. */
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

/** The whitelist: paths for every action, or by action. */
export type WhitelistSchema =
  | { readonly kind: 'every'; readonly paths: readonly string[] }
  | {
      readonly kind: 'byAction'
      readonly actions: readonly { readonly action: Action | 'default'; readonly paths: readonly string[] }[]
    }

/** The target types of a sideload: one, or those of all its groups. */
export function targetsOf(sideload: SideloadSchema): readonly string[] {
  if (sideload.kind !== 'polymorphicBelongsTo') return [sideload.resource]
  return [...new Set(sideload.groups.map((group) => group.resource))]
}
