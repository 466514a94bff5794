import { memberOf, castTo } from '../base/cast.js'
import type { Guard } from '../declare/handler.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { denied } from '../error/denial.js'
import type { Forbidden } from '../error/errors.js'
import { type Denial, thrownBy, withNotes } from '../error/notes.js'
import type { Explain } from './explain.js'

/** A guard, with its place in the schema: `sideloads.tasks.readable` of `projects`. */
export interface Rule {
  readonly guard: Guard
  readonly resource: string
  readonly place: string
}

/** The result of a guard: whether it passes, or the error that it threw. */
type Verdict = { readonly passes: boolean } | { readonly error: unknown }

/**
 * The results of one request's guards (rules 3.2, 7.3, 14.12). Each guard is called once. Only `true` passes; without
 * the method or the context, a guard refuses.
 */
export class Guards {
  /** The object that has the guards as methods. */
  readonly context: object | undefined
  /** Receives each rule that is met; undefined if nobody listens. */
  readonly explain: Explain | undefined
  /** The plans that the request already has. They do not change, whatever else it sees in the meantime. */
  readonly plans: Set<object> = new Set()
  readonly #policies: boolean
  readonly #verdicts = new Map<string, Promise<boolean>>()
  readonly #settled = new Map<string, Verdict>()

  /** @param policies false inside `withoutPolicies`: every guard passes */
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
   * The error for an action that its guard refuses; undefined if the guard passes. An error of the guard is thrown (rule
   * 14.17); an error for the client is a denial too.
   */
  async refusal(rule: Rule, detail: string, pointer?: string): Promise<Forbidden | undefined> {
    const { guard, resource, place } = rule
    if (typeof guard === 'boolean') return guard ? undefined : this.#denied(rule, detail, pointer)
    const tell = (passes: boolean): void => this.explain?.guard(`${resource}.${place}: ${guard}`, passes)
    try {
      const passes = await this.passes(guard)
      tell(passes)
      return passes ? undefined : this.#denied(rule, detail, pointer)
    } catch (error) {
      if (!isRefusal(error)) throw this.#failed(rule, error)
      tell(false)
      throw withNotes(error, { denials: [this.#denialOf(rule)] })
    }
  }

  /**
   * Asks the guards of rules that will be looked up, one list after another. Of a list, nothing is asked after a refusal.
   * It stops at the error of a guard. The lookup of that rule throws the error.
   *
   * @returns the guards that were asked, in order, and whether each passes; undefined if one failed
   */
  async ask(wanted: Asking<void>): Promise<GuardAnswers | undefined> {
    const answers = new Map<string, boolean>()
    for (let next = wanted.next(false); !next.done;) {
      let passes = true
      for (const { guard } of next.value) {
        const isUnasked = typeof guard === 'string' && this.#policies && !this.#settled.has(guard)
        if (isUnasked) await this.settle([guard])
        const answer = typeof guard === 'string' ? this.#answer(guard) : guard
        if (answer === undefined) return undefined
        if (typeof guard === 'string') answers.set(guard, answer)
        passes = answer
        if (!passes) break
      }
      next = wanted.next(passes)
    }
    return answers
  }

  /**
   * Whether the guards that another request has asked have the same results for this one. They are asked in the same
   * order, and none after the first that differs, so nothing is asked that this request would not ask itself.
   */
  async agrees(answers: GuardAnswers): Promise<boolean> {
    for (const [guard, passes] of answers) {
      if (this.#policies && !this.#settled.has(guard)) await this.settle([guard])
      if (this.#answer(guard) !== passes) return false
    }
    return true
  }

  /** The guards in a list that have passed; undefined if one has thrown, or if `explain` receives the rules. */
  passing(guards: readonly string[]): ReadonlySet<string> | undefined {
    if (this.explain) return undefined
    const passing = new Set<string>()
    for (const guard of guards) {
      const answer = this.#answer(guard)
      if (answer === undefined) return undefined
      if (answer) passing.add(guard)
    }
    return passing
  }

  /** Whether the request passes rules whose guards were asked; one that was not asked refuses. */
  meets(rules: readonly Rule[]): boolean {
    if (this.explain) this.#tell(rules)
    return rules.every((rule) => this.#hasPassed(rule))
  }

  /** The error for an unknown name; for the application's log, with those rules that have refused this request (rule 14.13). */
  unknown<Fault extends object>(fault: Fault, rules: readonly Rule[]): Fault {
    const found = new Map<string, Denial>()
    for (const { guard, resource, place } of rules) {
      const isAsked = typeof guard === 'string' && this.#settled.has(guard)
      if (!isAsked || this.#hasPassed({ guard, resource, place })) continue
      const denial = this.#denialOf({ guard, resource, place })
      found.set(`${resource} ${denial.rule}`, denial)
    }
    return found.size > 0 ? withNotes(fault, { denials: [...found.values()] }) : fault
  }

  /**
   * Asks guards of names. An error for the client, such as Unauthorized, is a refusal, because returning it would
   * reveal that the name exists. Any other error is thrown when the result is used.
   */
  async settle(guards: Iterable<string>): Promise<void> {
    for (const guard of guards) {
      if (this.#settled.has(guard)) continue
      try {
        this.#settled.set(guard, { passes: await this.passes(guard) })
      } catch (error) {
        this.#settled.set(guard, isRefusal(error) ? { passes: false } : { error })
      }
    }
  }

  #denied(rule: Rule, detail: string, pointer: string | undefined): Forbidden {
    return denied(this.#denialOf(rule), detail, pointer)
  }

  #denialOf({ guard, resource, place }: Rule): Denial {
    return { rule: `${place}: ${guard}`, resource, context: this.context }
  }

  #hasPassed(rule: Rule): boolean {
    const { guard } = rule
    if (typeof guard === 'boolean') return guard
    const verdict = this.#settled.get(guard)
    if (this.#policies && verdict && 'error' in verdict) throw this.#failed(rule, verdict.error)
    return this.#answer(guard) === true
  }

  /** The result of a guard: false if it was not called, undefined if it threw. */
  #answer(guard: string): boolean | undefined {
    const verdict = this.#settled.get(guard) ?? { passes: false }
    return !this.#policies || ('passes' in verdict ? verdict.passes : undefined)
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
      this.explain?.guard(`${resource}.${place}: ${guard}`, this.#hasPassed(rule))
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

/** The guards that a request has asked, in order, and whether each passes. */
export type GuardAnswers = ReadonlyMap<string, boolean>

/** Code that says which rules it will look up, a list at a time, and gets whether each list passes. */
export type Asking<Result> = Generator<readonly Rule[], Result, boolean>
