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

/** The result of a guard: whether it passes, or the error that it threw. */
type Verdict = { readonly passes: boolean } | { readonly error: unknown }

/** The guards that some code has asked, and their answers. Code has the same result for equal answers. */
export type GuardAnswers = ReadonlyMap<string, boolean>

/** Thrown inside of `withAnswers` by code that needs an answer which is still a promise. */
class PendingAnswer {
  readonly guards: readonly string[]

  constructor(guards: readonly string[]) {
    this.guards = guards
  }
}

/**
 * The answers of one request's guards (rules 3.2, 7.3, 14.12). Each guard is asked once. Only `true` passes; without
 * the method or the context, a guard refuses.
 */
export class Guards {
  /** The object that has the guards as methods. */
  readonly context: object | undefined
  /** Receives each rule that is met; undefined if nobody listens. */
  readonly explain: Explain | undefined
  readonly #policies: boolean
  readonly #verdicts = new Map<string, Promise<boolean>>()
  readonly #settled = new Map<string, Verdict>()
  #recording: Map<string, boolean> | undefined

  /** @param policies false inside of `withoutPolicies`: every guard passes */
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
   * Whether the guard of an action passes for this request. An error of the guard is the answer (rule 14.17); an error
   * for the client is a denial too.
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
   * Whether the guard of an attribute, a relationship or a filter passes. An error for the client, such as
   * Unauthorized, counts as a refusal, because returning it would reveal that the name exists.
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

  /** Like `readable`, inside of `withAnswers`. */
  shows(owner: CompiledResource, attribute: AttributeConfig): boolean {
    const rules = (): readonly Rule[] => readersWithPlaces(owner, attribute)
    const isShown = readersOfAttribute(owner, attribute).every((guard) => this.allows(guard, rules))
    if (this.explain) this.#tell(readersWithPlaces(owner, attribute))
    return isShown
  }

  /** Whether a rule passes for this request, inside of `withAnswers`. */
  meets(rule: Rule): boolean {
    const passes = this.allows(rule.guard, () => [rule])
    if (this.explain) this.#tell([rule])
    return passes
  }

  /** The rules that have refused this request: guards that were asked and did not pass. */
  refusals(rules: readonly Rule[]): readonly Denial[] {
    const found = new Map<string, Denial>()
    for (const { guard, resource, place } of rules) {
      const isAsked = typeof guard === 'string' && this.#settled.has(guard)
      if (!isAsked || this.#hasPassed(guard, () => rules)) continue
      const rule = `${place}: ${guard}`
      found.set(`${resource} ${rule}`, { rule, resource, context: this.context })
    }
    return [...found.values()]
  }

  /**
   * Runs code that needs the answers of guards synchronously, by `allows` and `needs`. If all answers are known,
   * nothing is awaited. Otherwise the code runs again after each awaited answer, so it must have no effects.
   */
  withAnswers<Result>(run: () => Result): Awaitable<Result> {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof PendingAnswer)) throw error
      return this.settle(error.guards).then(() => this.withAnswers(run))
    }
  }

  /**
   * Whether a guard passes for this request, inside of `withAnswers`.
   *
   * @param rules the places of the guard in the schema, for the error of a guard that throws
   */
  allows(guard: Guard | undefined, rules: () => readonly Rule[]): boolean {
    if (guard === undefined) return true
    if (typeof guard === 'boolean') return guard
    if (this.#policies && !this.#settled.has(guard)) throw new PendingAnswer([guard])
    return this.#hasPassed(guard, rules)
  }

  /** Runs code and records the guards that it asks: requests with the same answers may share the result. */
  recorded<Result>(run: () => Result): { readonly result: Result; readonly answers: GuardAnswers } {
    const answers = new Map<string, boolean>()
    this.#recording = answers
    try {
      return { result: run(), answers }
    } finally {
      this.#recording = undefined
    }
  }

  /** Whether the decided guards of this request have the same answers. */
  settledAlike(answers: GuardAnswers): boolean {
    for (const [guard, said] of answers) if (this.#answer(guard) !== said) return false
    return true
  }

  /** Whether this request gives the same answers, inside of `withAnswers`. Asks only guards that the code would ask. */
  answersAlike(answers: GuardAnswers): boolean {
    for (const [guard, said] of answers) {
      if (this.#policies && !this.#settled.has(guard)) throw new PendingAnswer([guard])
      if (this.#answer(guard) !== said) return false
    }
    return true
  }

  /** Asks several guards at once, inside of `withAnswers`. */
  needs(guards: Iterable<Guard | undefined>): void {
    if (!this.#policies) return
    const unasked: string[] = []
    for (const guard of guards) {
      if (typeof guard === 'string' && !this.#settled.has(guard)) unasked.push(guard)
    }
    if (unasked.length > 0) throw new PendingAnswer(unasked)
  }

  /** Whether a viewer may sort by the attribute. The viewer must see it too, because the order reveals its values. */
  sortable(owner: CompiledResource, attribute: AttributeConfig): boolean {
    return this.shows(owner, attribute) && this.meets(ruleOfAttribute(owner, attribute, 'sortable'))
  }

  /**
   * Decides guards beforehand, for code that needs their answers synchronously. The error of a guard is thrown when its
   * answer is used.
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

  /** Whether a relationship exists for the viewer. Its guards must be decided; an undecided guard hides it. */
  sees(owner: CompiledResource, sideload: Pick<SideloadConfig, 'name'>): boolean {
    const rules = (): readonly Rule[] => linkRules(owner, sideload, 'readable')
    if (this.explain) this.#tell(rules())
    return guardsOfRelationship(owner, sideload).readable.every((guard) => this.#hasPassed(guard, rules))
  }

  /** Whether an attribute exists for the viewer. Its guards must be decided; an undecided guard hides it. */
  seesAttribute(owner: CompiledResource, attribute: AttributeConfig): boolean {
    const rules = (): readonly Rule[] => readersWithPlaces(owner, attribute)
    return readersOfAttribute(owner, attribute).every((guard) => this.#hasPassed(guard, rules))
  }

  /** Whether this request may write a relationship, which need not be readable. */
  writes(owner: CompiledResource, sideload: SideloadConfig): boolean {
    const { readable, writable } = guardsOfRelationship(owner, sideload)
    const rules = (): readonly Rule[] => [
      ...linkRules(owner, sideload, 'readable'),
      ...linkRules(owner, sideload, 'writable'),
    ]
    if (this.explain) this.#tell(rules())
    return (
      readable.every((guard) => guard === false || this.#hasPassed(guard, rules)) &&
      writable.every((guard) => this.#hasPassed(guard, rules))
    )
  }

  #hasPassed(guard: Guard, rules: () => readonly Rule[]): boolean {
    if (typeof guard === 'boolean') return guard
    const verdict = this.#settled.get(guard)
    if (this.#policies && verdict && 'error' in verdict) {
      const rule = rules().find((each) => each.guard === guard)
      throw rule ? this.#failed(rule, verdict.error) : verdict.error
    }
    return this.#answer(guard) === true
  }

  /** The answer of a guard: false if it was not asked, undefined if it threw. */
  #answer(guard: string): boolean | undefined {
    const verdict = this.#settled.get(guard) ?? { passes: false }
    const passes = !this.#policies || ('passes' in verdict ? verdict.passes : undefined)
    if (passes !== undefined) this.#recording?.set(guard, passes)
    return passes
  }

  /** The error of a guard that is not a refusal, with the guard's place in the schema. */
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
        this.#hasPassed(guard, () => [rule]),
      )
    }
  }

  async #ask(guard: string): Promise<boolean> {
    const method = this.context && memberOf(this.context, guard)
    if (typeof method !== 'function') return false
    return (await castTo<() => unknown>(method).call(this.context)) === true
  }
}

/** Whether the error of a guard is a refusal: an error for the client, such as Unauthorized (rule 14.17). */
const isRefusal = (error: unknown): error is JsonapiError =>
  error instanceof JsonapiError && error.status < 500
