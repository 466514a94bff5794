import type { Inherited } from './inherited.js'
import type { ApiTypes } from './resource-types.js'
import type { SureNames } from './selection-types.js'

/** The statistics that a query may request: one or more calculations for each name. */
export type StatsOf<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly [Stat in keyof Types[Type]['stats']]?:
    | Types[Type]['stats'][Stat]
    | readonly Types[Type]['stats'][Stat][]
    | Inherited<Stat>
}

/** The statistics in a result, as requested by the query. Statistics that might not have been requested are optional. */
export type StatsAnswered<Types extends ApiTypes<Types>, Type extends keyof Types, Asked> = {
  readonly [Stat in keyof Asked]: Calculated<Types, Type, Stat, Listed<Exclude<Asked[Stat], undefined>>>
}

type Listed<Calculations> = Calculations extends readonly unknown[] ? Calculations : readonly [Calculations]

type Calculated<Types extends ApiTypes<Types>, Type extends keyof Types, Stat, List> = [
  SureNames<List>,
] extends [never]
  ? { readonly [Calculation in NameIn<List>]?: Value<Types, Type, Stat, Calculation> }
  : { readonly [Calculation in Extract<SureNames<List>, string>]: Value<Types, Type, Stat, Calculation> }

type NameIn<List> = List extends readonly (infer Calculation)[] ? Extract<Calculation, string> : never

/** The average of an attribute that is text in JSON: text for decimals, a number for bigints. */
type Value<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Stat,
  Calculation,
> = Calculation extends 'count'
  ? number
  : Calculation extends 'average'
    ? InJson<Types, Type, Stat> extends number
      ? number | null
      : number | string | null
    : Calculation extends 'sum' | 'maximum' | 'minimum'
      ? InJson<Types, Type, Stat> | null
      : unknown

/** The JSON type of an attribute. If it is never shown, it may be a number or text. */
type InJson<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Stat,
> = Stat extends keyof Types[Type]['attributes']
  ? Exclude<Types[Type]['attributes'][Stat], null | undefined> extends infer Value
    ? Value extends number
      ? number
      : string
    : never
  : number | string
