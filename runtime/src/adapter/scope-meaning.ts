import type { Condition } from './condition.js'

/** What a value is that an application gives as a scope. */
export type ScopeMeaning<Scope = unknown> =
  /** A scope that has nothing but a condition: what is in it passes that, and nothing else does. */
  | { readonly kind: 'condition'; readonly condition: Condition<Scope> }
  /**
   * A scope with a condition that is not to be trusted with what a policy decides: it is of another model, or a part of it is
   * left out. Why, the log says.
   */
  | { readonly kind: 'doubtful'; readonly condition: Condition<Scope>; readonly why: string }
  /**
   * A scope that has more: an order, a page, or relations to load. These have no meaning for a record that is held against it,
   * and to drop them would show what they hide.
   */
  | { readonly kind: 'more'; readonly more: string }
  /** What may be a scope, and can't be held against a record. */
  | { readonly kind: 'opaque'; readonly why: string }
  /** A short form in place of a scope: a condition that narrows the base scope of the resource, or that scope itself. */
  | { readonly kind: 'short'; readonly narrows: Condition<Scope> | 'nothing' }
  /** No scope. */
  | { readonly kind: 'none'; readonly why: string }
