import type { Condition } from './condition.js'

/** The meaning of a value that an application returned as a scope. */
export type ScopeMeaning<Scope = unknown> =
  /** A scope that has only a condition: it contains exactly the records that meet the condition. */
  | { readonly kind: 'condition'; readonly condition: Condition<Scope> }
  /**
   * A scope whose condition is unsafe for a policy, because it belongs to a different model or a part of it is missing.
   * The reason is logged.
   */
  | { readonly kind: 'doubtful'; readonly condition: Condition<Scope>; readonly why: string }
  /**
   * A scope with more than a condition: an order, a page, or relations to load. These do not make sense for a single
   * record, and ignoring them would show records that they hide.
   */
  | { readonly kind: 'more'; readonly more: string }
  /** A value that may be a scope, but cannot be checked against a record. */
  | { readonly kind: 'opaque'; readonly why: string }
  /** A short form instead of a scope: a condition on the resource's base scope, or the base scope itself. */
  | { readonly kind: 'short'; readonly narrows: Condition<Scope> | 'nothing' }
  /** Not a scope. */
  | { readonly kind: 'none'; readonly why: string }
