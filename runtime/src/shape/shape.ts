import type { Operator } from '../vocabulary/operators.js'

/**
 * The types of one resource. The types of queries, include paths and results are derived from them. The
 * generator writes a Shape for each resource. For a hand-written Resource, a Shape is optional.
 */
export interface Shape {
  /** The JSON:API type. */
  type: string
  /** The type of the id in the store. */
  id: unknown
  /** A record as the adapter returns it. */
  record: unknown
  /** The scope onto which filters, sorts and pages are chained. */
  scope: unknown
  /** The application's controller: the type of `this.context`, and of the context that functions receive. */
  context?: object
  attributes: object
  filters: object
  /** The union of the required filters' names. */
  required: string
  /** The union of sortable names. */
  sorts: string
  /** Maps an attribute to the union of its calculations. */
  stats: object
  extraFields: object
  sideloads: object
  /** The resource's own actions; omitted if it has none. */
  actions?: object
}

/** A to-one sideload. `Target` is a union of shapes if the sideload is polymorphic. */
export interface ToOne<Target extends Shape> {
  many: false
  target: Target
}

/** A to-many sideload. */
export interface ToMany<Target extends Shape> {
  many: true
  target: Target
}

/**
 * A filter: the type of its value and its operators. `Filter<Date | null>` also accepts null. Every filter also accepts
 * a list, and matches any of its values.
 */
export interface Filter<Value, Operators extends Operator = DefaultOperators<Value>> {
  value: Value
  operators: Operators
}

/**
 * A filter that an application function applies. The function receives a single value of the type, or a list if the
 * type is a list: `CustomFilter<boolean>`, `CustomFilter<number | null>`, `CustomFilter<string[]>`.
 */
export interface CustomFilter<Value> {
  custom: Value
}

/** The default operators of a filter (rule 3.5), by the type of its values, ignoring null. */
export type DefaultOperators<Value> = [Value] extends [boolean | null | undefined]
  ? Operator<'equality'>
  : [Value] extends [number | bigint | Date | Decimal | null | undefined]
    ? Operator<'equality' | 'order'>
    : string extends Value
      ? Operator<'equality' | 'pattern'>
      : Operator<'equality'>

/** An exact decimal as a store returns it, such as Prisma's Decimal. In a JSON:API document, it is a string. */
export interface Decimal {
  toString(): string
  toNumber(): number
  toFixed(digits?: number): string
}

/** The direction of a sort key. */
export type Direction = 'asc' | 'desc'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** Binary data, encoded as base64 in a document. */
export type Bytes = Uint8Array
