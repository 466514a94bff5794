import type { DecimalDigits } from './decimal-digits.js'
import type { Operator } from './operators.js'
import type { IdKind, Kind } from './type.js'
import type { Who } from './who.js'

/**
 * The format version of a contract. It is increased if readers of the previous format could misread the new one;
 * additions do not change it.
 */
export const CONTRACT_VERSION = 1

/**
 * What an API offers, as data: the compiled schema with the names that clients use. Descriptions of the API are pure
 * functions of it. It names no columns, files or methods of the application, except guards and scopes.
 *
 * ```ts
 * const contract = contractOf(schema);
 * contract.resources['posts']?.filters['views']?.operators; // ['eq', 'gt', 'gte', 'lt', 'lte']
 * ```
 */
export interface Contract {
  readonly contract: typeof CONTRACT_VERSION
  /** The limits of a request, unless `createApi({ limits })` sets others. */
  readonly limits: ContractLimits
  /** The scopes of the whole API with their purposes, by name. */
  readonly defaultScopes: Named<readonly Policy[]>
  /** Whether writes accept the header `Idempotency-Key`. */
  readonly idempotency?: boolean
  /** By JSON:API type. */
  readonly resources: Named<ResourceContract>
}

/** The limits of a request, by the names of `createApi({ limits })`. */
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

/** Things by name, ordered by name. */
export interface Named<Value> {
  readonly [name: string]: Value
}

/** One JSON:API type: what requests may read and write. */
export interface ResourceContract {
  readonly description?: string
  readonly id: IdContract
  /** The attribute for optimistic locking, if there is one. */
  readonly version?: string
  readonly attributes: Named<AttributeContract>
  readonly extraFields: Named<ExtraFieldContract>
  readonly relationships: Named<RelationshipContract>
  /**
   * A create must set at least one name of each list, and not to null. A list has the relationships that share a column
   * of their keys, and `id` if the client may choose it and it is such a column. Undefined if there are no such lists.
   */
  readonly requiredAnyOf?: readonly (readonly string[])[]
  /** By name; the other names of a filter are in its `aliases`. */
  readonly filters: Named<FilterContract>
  /** Whether filters may be grouped with `and`, `or` and `not`. */
  readonly groups: boolean
  /** The filters that apply to every request unless it replaces them, by name: conditions, or a method. */
  readonly defaultFilters: Named<'custom' | Named<unknown>>
  /** The sort keys, ascending and descending. A dotted name goes through one to-one relationship. */
  readonly sorts: Named<Who>
  /** The default sort: `-createdAt` is descending. */
  readonly defaultSort: readonly string[]
  readonly stats: Named<StatContract>
  readonly page: PageContract
  /** The `Cache-Control` of responses in which all types have the same value; `private, no-cache` by default. */
  readonly cache?: string
  /** The five standard actions. */
  readonly actions: { readonly [Name in Action]: ActionContract }
  /** Its own actions, by name. Undefined if there are none. */
  readonly ownActions?: Named<OwnActionContract>
  /** The scopes that limit each kind of access: first its own scopes, then those of the whole API. */
  readonly scopes: { readonly [Name in Policy]?: readonly ScopeContract[] }
  /** Whether the scopes of the whole API apply to it. */
  readonly inheritsScopes: boolean
  /** Whether it is declared to need no policy. */
  readonly public: boolean
  /**
   * The include paths that each action permits; `default` has those of unnamed actions. If it is undefined, or does not
   * mention an action, every path of relationships is permitted.
   */
  readonly includes?: { readonly [Name in Action | 'default']?: readonly string[] }
}

/** The id of a resource, which clients always see as text. */
export interface IdContract {
  readonly type: IdKind
  readonly clientIds: 'forbidden' | 'allowed' | 'required'
  /** The permitted lengths of a client-chosen id in characters, if its column limits them. */
  readonly minLength?: number
  readonly maxLength?: number
  /** The columns of a composite id, in order, by the names that clients use. */
  readonly key?: readonly { readonly name: string; readonly type: ValueContract }[]
}

/** The type of a value. Omitted members are false, or mean no limit. */
export interface ValueContract {
  readonly type: Kind
  /** The values of an enum, in the order of the schema. */
  readonly values?: readonly string[]
  readonly list?: true
  readonly nullable?: true
}

/** An attribute. */
export interface AttributeContract extends ValueContract {
  readonly description?: string
  readonly read: Who
  readonly write: Who
  /** The only write that accepts it; if undefined, both do. */
  readonly writeOn?: 'create' | 'update'
  /** Whether a create must set it. */
  readonly required: boolean
  /** The value if a create omits it. */
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  /** Text if a number cannot hold it exactly. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  /** The application's own type of its JSON values. */
  readonly own?: string
  /** The digits that the column of a decimal holds; a write with more is rejected. Omitted if the store holds doubles. */
  readonly digits?: DecimalDigits
}

/** An attribute that is rendered only on request. */
export interface ExtraFieldContract extends ValueContract {
  readonly description?: string
}

/** A relationship. */
export interface RelationshipContract {
  readonly description?: string
  readonly cardinality: 'one' | 'many'
  /** The types of the related records, sorted; several if the relationship is polymorphic. */
  readonly types: readonly string[]
  readonly polymorphic: boolean
  /** If it is polymorphic: the JSON:API type for each value of its type column. */
  readonly groups?: Named<string>
  /**
   * Whether it may be null in a response, because of its key, or because the record may be hidden. A request that
   * filters included records may make it null in any case.
   */
  readonly nullable?: true
  /** Whether a write may set it to null. */
  readonly takesNull?: true
  /** Whether a create must set it. */
  readonly required: boolean
  /** The relationships of the other side that a record gets because it is created in this one. */
  readonly fills?: readonly string[]
  /**
   * Whether methods of the application load it. Then requests cannot filter or sort through it, and only those methods
   * can write it.
   */
  readonly custom: boolean
  readonly read: Who
  readonly write: Who
  /** The only write that may set it, because it is part of the id, which never changes. If undefined, both may. */
  readonly writeOn?: 'create'
  /** The types over the join model, sorted. Their policies apply to its links. */
  readonly through?: readonly string[]
  /** A record with members in this relationship cannot be destroyed, regardless of who can see them. */
  readonly dependent?: 'restrict'
  /** Whether linkage is rendered always, or only if the relationship is included. */
  readonly linkage: 'included' | 'always'
}

/** A filter. */
export interface FilterContract extends ValueContract {
  readonly who: Who
  /** The operators that a request may use: `filter[views][gt]`. `eq` may be omitted. */
  readonly operators: readonly Operator[]
  readonly aliases: readonly string[]
  readonly required: boolean
  /** Whether a method of the application gets the value, or several values if the type is a list. */
  readonly custom: boolean
  /** Whether its values are ids, which have only one spelling. */
  readonly ids?: true
  /** The relationships on its path, if it is about related records. */
  readonly through?: readonly string[]
}

/** The calculations for an attribute, or for all rows (`total`). */
export interface StatContract {
  readonly who: Who
  readonly calculations: readonly string[]
}

/** The pages of a collection. */
export interface PageContract {
  readonly style: 'number' | 'cursor'
  /** The default number of records. */
  readonly size: number
  readonly max: number
  readonly number: number
  /** Whether a page may begin at a cursor. It may not if a method of the application sorts or paginates. */
  readonly cursors: boolean
}

/** An action: whether it has an address, and who may do it there and in every other way. */
export interface ActionContract {
  readonly address: boolean
  readonly who: Who
  /** The place that declares it; omitted if there is none. */
  readonly from?: Source
  /** The declaration of the defaults, if the resource overrides it. */
  readonly replaces?: Who
  /**
   * For a create: who may write everything that it needs, if that is not everybody who may create. Nobody, if nothing
   * fills a required column.
   */
  readonly takes?: Who
}

/** An own action of a resource: its input, its response, and who may do it. */
export interface OwnActionContract {
  readonly description?: string
  /** Whether its address is below a record or the collection: `/-actions/` and its name are appended. */
  readonly on: 'record' | 'collection'
  readonly input: Named<InputContract>
  /** The type of the returned records; if undefined, the response has only `meta`. */
  readonly output?: OutputContract
  readonly who: Who
  readonly from: Source
  /** The scope that must contain its record; if undefined, the scopes of `update`. */
  readonly scope?: string
  /** Whether it does not run in one transaction. Then an error undoes nothing that it did before. */
  readonly transaction?: false
}

/** A member of an own action's input. */
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

/** The records that an action returns: one, which may be missing if it is nullable, or a list. */
export interface OutputContract {
  readonly type: string
  readonly list?: true
  readonly nullable?: true
}

/** The place of a declaration: the resource, or the defaults of the schema. */
export type Source = 'resource' | 'defaults'

/** A scope that must contain the records. */
export interface ScopeContract {
  readonly scope: string
  readonly from: Source
}
