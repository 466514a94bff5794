import { isInTransaction } from '../../adapter/transaction/current-transaction.js'
import { writtenResult } from '../../controller/write/render-write.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { InvalidDocument } from '../../error/errors.js'
import { ValidationError } from '../../error/validation-error.js'
import { idOf } from '../../resource/compile.js'
import { currentFrame, currentRequest, type Queued } from '../../resource/frame.js'
import { commitRefusal } from '../../write/persist/commit-refusal.js'
import { knownRecordsOf } from '../../write/session/fresh-records.js'
import { lockSets } from '../../write/find/locks.js'
import { needsOf } from '../../write/find/needs.js'
import { askBefore, throwIssues, writeAll, type WriteOutcome } from '../../write/persist/run-write.js'
import { newSession, type NodeIssue, type Session, sessionError } from '../../write/session/session.js'
import { newWriteBudget } from '../../write/session/write-budget.js'
import { withFaultMeta } from '../../write/request/fault-meta.js'
import { type Attempt, runUnit, type UnitEnd, type UnitParts } from '../../write/unit/run-unit.js'
import { inOperation, ofOperation, type OperationPlace } from './error-place.js'
import type { Lids } from './lids.js'
import type { OperationsRequest } from './operations-request.js'
import { planOperation, type PlannedOperation } from './plan-operation.js'

/** The operations of a request. */
export interface Operations {
  readonly planned: readonly PlannedOperation[]
  readonly lids: Lids
  readonly request: OperationsRequest
}

/**
 * Runs operations in order in one transaction, that of the first one's resource (rule 16.6). Each sees what earlier ones
 * have written. Hooks run as for a single write: at the end of the transaction and after its commit.
 *
 * Throws what a single write throws, with the operation that it belongs to.
 *
 * @returns the text of each result
 */
export async function writeOperations(operations: Operations): Promise<readonly string[]> {
  const { planned } = operations
  const [first] = planned
  if (!first) return []
  for (const each of planned) await within(each, () => askBefore(each.graph))
  const { value, isWritten, refusal } = await runUnit(first.graph.root.resource, (attempt) =>
    newAttempt(operations, first, attempt),
  )
  if (value && isWritten) return value
  throw refusal ?? new ValidationError('The operations were not performed.')
}

/** An operation that has run. */
interface WrittenOperation extends WriteOutcome {
  /** As it was planned when the records before it had their ids. */
  readonly operation: PlannedOperation
}

function newAttempt(
  operations: Operations,
  first: PlannedOperation,
  attempt: Attempt,
): UnitParts<readonly string[]> {
  const { planned } = operations
  let written: WrittenOperation[] = []
  const nodes = planned.flatMap(({ graph }) => graph.nodes)
  return {
    open: (block) => first.context.jsonapiResource.transaction(block, needsOf(nodes)),
    perform: async () => {
      // Others may have written since the last attempt, and an override of `transaction` may run the block again.
      written = []
      currentRequest().forgetAdded()
      await refuseOtherStores(planned, first)
      await lockSets(nodes)
      const writeBudget = newWriteBudget(planned.map(({ graph }) => graph))
      const ends: UnitEnd[] = []
      for (const each of planned) {
        const { inBatches } = attempt.mode
        const { end, ...one } = await writeOne(each, operations, { first, inBatches, writeBudget })
        written.push(one)
        ends.push(end)
      }
      const results: string[] = []
      await attempt.end({
        beforeCommit: ends.flatMap(({ beforeCommit = [] }) => beforeCommit),
        answer: async () => void results.push(...(await resultsOf(written))),
        committed: () => {
          for (const { committed } of ends) committed?.()
        },
        afterCommit: ends.flatMap(({ afterCommit = [] }) => afterCommit),
      })
      return results
    },
    meaningOf: (error) => (attempt.state === 'complete' ? meaningOfCommit(error, written, first) : error),
  }
}

/** Refuses operations whose records are in another store, because one transaction covers one store. */
async function refuseOtherStores(
  planned: readonly PlannedOperation[],
  first: PlannedOperation,
): Promise<void> {
  const store = first.graph.root.resource.adapter()
  for (const operation of planned) {
    const { resource } = operation.graph.root
    if (resource.adapter() === store || isInTransaction(resource.facts().store)) continue
    const detail =
      'This record and the record of the first operation are in different stores, and a transaction cannot span both.'
    await within(operation, () => Promise.reject(new InvalidDocument({ detail })))
  }
}

/** The state that all operations of an attempt share. */
type Shared = Pick<Session, 'inBatches' | 'writeBudget'> & { readonly first: PlannedOperation }

async function writeOne(
  planned: PlannedOperation,
  { lids, request }: Operations,
  { first, ...shared }: Shared,
): Promise<WrittenOperation & { readonly end: UnitEnd }> {
  const operation = planned.usesLids
    ? await inOperation(placeOf(planned), () => planOperation(planned, lids, request, planned.context))
    : planned
  return within(operation, async () => {
    const { context, graph, candidates } = operation
    const { jsonapiResource: instance } = context
    const write = { instance, graph, candidates, base: () => context.recordScope(), context }
    const session = newSession(write, { ...shared, isLocked: true })
    const { unit } = currentFrame()
    const queued = unit?.beforeCommit.length ?? 0
    const run = () => writeAll(session)
    // The same override has already opened the transaction.
    const isOpened = instance.transaction === first.context.jsonapiResource.transaction
    const written = await placed(session, () => (isOpened ? run() : instance.transaction(run)))
    await placed(session, () => throwIssues(session))
    const hooks = [...(unit?.beforeCommit.splice(queued) ?? []), ...(written?.end.beforeCommit ?? [])]
    const inPlace = (hook: Queued) => () => within(operation, () => placed(session, hook))
    const record = written?.record
    if (record) noteAdded(operation, record, lids)
    return { operation, session, record, end: { ...written?.end, beforeCommit: hooks.map(inPlace) } }
  })
}

/** Notes a record that an operation has added, for those after it. */
function noteAdded({ target, graph, lid }: PlannedOperation, record: object, lids: Lids): void {
  if (target.action !== 'create') return
  const { resource } = graph.root
  const id = idOf(resource, record)
  currentRequest().noteAdded(resource.type, id)
  if (lid !== undefined) lids.ids.set(lid, id)
}

/**
 * The result of an operation that creates or updates is the record; removing a record or changing a relationship has no
 * result.
 */
async function resultsOf(written: readonly WrittenOperation[]): Promise<readonly string[]> {
  const touched = written.flatMap(({ session }) => session.touched.map((one) => ({ session, ...one })))
  const known = knownRecordsOf(touched.filter(({ action }) => action !== 'destroy'))
  const results: string[] = []
  for (const { operation, ...outcome } of written) {
    const { target, context } = operation
    const hasResult = target.action === 'create' || target.action === 'update'
    const result = hasResult ? await within(operation, () => writtenResult(context, outcome, known)) : '{}'
    results.push(result)
  }
  return results
}

/** The meaning of a refused commit. It belongs to an operation only if no other one has written anything. */
function meaningOfCommit(
  error: unknown,
  written: readonly WrittenOperation[],
  { graph }: PlannedOperation,
): unknown {
  const writers = written.filter(({ session }) => session.touched.length > 0)
  const touched = writers.flatMap(({ session }) => session.touched)
  const issues: NodeIssue[] = []
  const refusal = commitRefusal(error, { touched, graph, issues })
  const [only, ...others] = writers
  const isOfOne = only && others.length === 0
  return isOfOne ? (ofOperation(refusal, placeOf(only.operation)) ?? refusal) : refusal
}

const placeOf = ({ index, target: { at } }: PlannedOperation): OperationPlace => ({ index, at })

/** Runs a block as a part of an operation, whose errors point into it. */
const within = <Result>(operation: PlannedOperation, run: () => Promise<Result>): Promise<Result> =>
  inOperation(placeOf(operation), () => operation.context.wrapContext(run))

/**
 * Adds to the errors of a write their place in the operation, and to a ValidationError of the application all other
 * issues.
 */
async function placed<Result>(session: Session, run: () => Awaitable<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const isOfRecords = error instanceof ValidationError && session.issues.length > 0
    throw withFaultMeta(isOfRecords ? sessionError(session) : error, session.graph.nodes)
  }
}
