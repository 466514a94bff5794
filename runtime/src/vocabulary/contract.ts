import type { DecimalDigits } from './decimal-digits.js'
import type { Operator } from './operators.js'
import type { IdKind, Kind } from './type.js'
import type { Who } from './who.js'

/**
 * The version of the format of a contract. It counts up when a reader of the format before could misread the new one; what
 * is only added leaves it as it is.
 */
export const CONTRACT_VERSION = 1

/**
 * What an API offers, as data (rule 22.5): the compiled schema in wire names. Descriptions of the API are pure functions
 * of it. Nothing in it names a column, a file or a method of the application, but for guards and scopes.
 *
 * ```ts
 * const contract = contractOf(schema);
 * contract.resources['posts']?.filters['views']?.operators; // ['eq', 'gt', 'gte', 'lt', 'lte']
 * ```
 */
export interface Contract {
  readonly contract: typeof CONTRACT_VERSION
  /** What a request may ask for at most, where `createApi({ limits })` sets nothing else. */
  readonly limits: ContractLimits
  /** The scopes of the whole API, with what each of them is for, by name (rule 14.14). */
  readonly defaultScopes: Named<readonly Policy[]>
  /** Whether writes take the header `Idempotency-Key` (rule 30.1). */
  readonly idempotency?: boolean
  /** By JSON:API type. */
  readonly resources: Named<ResourceContract>
}

/** What a request may ask for at most, by the names of `createApi({ limits })`. */
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

/** What is done with a record, as far as scopes say with which. */
export type Policy = 'read' | 'create' | 'update' | 'updated' | 'destroy'

/** Things by their names, in the order of their names. */
export interface Named<Value> {
  readonly [name: string]: Value
}

/** One JSON:API type: what may be asked of it and written to it. */
export interface ResourceContract {
  readonly description?: string
  readonly id: IdContract
  /** The attribute of optimistic locking, where there is one (rule 21.3). */
  readonly version?: string
  readonly attributes: Named<AttributeContract>
  readonly extraFields: Named<ExtraFieldContract>
  readonly relationships: Named<RelationshipContract>
  /**
   * Of each list, a create has to give one, and not as null: of relationships that share a column of their keys, and `id` where
   * the client may choose it and it is such a column. It is there only if there are such lists.
   */
  readonly requiredAnyOf?: readonly (readonly string[])[]
  /** By their names; a filter has its other names in `aliases`. */
  readonly filters: Named<FilterContract>
  /** Whether filters may be put into the groups `and`, `or` and `not`. */
  readonly groups: boolean
  /** The filters that every request has unless it replaces them, by name (rule 3.6): conditions, or a method. */
  readonly defaultFilters: Named<'custom' | Named<unknown>>
  /** What it may be sorted by, ascending and descending. A dotted name leads through one to-one relationship. */
  readonly sorts: Named<Who>
  /** The sort of a request that names none: `-createdAt` descends. */
  readonly defaultSort: readonly string[]
  readonly stats: Named<StatContract>
  readonly page: PageContract
  /** The `Cache-Control` of answers that show only records of types that say the same; without it, `private, no-cache` (rule 26.7). */
  readonly cache?: string
  /** Each of the five. */
  readonly actions: { readonly [Name in Action]: ActionContract }
  /** Its actions beside the five, by name (rule 14.19). It is there only if there are such actions. */
  readonly ownActions?: Named<OwnActionContract>
  /** Which records something is done with: what is named first are its own scopes, behind them those of the whole API. */
  readonly scopes: { readonly [Name in Policy]?: readonly ScopeContract[] }
  /** Whether the scopes of the whole API hold for it. */
  readonly inheritsScopes: boolean
  /** Whether it is meant to have no policy. */
  readonly public: boolean
  /**
   * The include paths that each action permits, and `default` those of the actions that are not named. Without it, and for
   * an action that it says nothing of, every path of relationships is permitted (rule 9.5).
   */
  readonly includes?: { readonly [Name in Action | 'default']?: readonly string[] }
}

/** The id of a resource: always a text on the wire. */
export interface IdContract {
  readonly type: IdKind
  readonly clientIds: 'forbidden' | 'allowed' | 'required'
  /** How many characters an id of a client must have, where its column limits them. */
  readonly minLength?: number
  readonly maxLength?: number
  /** The columns of a composite id, in their order, by what they are called on the wire (rule 22.2). */
  readonly key?: readonly { readonly name: string; readonly type: ValueContract }[]
}

/** The type of a value. What is left out is false, or not limited. */
export interface ValueContract {
  readonly type: Kind
  /** Of an enum, in the order of the schema. */
  readonly values?: readonly string[]
  readonly list?: true
  readonly nullable?: true
}

/** An attribute. */
export interface AttributeContract extends ValueContract {
  readonly description?: string
  readonly read: Who
  readonly write: Who
  /** The one write that takes it; without it, both do. */
  readonly writeOn?: 'create' | 'update'
  /** Whether a create has to give it. */
  readonly required: boolean
  /** The value where a create leaves it out. */
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  /** A text where no number holds it exactly. */
  readonly minimum?: number | string
  readonly maximum?: number | string
  /** The type of the application's that its JSON values have. */
  readonly own?: string
  /** The digits that the column of a decimal keeps; a write of more is refused. Left out where the store keeps doubles. */
  readonly digits?: DecimalDigits
}

/** An attribute that is rendered on request (rule 7.1). */
export interface ExtraFieldContract extends ValueContract {
  readonly description?: string
}

/** A relationship. */
export interface RelationshipContract {
  readonly description?: string
  readonly cardinality: 'one' | 'many'
  /** The types of the related records, ordered: several of a polymorphic one. */
  readonly types: readonly string[]
  readonly polymorphic: boolean
  /** Of a polymorphic one: the type of each value that tells which it is. */
  readonly groups?: Named<string>
  /**
   * Whether an answer may say that it leads to no record: by its key, or because the record may be hidden. A request that
   * filters what it includes may empty it in any case.
   */
  readonly nullable?: true
  /** Whether a write may say so. */
  readonly takesNull?: true
  /** Whether a create has to give it. */
  readonly required: boolean
  /** The relationships of the other side that a record has by being created in this one. */
  readonly fills?: readonly string[]
  /** Whether methods of the application load it: then nothing is filtered or sorted through it, and only they can write it. */
  readonly custom: boolean
  readonly read: Who
  readonly write: Who
  /** The one write that says where it leads: it is part of the id, which never changes (rule 11.11). Without it, both do. */
  readonly writeOn?: 'create'
  /** The types over the join model, ordered: their policies hold for its links (rule 14.16). */
  readonly through?: readonly string[]
  /** A record with members in it is not destroyed, whoever sees them (rule 11.15). */
  readonly dependent?: 'restrict'
  /** Whether linkage is rendered only where it is included, or always (rule 12.1). */
  readonly linkage: 'included' | 'always'
}

/** A filter. */
export interface FilterContract extends ValueContract {
  readonly who: Who
  /** What a request may write behind it: `filter[views][gt]`. `eq` may be left out. */
  readonly operators: readonly Operator[]
  readonly aliases: readonly string[]
  readonly required: boolean
  /** Whether a method of the application is given the value: one, or of a list type several (rule 14.3). */
  readonly custom: boolean
  /** Whether its values are ids, which have one spelling (rule 18.3). */
  readonly ids?: true
  /** The relationships that it leads through, where it is about other records. */
  readonly through?: readonly string[]
}

/** What may be computed of an attribute, or of all rows (`total`). */
export interface StatContract {
  readonly who: Who
  readonly calculations: readonly string[]
}

/** The pages of a collection. */
export interface PageContract {
  readonly style: 'number' | 'cursor'
  /** The number of records where a request does not say it. */
  readonly size: number
  readonly max: number
  readonly number: number
  /** Whether a page may begin at a cursor: not where a method of the application sorts or paginates (rules 24.1, 24.4). */
  readonly cursors: boolean
}

/** An action: whether it has an address, and to whom it is open there and on every other way. */
export interface ActionContract {
  readonly address: boolean
  readonly who: Who
  /** The place that says so; left out where none does. */
  readonly from?: Source
  /** What the defaults say, where the resource says something else. */
  readonly replaces?: Who
  /**
   * Of a create: who may write all that it needs, where that is not everybody whom it is open to. Nobody, where nothing fills a
   * column that a record needs.
   */
  readonly takes?: Who
}

/** An action of a resource's own: its input and its answer, and to whom it is open. */
export interface OwnActionContract {
  readonly description?: string
  /** Whether its address is that of a record or of the collection, with `/-actions/` and its name behind it. */
  readonly on: 'record' | 'collection'
  readonly input: Named<InputContract>
  /** The type of the records that answer it; without it, the answer has `meta` alone. */
  readonly output?: OutputContract
  readonly who: Who
  readonly from: Source
  /** The scope that its record has to be in; without it, the scopes of `update`. */
  readonly scope?: string
  /** That it does not run in one transaction: what it did before an error stays. */
  readonly transaction?: false
}

/** A member of the input of an action. */
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

/** The records that answer an action: one, which may be missing if it is nullable, or a list. */
export interface OutputContract {
  readonly type: string
  readonly list?: true
  readonly nullable?: true
}

/** The place that says something: the resource, or the defaults of the schema. */
export type Source = 'resource' | 'defaults'

/** A scope that records have to be in. */
export interface ScopeContract {
  readonly scope: string
  readonly from: Source
}
