import { memberOf, castTo } from '../base/cast.js'
import type { AttributeConfig } from '../declare/config.js'
import type { Awaitable } from '../declare/declaration-types.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import type { CompiledResource } from './compile.js'
import { type Denial, withDenials } from '../error/denial.js'
import { thrownBy } from '../error/failed-rule.js'
import {
  guardsOfRelationship,
  linkRules,
  readersOfAttribute,
  readersWithPlaces,
  type Rule,
  ruleOfAttribute,
} from './link-guards.js'
import type { Explain } from './explain.js'

/** What a guard has said: whether it lets through, or what it threw. */
type Verdict = { readonly passes: boolean } | { readonly error: unknown }

/** Guards that some code has asked, each with whether it let through: with the same answers the code comes to the same. */
export type GuardAnswers = ReadonlyMap<string, boolean>

/** Thrown by code that `decided` runs, where it needs at once what has to be waited for. */
export class Undecided {
  readonly settle: () => Promise<void>

  constructor(settle: () => Promise<void>) {
    this.settle = settle
  }
}

/**
 * What the guards of one request have decided (rules 3.2, 7.3, 14.12). Each is asked once; only `true` lets anything through:
 * a missing method or a missing context does not.
 */
export class Guards {
  /** The object whose methods they are. */
  readonly context: object | undefined
  /** What is told of each rule that is met; undefined where nobody wants to know. */
  readonly explain: Explain | undefined
  readonly #policies: boolean
  readonly #verdicts = new Map<string, Promise<boolean>>()
  readonly #settled = new Map<string, Verdict>()
  #recording: Map<string, boolean> | undefined

  /** @param policies false where nothing is guarded: what runs by `withoutPolicies` */
  constructor(context: object | undefined, policies: boolean, explain?: Explain) {
    this.context = context
    this.explain = policies ? explain : undefined
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

  /**
   * Whether the guard of an action passes for this request. What it throws is the answer (rule 14.17), and a denial if it is an
   * error for the client.
   */
  permits(rule: Rule): boolean | Promise<boolean> {
    const asked = this.passes(rule.guard)
    if (typeof asked === 'boolean') return asked
    const name = `${rule.place}: ${rule.guard}`
    const tell = (passes: boolean): void => this.explain?.guard(`${rule.resource}.${name}`, passes)
    return asked.then(
      (passes) => {
        tell(passes)
        return passes
      },
      (error: unknown) => {
        if (!isRefusal(error)) throw this.#failed(rule, error)
        tell(false)
        throw withDenials(error, [{ rule: name, resource: rule.resource, context: this.context }])
      },
    )
  }

  /**
   * Whether a guard of a name passes: of an attribute, a relationship or a filter. One that throws an
   * error for the client, as Unauthorized, has refused: the error would tell that there is such a name.
   */
  async admits(guard: Guard | undefined): Promise<boolean> {
    try {
      return await this.passes(guard)
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }

  /** Whether the attribute exists for a reader of this request. */
  async readable(owner: CompiledResource, attribute: AttributeConfig): Promise<boolean> {
    for (const rule of readersWithPlaces(owner, attribute)) {
      const admitted = this.admits(rule.guard).catch((error: unknown) => {
        throw this.#failed(rule, error)
      })
      if (!(await admitted)) return false
    }
    return true
  }

  /** The same, in code that `decided` runs. */
  shows(owner: CompiledResource, attribute: AttributeConfig): boolean {
    const rules = (): readonly Rule[] => readersWithPlaces(owner, attribute)
    const isShown = readersOfAttribute(owner, attribute).every((guard) => this.allows(guard, rules))
    if (this.explain) this.#tell(readersWithPlaces(owner, attribute))
    return isShown
  }

  /** Whether a rule lets this request through, in code that `decided` runs. */
  meets(rule: Rule): boolean {
    const passes = this.allows(rule.guard, () => [rule])
    if (this.explain) this.#tell([rule])
    return passes
  }

  /** What of these rules has refused this request: guards that were asked, and have not passed. */
  refusals(rules: readonly Rule[]): readonly Denial[] {
    const found = new Map<string, Denial>()
    for (const { guard, resource, place } of rules) {
      const isAsked = typeof guard === 'string' && this.#settled.has(guard)
      if (!isAsked || this.#saidYes(guard, () => rules)) continue
      const rule = `${place}: ${guard}`
      found.set(`${resource} ${rule}`, { rule, resource, context: this.context })
    }
    return [...found.values()]
  }

  /**
   * What code comes to that needs the answers of guards at once, by `allows` and `needs`. Without such guards nothing is
   * awaited. Otherwise the code begins anew with each answer that it has waited for, so it must have no effects.
   */
  decided<Result>(run: () => Result): Awaitable<Result> {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      return error.settle().then(() => this.decided(run))
    }
  }

  /**
   * Whether a guard passes for this request, in code that `decided` runs.
   *
   * @param rules where it stands, for the error of a guard that has thrown one
   */
  allows(guard: Guard | undefined, rules: () => readonly Rule[]): boolean {
    if (guard === undefined) return true
    if (typeof guard === 'boolean') return guard
    if (this.#policies && !this.#settled.has(guard)) throw new Undecided(() => this.settle([guard]))
    return this.#saidYes(guard, rules)
  }

  /** Runs code, and notes what it has asked: whoever gives the same answers may have the same result. */
  recorded<Result>(run: () => Result): { readonly result: Result; readonly answers: GuardAnswers } {
    const answers = new Map<string, boolean>()
    this.#recording = answers
    try {
      return { result: run(), answers }
    } finally {
      this.#recording = undefined
    }
  }

  /** Whether this request has settled on the same answers. */
  settledAlike(answers: GuardAnswers): boolean {
    for (const [guard, said] of answers) if (this.#answer(guard) !== said) return false
    return true
  }

  /** Whether this request gives the same answers, in code that `decided` runs. It asks no guard that the code would not ask. */
  answersAlike(answers: GuardAnswers): boolean {
    for (const [guard, said] of answers) {
      if (this.#policies && !this.#settled.has(guard)) throw new Undecided(() => this.settle([guard]))
      if (this.#answer(guard) !== said) return false
    }
    return true
  }

  /** Lets guards be asked in one go whose answers are all needed, in code that `decided` runs. */
  needs(guards: Iterable<Guard | undefined>): void {
    if (!this.#policies) return
    const unasked: string[] = []
    for (const guard of guards) {
      if (typeof guard === 'string' && !this.#settled.has(guard)) unasked.push(guard)
    }
    if (unasked.length > 0) throw new Undecided(() => this.settle(unasked))
  }

  /** Whether a reader of this request may sort by the attribute: he must see it too, or the order would tell it. */
  sortable(owner: CompiledResource, attribute: AttributeConfig): boolean {
    return this.shows(owner, attribute) && this.meets(ruleOfAttribute(owner, attribute, 'sortable'))
  }

  /**
   * Asks guards beforehand, for code that has to know their answers at once. What one throws is thrown when it
   * matters.
   */
  async settle(guards: Iterable<string>): Promise<void> {
    for (const guard of guards) {
      if (this.#settled.has(guard)) continue
      try {
        this.#settled.set(guard, { passes: await this.admits(guard) })
      } catch (error) {
        this.#settled.set(guard, { error })
      }
    }
  }

  /** Whether a relationship exists for a reader of this request. Its guards must be settled; one that is not lets nobody see it. */
  sees(owner: CompiledResource, sideload: SideloadConfig): boolean {
    const rules = (): readonly Rule[] => linkRules({ owner, sideload }, 'readable')
    if (this.explain) this.#tell(rules())
    return guardsOfRelationship(owner, sideload).readable.every((guard) => this.#saidYes(guard, rules))
  }

  /** Whether an attribute exists for a reader of this request. Its guards must be settled; one that is not lets nobody see it. */
  seesAttribute(owner: CompiledResource, attribute: AttributeConfig): boolean {
    const rules = (): readonly Rule[] => readersWithPlaces(owner, attribute)
    return readersOfAttribute(owner, attribute).every((guard) => this.#saidYes(guard, rules))
  }

  /** Whether this request may write a relationship: one that is never read can be written. */
  writes(owner: CompiledResource, sideload: SideloadConfig): boolean {
    const { readable, writable } = guardsOfRelationship(owner, sideload)
    const rules = (): readonly Rule[] => [
      ...linkRules({ owner, sideload }, 'readable'),
      ...linkRules({ owner, sideload }, 'writable'),
    ]
    if (this.explain) this.#tell(rules())
    return (
      readable.every((guard) => guard === false || this.#saidYes(guard, rules)) &&
      writable.every((guard) => this.#saidYes(guard, rules))
    )
  }

  #saidYes(guard: Guard, rules: () => readonly Rule[]): boolean {
    if (typeof guard === 'boolean') return guard
    const verdict = this.#settled.get(guard)
    if (this.#policies && verdict && 'error' in verdict) {
      const rule = rules().find((each) => each.guard === guard)
      throw rule ? this.#failed(rule, verdict.error) : verdict.error
    }
    return this.#answer(guard) === true
  }

  /** What a guard has answered: no, where it was not asked; nothing, where it has thrown. */
  #answer(guard: string): boolean | undefined {
    const verdict = this.#settled.get(guard) ?? { passes: false }
    const passes = !this.#policies || ('passes' in verdict ? verdict.passes : undefined)
    if (passes !== undefined) this.#recording?.set(guard, passes)
    return passes
  }

  /** What a guard has thrown that is no refusal, with where the guard stands. */
  #failed({ guard, resource, place }: Rule, error: unknown): unknown {
    this.explain?.guardFailed(`${resource}.${place}: ${guard}`, error)
    return thrownBy(`The guard "${guard}" of ${resource}.${place}`, error)
  }

  #tell(rules: readonly Rule[]): void {
    for (const { guard, resource, place } of rules) {
      if (typeof guard !== 'string' || !this.#settled.has(guard)) continue
      const rule = { guard, resource, place }
      this.explain?.guard(
        `${resource}.${place}: ${guard}`,
        this.#saidYes(guard, () => [rule]),
      )
    }
  }

  async #ask(guard: string): Promise<boolean> {
    const method = this.context && memberOf(this.context, guard)
    if (typeof method !== 'function') return false
    return (await castTo<() => unknown>(method).call(this.context)) === true
  }
}

/** Whether what a guard has thrown refuses: an error for the client, as Unauthorized (rule 14.17). */
const isRefusal = (error: unknown): error is JsonapiError =>
  error instanceof JsonapiError && error.status < 500
