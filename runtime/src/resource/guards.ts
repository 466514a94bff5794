import { memberOf, castTo } from '../cast.js'
import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'

/** What a guard has said: whether it lets through, or what it threw. */
type Verdict = { readonly passes: boolean } | { readonly error: unknown }

/**
 * What the guards of one request have decided (rules 3.2, 7.3, 14.12). Each is asked once; only `true` lets anything through:
 * a missing method or a missing context does not.
 */
export class Guards {
  /** The object whose methods they are. */
  readonly context: object | undefined
  readonly #policies: boolean
  readonly #verdicts = new Map<string, Promise<boolean>>()
  readonly #settled = new Map<string, Verdict>()

  /** @param policies false where nothing is guarded: what runs by `withoutPolicies` */
  constructor(context: object | undefined, policies: boolean) {
    this.context = context
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

  /**
   * Asks guards beforehand, for code that has to know their answers at once. What one throws is thrown when it
   * matters.
   */
  async settle(guards: Iterable<string>): Promise<void> {
    for (const guard of guards) {
      if (this.#settled.has(guard)) continue
      try {
        this.#settled.set(guard, { passes: await this.passes(guard) })
      } catch (error) {
        this.#settled.set(guard, { error })
      }
    }
  }

  /** Whether a relationship exists for a reader of this request. Its guard must be settled; one that is not lets nobody see it. */
  sees({ readable }: SideloadConfig): boolean {
    return this.#saidYes(readable)
  }

  /** Whether this request may write a relationship: one that is never read can be written. */
  writes({ readable, writable }: SideloadConfig): boolean {
    return (readable === false || this.#saidYes(readable)) && this.#saidYes(writable)
  }

  #saidYes(guard: Guard): boolean {
    if (typeof guard === 'boolean') return guard
    if (!this.#policies) return true
    const verdict = this.#settled.get(guard)
    if (verdict && 'error' in verdict) throw verdict.error
    return verdict?.passes ?? false
  }

  async #ask(guard: string): Promise<boolean> {
    const method = this.context && memberOf(this.context, guard)
    if (typeof method !== 'function') return false
    return (await castTo<() => unknown>(method).call(this.context)) === true
  }
}
