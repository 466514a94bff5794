import type { Operator } from '../vocabulary/operators.js'

/**
 * What the types of one resource are computed from. The generator writes one Shape per resource; a hand-written Resource
 * may have one too, or leave it out. Everything else (queries, include paths, results) follows from it.
 */
export interface Shape {
  /** The JSON:API type. */
  type: string
  /** The id as the store keeps it. */
  id: unknown
  /** One record, as the adapter returns it. */
  record: unknown
  /** What filters, sorts and pages are chained onto. */
  scope: unknown
  /** The application's controller: what `this.context`, and each function that gets a context, sees of a request. */
  context?: object
  attributes: object
  filters: object
  /** The union of the names of required filters. */
  required: string
  /** The union of sortable names. */
  sorts: string
  /** Attribute to the union of its calculations. */
  stats: object
  extraFields: object
  sideloads: object
}

/** A sideload that leads to one record or none; a union of shapes where it is polymorphic. */
export interface ToOne<Target extends Shape> {
  many: false
  target: Target
}

/** A sideload that leads to any number of records. */
export interface ToMany<Target extends Shape> {
  many: true
  target: Target
}

/**
 * A filter: the type of its value and the operators that it takes. `Filter<Date | null>` takes null as well, and every filter
 * takes a list of its values: any of them.
 */
export interface Filter<Value, Operators extends Operator = DefaultOperators<Value>> {
  value: Value
  operators: Operators
}

/**
 * A filter of the application's own: its function gets exactly one value of the type, or, where the type is a list, always a
 * list (rule 14.3). `CustomFilter<boolean>`, `CustomFilter<number | null>`, `CustomFilter<string[]>`.
 */
export interface CustomFilter<Value> {
  custom: Value
}

/** The operators of a type that declares none (rule 3.5), whether it may be null or not. */
export type DefaultOperators<Value> = [Value] extends [boolean | null | undefined]
  ? Operator<'equality'>
  : [Value] extends [number | bigint | Date | Decimal | null | undefined]
    ? Operator<'equality' | 'order'>
    : string extends Value
      ? Operator<'equality' | 'pattern'>
      : Operator<'equality'>

/** An exact decimal: what a store returns for one (Prisma's Decimal is one), a JSON:API document carries as a string. */
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
