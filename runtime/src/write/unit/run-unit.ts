import { ValidationError } from '../../error/validation-error.js'
import type { CompiledResource } from '../../resource/compile.js'
import { currentFrame, currentRequest, type Queued, type Unit, type UnitMode } from '../../resource/frame.js'
import { Repeat } from './repeat.js'
import { withRetries } from './retry.js'
import { openUnit } from './transaction.js'

/**
 * The parts of a unit, which one attempt writes in one transaction or not at all (rule 11.5): a write, operations, or
 * an action.
 */
export interface UnitParts<Value> {
  /** Runs a block in a transaction: `Resource.transaction`, which an application may override. */
  readonly open: (block: () => Promise<Value>) => Promise<Value | undefined>
  /** Writes the parts, and calls `end` of the attempt. */
  readonly perform: () => Promise<Value>
  /** The meaning of an error before the commit or of the commit. A ValidationError becomes the refusal of the unit. */
  readonly meaningOf: (error: unknown) => unknown
}

/** The end of a unit. */
export interface EndedUnit<Value, Parts> {
  readonly value: Value | undefined
  /** The parts of the last attempt. */
  readonly parts: Parts
  /** Whether it is written, as far as that is known in a transaction of the caller. */
  readonly isWritten: boolean
  /** Why nothing is written, if the application or the store has said so. */
  readonly refusal: ValidationError | undefined
}

/**
 * Runs a unit in the store of a resource until others are no longer in the way. If the store refuses several records
 * together, the attempt is repeated once in single steps.
 *
 * Throws the meaning of an error before the commit, and the error of a hook that fails after it: the unit stays.
 */
export async function runUnit<Value, Parts extends UnitParts<Value>>(
  resource: CompiledResource,
  begin: (attempt: Attempt) => Parts & UnitParts<Value>,
): Promise<EndedUnit<Value, Parts>> {
  const outer = openUnit(resource)
  const action = outer?.unit?.action
  const isPart = outer?.unit !== undefined && !action
  const earlier = outer?.unit?.failure
  const run = async (mode: UnitMode): Promise<EndedAttempt<Value, Parts>> => {
    const attempt = new Attempt(mode, outer?.unit)
    try {
      return await runOnce(attempt, begin(attempt), resource)
    } catch (error) {
      const isOwn = error instanceof Repeat && !action
      if (isOwn && error.reason === 'refusedTogether') return run({ ...mode, inBatches: false })
      if (isOwn && error.reason === 'notSerializable') return run({ ...mode, isSerializable: true })
      throw error
    }
  }
  const { attempt, parts, value } = await withRetries(resource, () =>
    run({ inBatches: action?.inBatches ?? !outer, isSerializable: false }),
  )
  const { done, budget } = currentRequest()
  // In its own transaction, the application may change more before it responds.
  if (isPart) done.calls++
  if (attempt.failure) {
    budget.deadline.afterCommit.add(attempt.failure.error)
    throw attempt.failure.error
  }
  for (const hook of attempt.late) await hook()
  // An override of `transaction` may refuse after its block: then the caller's transaction can only roll back.
  const stands = outer?.unit !== undefined && outer.unit.failure === earlier && attempt.state !== 'open'
  const isWritten = attempt.state === 'committed' || stands
  return { value, parts, isWritten, refusal: attempt.refusal }
}

interface EndedAttempt<Value, Parts> {
  readonly attempt: Attempt
  readonly parts: Parts
  readonly value: Value | undefined
}

async function runOnce<Value, Parts extends UnitParts<Value>>(
  attempt: Attempt,
  parts: Parts & UnitParts<Value>,
  resource: CompiledResource,
): Promise<EndedAttempt<Value, Parts>> {
  // Others may have written since the last attempt, and hooks and responses see what this attempt has written.
  currentRequest().forgetBaseScopes()
  try {
    const value = await parts.open(() => attempt.run(() => parts.perform()))
    openUnit(resource)?.unit?.action?.refusals.push((error) => parts.meaningOf(error))
    return { attempt, parts, value }
  } catch (error) {
    if (attempt.state === 'committed') {
      attempt.failure = { error }
      return { attempt, parts, value: undefined }
    }
    const meaning = parts.meaningOf(error)
    if (!(meaning instanceof ValidationError)) throw meaning
    attempt.refusal = meaning
    return { attempt, parts, value: undefined }
  }
}

/** The work at the end of a unit's transaction. */
export interface UnitEnd {
  /** Hooks that run before the commit, and checks. */
  readonly beforeCommit?: readonly Queued[]
  /**
   * Reads the response, once these hooks have run. In the caller's transaction, which ends later, it runs immediately.
   */
  readonly answer?: Queued
  readonly committed?: () => void
  readonly afterCommit?: readonly Queued[]
}

/**
 * One attempt at a unit: `open`, `ended` once its parts are written, `complete` if only the commit is left, and
 * `committed` once it is durable.
 */
export class Attempt {
  state: 'open' | 'ended' | 'complete' | 'committed' = 'open'
  refusal: ValidationError | undefined
  /** The failure after the commit, if any. */
  failure: { readonly error: unknown } | undefined
  readonly mode: UnitMode
  /** The unit in which the attempt began; without an open transaction of its own, its parts belong to that one. */
  readonly #outer: Unit | undefined
  /** The hooks that run once the caller continues, if the transaction has no queue. */
  readonly late: Queued[] = []

  constructor(mode: UnitMode, outer: Unit | undefined) {
    this.mode = mode
    this.#outer = outer
  }

  /** Runs the block. An override of `transaction` may run it again: of an earlier run, only a commit still counts. */
  run<Result>(block: () => Promise<Result>): Promise<Result> {
    this.#reach('open')
    this.refusal = undefined
    return this.#noting(block)
  }

  /** Queues what happens at the end of the transaction, for which the parts are written now. */
  async end({ beforeCommit = [], answer, committed, afterCommit = [] }: UnitEnd): Promise<void> {
    const complete = (): void => this.#reach('complete')
    const commit = (): void => {
      this.state = 'committed'
      committed?.()
    }
    this.#reach('ended')
    const { unit } = currentFrame()
    const last = [...beforeCommit, ...(answer ? [answer] : []), complete]
    // A transaction that the application opened without the runtime has no queue: the hooks run now.
    if (!unit) {
      for (const hook of last) await hook()
      this.late.push(commit, ...afterCommit)
      return
    }
    if (unit === this.#outer) {
      unit.beforeCommit.push(...beforeCommit, complete)
      await answer?.()
    } else {
      const hooks = [...unit.beforeCommit.splice(0), ...last]
      unit.beforeCommit.push(...hooks.map((hook) => () => this.#noting(async () => hook())))
    }
    unit.committed.push(commit)
    unit.afterCommit.push(...afterCommit)
  }

  /** Runs a block, and notes a ValidationError: the transaction ends without throwing it. */
  async #noting<Result>(block: () => Promise<Result>): Promise<Result> {
    try {
      return await block()
    } catch (error) {
      if (this.state === 'committed') this.failure ??= { error }
      else if (error instanceof ValidationError) this.refusal ??= error
      throw error
    }
  }

  #reach(state: 'open' | 'ended' | 'complete'): void {
    if (this.state !== 'committed') this.state = state
  }
}
