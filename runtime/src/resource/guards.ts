import { memberOf, castTo } from '../cast.js'
import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'

/**
 * What the guards of one request have decided (rules 3.2, 7.3). Each is asked once; only `true` lets anything through: a
 * missing method or a missing context does not.
 */
export class Guards {
  readonly #context: object | undefined
  readonly #policies: boolean
  readonly #verdicts = new Map<string, Promise<boolean>>()

  /** @param policies false where nothing is guarded: what runs by `withoutPolicies` */
  constructor(context: object | undefined, policies: boolean) {
    this.#context = context
    this.#policies = policies
  }

  /** Whether a guard passes for this request. */
  passes(guard: Guard | undefined): boolean | Promise<boolean> {
    if (guard === undefined) return true
    if (typeof guard === 'boolean') return guard
    if (!this.#policies) return true
    const verdict = this.#verdicts.get(guard) ?? this.#ask(guard)
    this.#verdicts.set(guard, verdict)
    return verdict
  }

  /** Whether the attribute exists for a reader of this request. */
  readable(attribute: AttributeConfig): boolean | Promise<boolean> {
    return this.passes(attribute.readable)
  }

  /** Whether a reader of this request may sort by the attribute: he must see it too, or the order would tell it. */
  async sortable(attribute: AttributeConfig): Promise<boolean> {
    return (await this.passes(attribute.readable)) && this.passes(attribute.sortable)
  }

  async #ask(guard: string): Promise<boolean> {
    const method = this.#context && memberOf(this.#context, guard)
    if (typeof method !== 'function') return false
    return (await castTo<() => unknown>(method).call(this.#context)) === true
  }
}
