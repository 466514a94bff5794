import type { Deprecation } from '../deprecation.js'
import type { DecimalDigits } from '../values/decimal-digits.js'
import type { Operator } from '../operators.js'
import type { IdKind, Kind } from '../values/type.js'
import type { Who } from './who.js'

/**
 * The format version of a contract. It is incremented if readers of the previous format could misread the new one.
 * Additions do not change it.
 */
export const CONTRACT_VERSION = 1

/**
 * The public features of an API, as plain data: the compiled schema, with the names that clients use. API descriptions
 * are pure functions of the contract. It does not name the application's columns, files or methods, except guards and
 * scopes.
 *
 * ```ts
 * const contract = contractOf(schema);
 * contract.resources['posts']?.filters['views']?.operators; // ['eq', 'gt', 'gte', 'lt', 'lte']
 * ```
 */
export interface Contract {
  readonly contract: typeof CONTRACT_VERSION
  /** The limits for a request, unless `createApi({ limits })` sets others. */
  readonly limits: ContractLimits
  /** The API-wide scopes and their purposes, by name. */
  readonly defaultScopes: Named<readonly Policy[]>
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency?: boolean
  /** The resources, by JSON:API type. */
  readonly resources: Named<ResourceContract>
}

/** The limits for a request, with the names that `createApi({ limits })` uses. */
export type ContractLimits = Readonly<
  Record<
    | 'url'
    | 'parameters'
    | 'depth'
    | 'valueLength'
    | 'values'
    | 'patternLength'
    | 'through'
    | 'includeDepth'
    | 'includePaths'
    | 'body'
    | 'jsonDepth'
    | 'linkage'
    | 'links'
    | 'writeDepth'
    | 'writeRecords'
    | 'operations'
    | 'records'
    | 'linkages',
    number
  >
>

/** The actions of a resource. */
export type Action = 'index' | 'show' | 'create' | 'update' | 'destroy'

/** The kinds of access to records that scopes can limit. */
export type Policy = 'read' | 'create' | 'update' | 'updated' | 'destroy'

/** Values by name, in alphabetical order. */
export interface Named<Value> {
  readonly [name: string]: Value
}

/** One JSON:API type: its members, and the requests that may read and write them. */
export interface ResourceContract {
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly id: IdContract
  /** The attribute for optimistic locking, if there is one. */
  readonly version?: string
  readonly attributes: Named<AttributeContract>
  readonly extraFields: Named<ExtraFieldContract>
  readonly relationships: Named<RelationshipContract>
  /**
   * A create request must set at least one name from each list to a value other than null. A list contains the relationships
   * whose keys share a column, and also `id` if the id uses that column and the client may choose it. Undefined if
   * there are no such lists.
   */
  readonly requiredAnyOf?: readonly (readonly string[])[]
  /** The filters, by name. A filter's other names are in its `aliases`. */
  readonly filters: Named<FilterContract>
  /** Whether filters may be grouped with `and`, `or` and `not`. */
  readonly groups: boolean
  /** The default filters, by name: conditions, or a method. They apply unless a request replaces them. */
  readonly defaultFilters: Named<'custom' | Named<unknown>>
  /** The sort keys, ascending and descending. A dotted name is a path through one to-one relationship. */
  readonly sorts: Named<Who>
  /** The deprecated sort keys; undefined if there are none. */
  readonly deprecatedSorts?: Named<Deprecation>
  /** The default sort: `-createdAt` is descending. */
  readonly defaultSort: readonly string[]
  readonly stats: Named<StatContract>
  readonly page: PageContract
  /**
   * The `Cache-Control` header of a response whose types all have this value. The default is `private,
   * no-cache`.
   */
  readonly cache?: string
  /** The five standard actions. */
  readonly actions: { readonly [Name in Action]: ActionContract }
  /** The resource's own actions, by name; undefined if it has none. */
  readonly ownActions?: Named<OwnActionContract>
  /** The scopes that limit each kind of access: first the resource's own, then the API-wide ones. */
  readonly scopes: { readonly [Name in Policy]?: readonly ScopeContract[] }
  /** Whether the API-wide scopes apply to the resource. */
  readonly inheritsScopes: boolean
  /** Whether the resource is declared not to need a policy. */
  readonly public: boolean
  /**
   * The include paths that each action permits. `default` applies to actions that are not listed. If this is undefined,
   * or contains neither the action nor a default, every relationship path is permitted.
   */
  readonly includes?: { readonly [Name in Action | 'default']?: readonly string[] }
}

/** The id of a resource, which is always a string for clients. */
export interface IdContract {
  readonly type: IdKind
  readonly clientIds: 'forbidden' | 'allowed' | 'required'
  /** The permitted lengths of a client-chosen id, in characters, if the column limits them. */
  readonly minLength?: number
  readonly maxLength?: number
  /** The columns of a composite id, in order, under the names that clients use. */
  readonly key?: readonly { readonly name: string; readonly type: ValueContract }[]
}

/** The type of a value. Omitted members are false, or mean that there is no limit. */
export interface ValueContract {
  readonly type: Kind
  /** The enum values, in schema order. */
  readonly values?: readonly string[]
  readonly list?: true
  readonly nullable?: true
}

/** An attribute. */
export interface AttributeContract extends ValueContract {
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly read: Who
  readonly write: Who
  /** The only kind of write that accepts the attribute. If undefined, both kinds do. */
  readonly writeOn?: 'create' | 'update'
  /** Whether a create request must set this member. */
  readonly required: boolean
  /** The value to use if a create request omits the attribute. */
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  /** A string if a number cannot represent the bound exactly. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  /** The application's own type for the JSON values. */
  readonly own?: string
  /**
   * The number of digits that a decimal column can store. A write with more digits is rejected. Omitted if the store
   * uses doubles.
   */
  readonly digits?: DecimalDigits
}

/** An attribute that is rendered only on request. */
export interface ExtraFieldContract extends ValueContract {
  readonly description?: string
  readonly deprecated?: Deprecation
}

/** A relationship. */
export interface RelationshipContract {
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly cardinality: 'one' | 'many'
  /** The types of the related records, sorted. There are several if the relationship is polymorphic. */
  readonly types: readonly string[]
  readonly polymorphic: boolean
  /** If the relationship is polymorphic, the JSON:API type for each value of the type column. */
  readonly groups?: Named<string>
  /**
   * Whether the relationship may be null in a response, because the key is null or the record is hidden. If a request
   * filters included records, any relationship may be null.
   */
  readonly nullable?: true
  /** Whether a write may set the relationship to null. */
  readonly takesNull?: true
  /** Whether a create request must set this member. */
  readonly required: boolean
  /** The inverse relationships that are set because a record is created inside this relationship. */
  readonly fills?: readonly string[]
  /**
   * Whether application methods load the relationship. If so, requests cannot filter or sort through it, and only those
   * methods can write it.
   */
  readonly custom: boolean
  readonly read: Who
  readonly write: Who
  /**
   * The only kind of write that may set the relationship, because it is part of the id, which never changes. If
   * undefined, both kinds may.
   */
  readonly writeOn?: 'create'
  /** The types that use the join model, sorted. Their policies apply to the links. */
  readonly through?: readonly string[]
  /** A record with members in this relationship cannot be destroyed, regardless of who can see them. */
  readonly dependent?: 'restrict'
  /** Whether linkage is always rendered, or only if the relationship is included. */
  readonly linkage: 'included' | 'always'
}

/** A filter. */
export interface FilterContract extends ValueContract {
  /** Its own, or that of what it filters by. Sorts and stats have theirs from there too. */
  readonly deprecated?: Deprecation
  readonly who: Who
  /** The operators that a request may use: `filter[views][gt]`. `eq` may be omitted. */
  readonly operators: readonly Operator[]
  readonly aliases: readonly string[]
  readonly required: boolean
  /**
   * Whether the application receives the value in a method. If the type is a list, the method receives several values.
   */
  readonly custom: boolean
  /** Whether the values are ids. Each id has only one valid form. */
  readonly ids?: true
  /** The relationships on the path, if the filter applies to related records. */
  readonly through?: readonly string[]
}

/** The calculations for an attribute, or for all rows (`total`). */
export interface StatContract {
  readonly who: Who
  readonly calculations: readonly string[]
  readonly deprecated?: Deprecation
}

/** The pages of a collection. */
export interface PageContract {
  readonly style: 'number' | 'cursor'
  /** The default number of records. */
  readonly size: number
  readonly max: number
  readonly number: number
  /** Whether a page may begin at a cursor. This is not possible if an application method sorts or paginates. */
  readonly cursors: boolean
}

/** An action: whether it has a path of its own, and who may perform it, at that path or in any other way. */
export interface ActionContract {
  readonly address: boolean
  readonly who: Who
  readonly deprecated?: Deprecation
  /** The place that declares the action; omitted if the action is not declared. */
  readonly from?: Source
  /** The declaration in the defaults, if the resource overrides it. */
  readonly replaces?: Who
  /**
   * For the create action: the clients who may write every required member. Omitted if all who may create can.
   * `false` if a required column cannot be set.
   */
  readonly takes?: Who
}

/** One of a resource's own actions: the input, the response, and who may perform it. */
export interface OwnActionContract {
  readonly description?: string
  readonly deprecated?: Deprecation
  /** Whether the action's path is below a record or the collection. `/-actions/` and the action's name are appended. */
  readonly on: 'record' | 'collection'
  readonly input: Named<InputContract>
  /** The type of the returned records. If undefined, the response has only `meta`. */
  readonly output?: OutputContract
  readonly who: Who
  readonly from: Source
  /** The scope that must contain the record. If undefined, the `update` scopes apply. */
  readonly scope?: string
  /** False if the action runs outside a transaction, so that an error does not undo earlier work. */
  readonly transaction?: false
}

/** An input member of a resource's own action. */
export interface InputContract
  extends
    ValueContract,
    Pick<
      AttributeContract,
      | 'description'
      | 'required'
      | 'default'
      | 'minLength'
      | 'maxLength'
      | 'pattern'
      | 'format'
      | 'minimum'
      | 'maximum'
    > {}

/** The records that an action returns: one record, which may be missing if the output is nullable, or a list. */
export interface OutputContract {
  readonly type: string
  readonly list?: true
  readonly nullable?: true
}

/** The place of a declaration: the resource, or the schema's defaults. */
export type Source = 'resource' | 'defaults'

/** A scope that must contain the records. */
export interface ScopeContract {
  readonly scope: string
  readonly from: Source
}
