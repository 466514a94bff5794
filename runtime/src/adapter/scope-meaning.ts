import type { Condition } from './condition.js'

/** The meaning of a value that an application returned as a scope. */
export type ScopeMeaning<Scope = unknown> =
  /** A scope that has only a condition: it contains exactly the records that meet the condition. */
  | { readonly kind: 'condition'; readonly condition: Condition<Scope> }
  /**
   * A scope with a condition that is unsafe for a policy: it is of another model, or a part of it is left out. The log
   * says why.
   */
  | { readonly kind: 'doubtful'; readonly condition: Condition<Scope>; readonly why: string }
  /**
   * A scope that has more: an order, a page, or relations to load. These have no meaning for a single record, and
   * ignoring them would show records that they hide.
   */
  | { readonly kind: 'more'; readonly more: string }
  /** A value that may be a scope, but cannot be checked against a record. */
  | { readonly kind: 'opaque'; readonly why: string }
  /** A short form in place of a scope: a condition on the base scope of the resource, or the base scope itself. */
  | { readonly kind: 'short'; readonly narrows: Condition<Scope> | 'nothing' }
  /** Not a scope. */
  | { readonly kind: 'none'; readonly why: string }
