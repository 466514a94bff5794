import type { CompiledResource } from '../../resource/compile.js'
import { refusalOf } from '../../adapter/refusal.js'
import { isInTransaction, withTransaction } from '../../adapter/transaction/current-transaction.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { TransactionNeeds } from '../../adapter/transaction/transaction-needs.js'
import {
  type ActionInUnit,
  currentFrame,
  currentRequest,
  newRequest,
  type Queued,
  type Unit,
  withRequest,
  withUnit,
} from '../../resource/frame.js'
import { InvalidParameter, ServiceUnavailable } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { Repeat } from './repeat.js'

/**
 * Runs a block in one transaction, as `Resource.transaction` says (rule 11.7). If it is unknown whether a failed commit
 * took effect, throws ServiceUnavailable with `meta.written: "unknown"`. Hooks that wait for the commit run once it is
 * durable. If the block would roll back alone inside another transaction, that one can only roll back too.
 */
export function runTransaction<Result>(
  resource: CompiledResource,
  block: () => Promise<Result>,
  needs: TransactionNeeds = {},
): Promise<Result | undefined> {
  const outer = openUnit(resource)?.unit
  if (outer?.action) return takeTurn(outer, outer.action, resource, block, needs)
  return outer ? takePart(outer, block) : openTransaction(resource, block, needs)
}

/** The open transaction of a resource's store. It has no unit if the application opened it without the runtime. */
export interface OpenUnit {
  readonly unit: Unit | undefined
}

/** Whether a transaction of a resource's store is open, and whose it is. */
export function openUnit({
  adapter,
  facts,
}: Pick<CompiledResource, 'adapter' | 'facts'>): OpenUnit | undefined {
  const { unit } = currentFrame()
  if (unit?.adapter === adapter()) return { unit }
  return isInTransaction(facts().store) ? { unit } : undefined
}

/** Runs a write inside the transaction of a whole action. */
function takeTurn<Result>(
  outer: Unit,
  { isSerializable }: ActionInUnit,
  resource: CompiledResource,
  block: () => Promise<Result>,
  needs: TransactionNeeds,
): Promise<Result | undefined> {
  const unit: Unit = { ...outer, beforeCommit: [], failure: undefined, action: undefined }
  return takePart(outer, async () => {
    if (needs.serializable === true && !isSerializable) throw new Repeat('notSerializable')
    return withUnit(unit, async () => {
      const value = await block()
      await completed(unit, resource.adapter())
      return value
    })
  })
}

async function takePart<Result>(outer: Unit, block: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await block()
  } catch (error) {
    outer.failure ??= { error }
    if (error instanceof ValidationError) return undefined
    throw error
  }
}

/**
 * Runs a block in a new transaction. Each write of an action inside runs its `beforeCommit` at its own end (rule 30.4).
 *
 * Throws what the block throws; Repeat, if a write inside needs more than the action's mode says.
 */
export async function openTransaction<Result>(
  resource: CompiledResource,
  block: () => Promise<Result>,
  needs: TransactionNeeds,
  action?: ActionInUnit,
): Promise<Result | undefined> {
  if (currentFrame().unit?.excludesOthers) throw otherStore()
  const adapter = resource.adapter()
  const { store, can } = resource.facts()
  const unit: Unit = {
    adapter,
    beforeCommit: [],
    committed: [],
    afterCommit: [],
    failure: undefined,
    action,
    excludesOthers: action !== undefined,
  }
  let value: Result | undefined
  let isDone = false
  const run = async (): Promise<void> => {
    value = await block()
    await completed(unit, adapter)
    // The step of a one-step write was its own commit.
    if (!needs.isOneStep || isInTransaction(store)) deadline.commits()
    isDone = true
  }
  const { deadline } = currentRequest().budget
  try {
    deadline.check()
    await adapter.transaction(
      () => withUnit(unit, can.rollBack && !needs.isOneStep ? () => inOne(store, run) : run),
      needs,
    )
    deadline.committed(true)
  } catch (error) {
    deadline.committed(false)
    if (error instanceof ValidationError) return value
    throw isDone ? commitError(adapter, error) : error
  }
  for (const note of unit.committed) note()
  // A commit has its consequences, even if the client has disconnected.
  const { afterCommit } = unit
  if (afterCommit.length > 0) await withRequest(newRequest(), () => runAll(afterCommit))
  return value
}

/** Runs what waits for the end of a transaction. Throws if something inside has failed. */
async function completed(unit: Unit, adapter: Adapter): Promise<void> {
  for (const last of unit.beforeCommit) await last()
  if (unit.failure) throw failureOf(adapter, unit.failure.error)
}

/** The error for a second transaction in a request that may have only one (rule 30.6). */
export const otherStore = (): InvalidParameter =>
  new InvalidParameter({
    detail:
      'With an "Idempotency-Key", a request can write only to a single store, which must support rollback.',
    source: { header: 'Idempotency-Key' },
  })

/** Runs a block in a transaction of a store; the adapter may announce the transaction itself. */
const inOne = (store: object, block: () => Promise<void>): Promise<void> =>
  isInTransaction(store) ? block() : withTransaction(store, undefined, block)

/** The error of a transaction in which an error was caught: no part of it can be undone alone. */
function failureOf(adapter: Adapter, error: unknown): unknown {
  if (error instanceof JsonapiError || refusalOf(adapter, error)) return error
  const message = 'A nested transaction failed and its error was caught, so nothing was written.'
  return new Error(message, { cause: error })
}

/** The meaning of a failed commit: a refusal of the store, or an unknown outcome (rule 14.6). */
function commitError(adapter: Adapter, error: unknown): unknown {
  const fault = adapter.faultOf(error)
  const isOpen = fault.kind === 'unavailable' || fault.kind === 'none'
  if (!isOpen || fault.isRolledBack === true || error instanceof JsonapiError) return error
  return unknownOutcome(error)
}

/** The error for a commit, or a step that is its own commit, whose outcome is unknown (rule 14.6). */
export const unknownOutcome = (cause: unknown): ServiceUnavailable =>
  new ServiceUnavailable({
    detail: 'The connection was lost during the commit: the write may or may not have been saved.',
    meta: { written: 'unknown' },
    cause,
  })

/** Runs all hooks, because nothing can be rolled back now, and then throws the first error. */
async function runAll(hooks: readonly Queued[]): Promise<void> {
  const errors: unknown[] = []
  for (const hook of hooks) {
    try {
      await hook()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) {
    throw errors.length === 1
      ? errors[0]
      : new AggregateError(errors, 'Several hooks failed after the commit.')
  }
}
