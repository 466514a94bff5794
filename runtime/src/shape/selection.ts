import type { QueryOf } from './query-of.js'
import type { Shape } from './shape.js'

/** A part of a query that asks for nothing in particular. */
export type Nothing = Readonly<Record<never, never>>

/** A query of one record: a collection's filter, sort, page and stats do not apply to it. */
export type SingleQueryOf<S extends Shape> = Omit<QueryOf<S>, 'filter' | 'sort' | 'page' | 'stats'>

/** What of a query decides the type of its result. */
export interface Selection<Include, Fields, Extra> {
  readonly include: Include
  readonly fields: Fields
  readonly extraFields: Extra
}

/** A query whose selecting parts are inferred, and everything else is checked as it stands. */
export type SelectingQuery<Query, Include, Fields, Extra> = Omit<
  Query,
  keyof Selection<never, never, never>
> & {
  readonly include?: Include
  readonly fields?: Fields & NoOthers<Fields, Member<Query, 'fields'>>
  readonly extraFields?: Extra & NoOthers<Extra, Member<Query, 'extraFields'>>
}

type Member<Query, Name extends string> =
  Query extends Readonly<Partial<Record<Name, infer Value>>> ? NonNullable<Value> : never

/** A key that is not known is no key: inference alone would let it pass. */
type NoOthers<Given, Known> = { readonly [Key in Exclude<keyof Given, keyof Known>]: never }
