import type { Operator } from '../vocabulary/operators.js'

/**
 * The types of one resource, from which all others are derived: queries, include paths, results. The generator writes
 * one Shape for each resource; for a hand-written Resource it is optional.
 */
export interface Shape {
  /** The JSON:API type. */
  type: string
  /** The type of the id in the store. */
  id: unknown
  /** One record, as the adapter returns it. */
  record: unknown
  /** The scope that filters, sorts and pages are chained onto. */
  scope: unknown
  /** The application's controller: the type of `this.context`, and of the context that functions receive. */
  context?: object
  attributes: object
  filters: object
  /** The union of the names of required filters. */
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

/** A to-one sideload; `Target` is a union of shapes if it is polymorphic. */
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
 * A filter: the type of its value and its operators. `Filter<Date | null>` also accepts null, and every filter accepts
 * a list of its values, which means any of them.
 */
export interface Filter<Value, Operators extends Operator = DefaultOperators<Value>> {
  value: Value
  operators: Operators
}

/**
 * A filter with a function of the application: the function gets exactly one value of the type, or always a list if the
 * type is a list. `CustomFilter<boolean>`, `CustomFilter<number | null>`, `CustomFilter<string[]>`.
 */
export interface CustomFilter<Value> {
  custom: Value
}

/** The operators of a filter that declares none (rule 3.5), by the type of its values; null does not matter. */
export type DefaultOperators<Value> = [Value] extends [boolean | null | undefined]
  ? Operator<'equality'>
  : [Value] extends [number | bigint | Date | Decimal | null | undefined]
    ? Operator<'equality' | 'order'>
    : string extends Value
      ? Operator<'equality' | 'pattern'>
      : Operator<'equality'>

/** An exact decimal as a store returns it (Prisma's Decimal is one); a JSON:API document contains it as a string. */
export interface Decimal {
  toString(): string
  toNumber(): number
  toFixed(digits?: number): string
}

/** The direction of a sort key. */
export type Direction = 'asc' | 'desc'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** Bytes; base64 in a document. */
export type Bytes = Uint8Array
