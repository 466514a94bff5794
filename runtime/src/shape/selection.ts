import type { CollectionQueryOf, ExtraFieldsOf, FieldsOf } from './query-of.js'
import type { Shape } from './shape.js'

/** A part of a query that selects nothing. */
export type Nothing = Readonly<Record<never, never>>

/** The parts of a query that determine its result type. */
export interface Selection<Include, Fields, Extra> {
  readonly include: Include
  readonly fields: Fields
  readonly extraFields: Extra
}

/**
 * A query for one record, whose selecting parts are inferred. They are checked here, and not where they are inferred,
 * so that the compiler computes only the parts that are present.
 */
export interface SelectingQuery<S extends Shape, Include, Fields, Extra> {
  readonly include?: Include
  readonly fields?: Fields & FieldsOf<S> & NoOthers<Fields, FieldsOf<S>>
  readonly extraFields?: Extra & ExtraFieldsOf<S> & NoOthers<Extra, ExtraFieldsOf<S>>
  /** Requests the log of the queries that ran. */
  readonly queries?: boolean
}

/** A query for a collection. The selecting parts are inferred, and all other parts are checked as written. */
export interface SelectingCollectionQuery<S extends Shape, Include, Fields, Extra>
  extends SelectingQuery<S, Include, Fields, Extra>, CollectionQueryOf<S> {}

/** Rejects unknown keys, because inference alone would accept them. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never }
