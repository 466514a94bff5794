import type { CollectionQueryOf, ExtraFieldsOf, FieldsOf } from './query-of.js'
import type { Shape } from './shape.js'

/** A part of a query that asks for nothing in particular. */
export type Nothing = Readonly<Record<never, never>>

/** What of a query decides the type of its result. */
export interface Selection<Include, Fields, Extra> {
  readonly include: Include
  readonly fields: Fields
  readonly extraFields: Extra
}

/**
 * A query of one record, whose selecting parts are inferred. They are checked here and not where they are inferred, so that
 * the compiler works out only what is known of the parts that a query has.
 */
export interface SelectingQuery<S extends Shape, Include, Fields, Extra> {
  readonly include?: Include
  readonly fields?: Fields & FieldsOf<S> & NoOthers<Fields, FieldsOf<S>>
  readonly extraFields?: Extra & ExtraFieldsOf<S> & NoOthers<Extra, ExtraFieldsOf<S>>
  /** Asks for the log of what ran. */
  readonly queries?: boolean
}

/** A query of a collection, whose selecting parts are inferred, and everything else is checked as it stands. */
export interface SelectingCollectionQuery<S extends Shape, Include, Fields, Extra>
  extends SelectingQuery<S, Include, Fields, Extra>, CollectionQueryOf<S> {}

/** A key that is not known is no key: inference alone would let it pass. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never }
