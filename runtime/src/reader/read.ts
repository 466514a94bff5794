import type { Order } from '../adapter/window.js'
import type { DefaultFilterConfig, ExtraFieldConfig, WriteAction } from '../declare/config.js'
import type { NodePlan, PagePlan, PlannedFilter } from '../plan/plan.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Resource } from '../resource/operations.js'
import type { KnownRelation } from '../resource/relations.js'
import type { KeyValues } from '../value/key.js'
import type { NamedPolicy } from './policies/policies.js'

/** One read, as data: which records of a resource a viewer asks for, and for which action. */
export interface Read {
  readonly resource: CompiledResource
  /** The instance whose operations are called, if it is not that of the resource. */
  readonly instance?: Resource | undefined
  /** The include path of the records; empty by default. */
  readonly path?: string
  readonly base: Base
  /** The ids of the only records to read, as the client spells them. */
  readonly ids?: readonly string[] | undefined
  /** The keys of the only records to read. */
  readonly keys?: readonly KeyValues[] | undefined
  /** The action whose policies limit the read, besides those of `read`; by default, none. */
  readonly action?: WriteAction | NamedPolicy | undefined
  /** By default, all of the resource. */
  readonly defaultFilters?: readonly DefaultFilterConfig[]
  readonly filters?: readonly PlannedFilter[]
  readonly extraFields?: readonly ExtraFieldConfig[]
  readonly order?: readonly Order[]
  readonly page?: PagePlan | undefined
  /** The columns that are needed; all by default. */
  readonly columns?: readonly string[] | undefined
  /** How many records to read at most; one more shows that there are others. */
  readonly limit?: number | undefined
  /** How many of the records, at most, become part of the response; undefined if none does. */
  readonly shown?: number | undefined
  /** The include path of the nearest relationship with pages, for the error about too many records. */
  readonly pagedBy?: string
  /** Whether the records are locked, and then found again: another writer may have moved them out of their scope. */
  readonly lock?: boolean
}

/** Where a read begins. */
export type Base =
  /** The `baseScope` of the resource. */
  | { readonly kind: 'own' }
  /** A scope of the application. */
  | { readonly kind: 'given'; readonly scope: unknown }
  | RelatedBase

/** The scope of a relationship, or else the base of the related resource; with parents, only their relatives. */
export interface RelatedBase {
  readonly kind: 'related'
  readonly relation: KnownRelation
  readonly parents?: readonly object[]
  /** Whether each record has the rows of the join that lead to the parents. */
  readonly withRows?: boolean
}

/** A relationship of some records to load, and the request's parameters for the related records. */
export interface Loading {
  readonly relation: KnownRelation
  readonly node: NodePlan
  readonly parents: readonly object[]
}
