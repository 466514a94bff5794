import type { Bytes, CustomFilter, Decimal, Filter, Json, Shape } from '../shape/shape.js'
import type { Operator } from '../vocabulary/operators.js'
import type { Kind } from '../vocabulary/values/type.js'
import type { Awaitable, ContextOf, MethodName, Shaped, ShapeOf } from './declaration-types.js'

/** The function of a custom filter. It returns the scope limited to the records that match the value (rule 3.8). */
export type FilterHandler<R extends Shaped, Value = unknown> =
  | MethodName<R>
  | {
      call(
        this: R,
        scope: ShapeOf<R>['scope'],
        value: Value,
        context: ContextOf<R>,
      ): Awaitable<ShapeOf<R>['scope']>
    }['call']

/**
 * The argument of a filter function (rule 14.3): the type from the options, or else the shape's type for that name, or
 * else unknown. For an operator other than `eq`, the argument includes the operator's name.
 */
export type FilterArgument<S extends Shape, Name, Options> = WithOperators<
  Listed<Stated<Options, KnownValue<S, Name>>, Options>,
  Options
>

/** The type from the options, or else the known type. */
type Stated<Options, Known> = Options extends { readonly enum: readonly (infer Member)[] }
  ?
      | (Options extends { readonly list: true } ? Member[] : Member)
      | (Options extends { readonly nullable: true } ? null : never)
  : Options extends { readonly type: infer Name extends string }
    ? Spelled<Name>
    : Known

/** A value of a list type is always a list, which can contain nulls if the type allows null. */
type Listed<Value, Options> = [Extract<Value, readonly unknown[]>] extends [never]
  ? Options extends { readonly list: true }
    ? Value[]
    : Value
  : unknown extends Value
    ? unknown
    : ListOf<Value>

type ListOf<Value> = (
  | (Exclude<Value, null> extends readonly (infer Member)[] ? Member : never)
  | Extract<Value, null>
)[]

type WithOperators<Value, Options> = Options extends { readonly operators: readonly (infer Name)[] }
  ?
      | ('eq' extends Name ? Value : never)
      | { [O in Exclude<Extract<Name, Operator>, 'eq'>]: { readonly [Key in O]: Value } }[Exclude<
          Extract<Name, Operator>,
          'eq'
        >]
  : Value

/** The value type for a type in short form: `integer`, `datetime?`, `string[]`. */
type Spelled<Name extends string> = Name extends `${infer Base}?`
  ? Spelled<Base> | null
  : Name extends `${infer Base}[]`
    ? Spelled<Base>[]
    : Name extends keyof ValueOf
      ? ValueOf[Name]
      : unknown

/** The type of each kind as a function receives it; an exact decimal is a string. */
interface ValueOf extends Record<Exclude<Kind, 'enum'>, unknown> {
  string: string
  integer: number
  bigint: bigint
  float: number
  decimal: string
  boolean: boolean
  date: Date
  datetime: Date
  uuid: string
  json: Json
  bytes: Bytes
}

type KnownValue<S extends Shape, Name> = string extends S['type']
  ? unknown
  : Name extends keyof S['filters']
    ? S['filters'][Name] extends CustomFilter<infer Value>
      ? Arriving<Value>
      : S['filters'][Name] extends Filter<infer Value, Operator>
        ? Arriving<Value>
        : unknown
    : Name extends keyof S['attributes']
      ? Arriving<S['attributes'][Name]>
      : Name extends 'id'
        ? S['id']
        : unknown

type Arriving<Value> = Value extends Decimal ? string : Value
