import type { Condition } from '../adapter/condition.js'
import type { DefaultFilterConfig, Policy } from '../declare/config.js'
import type { Handler } from '../declare/handler.js'
import type { CompiledResource } from './compile.js'

/** A scope of a resource: its own, or one of the whole API. */
export interface ScopeRule {
  readonly layer: 'own' | 'default'
  /** A policy, or a custom action. */
  readonly policy: Policy | `actions.${string}`
  readonly handler: Handler
}

/** Receives the result of each rule that a request meets, in order. */
export interface Explain {
  guard(rule: string, passes: boolean): void
  /** An error of a guard that is not a refusal. */
  guardFailed(rule: string, error: unknown): void
  scope(resource: CompiledResource, rule: ScopeRule, condition: Condition): void
  scopeFailed(resource: CompiledResource, rule: ScopeRule, error: unknown): void
  /** An include that a whitelist drops. */
  dropped(place: string, why: string): void
  defaultFilter(resource: CompiledResource, defaultFilter: DefaultFilterConfig): void
}
