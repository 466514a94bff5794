import { isInTransaction } from '../../adapter/current-transaction.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { ValidationError } from '../../error/validation-error.js'
import { askPolicies } from '../../reader/policies.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import type { Resource } from '../../resource/operations.js'
import { withFaultMeta } from '../request/fault-meta.js'
import type { Graph } from '../request/graph.js'
import type { KnownRecords } from '../../reader/run.js'
import { knownRecordsOf } from './fresh-records.js'
import { commitRefusal } from './commit-refusal.js'
import { lockSets } from './locks.js'
import { needsOf } from './needs.js'
import {
  learnSideEffects,
  type Progress,
  runAttempts,
  settle,
  throwIssues,
  type Write,
  writeAll,
  type WriteOutcome,
} from './run-write.js'
import { type NodeIssue, Session, sessionError } from './session.js'
import { enclosingTransaction } from './transaction.js'
import { newWriteBudget, type WriteBudget } from './write-budget.js'

/** One of several writes that succeed or fail together. */
export interface Part {
  readonly instance: Resource
  /** Its records, as far as they are known before earlier parts have run. */
  readonly graph: Graph
  /** Prepares the write, which may name records that earlier parts have written. */
  readonly write: () => Promise<Write>
  /** Receives the outcome before later parts run. */
  readonly noteWritten: (outcome: WriteOutcome) => void
  /** Receives the outcome at the end of the transaction, and the records of all parts. */
  readonly finish: (outcome: WriteOutcome, known: KnownRecords) => Promise<void>
  /** Runs a block as this part, so that errors point at this part. */
  readonly within: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** The error for a part whose store is not that of the first. */
  readonly refuseStore: () => Error
}

/**
 * Runs several writes in order in one transaction, that of the first write's resource (rule 16.6). Each sees what
 * earlier writes have written. Hooks run as for a single write: at the end of the transaction and after its commit.
 *
 * Throws what a single write throws, and a ValidationError for everything that is invalid.
 */
export async function runTogether(parts: readonly Part[]): Promise<void> {
  const [first] = parts
  if (!first) return
  const { resource } = first.graph.root
  for (const { graph, within } of parts) {
    await within(() => askPolicies(graph.resources, currentFrame().context))
    await learnSideEffects(graph)
  }
  const outer = enclosingTransaction(resource)
  const isOutermost = !outer || outer.repeats !== undefined
  const graphs = parts.map(({ graph }) => graph)
  const progress = await runAttempts(resource, (inBatches) =>
    runParts({
      parts,
      first,
      inBatches,
      isOutermost,
      writeBudget: newWriteBudget(graphs),
      progress: newProgress([]),
    }),
  )
  if (!(await settle(resource, progress))) throw new ValidationError('The operations were not performed.')
}

/** One attempt at all parts. */
interface Attempt {
  readonly parts: readonly Part[]
  readonly first: Part
  /** Whether records may be written together. */
  readonly inBatches: boolean
  /** Whether the transaction is the attempt's own, not the caller's. */
  readonly isOutermost: boolean
  /** How many more records all parts may write. */
  readonly writeBudget: WriteBudget
  readonly progress: Progress
}

const newProgress = (late: Progress['late']): Progress => ({ isComplete: false, isCommitted: false, late })

/** A part that has run, and its outcome. */
type FinishedPart = readonly [Part, WriteOutcome]

async function runParts(attempt: Attempt): Promise<Progress> {
  const { parts, first, progress } = attempt
  const done: FinishedPart[] = []
  try {
    const nodes = parts.flatMap(({ graph }) => graph.nodes)
    await first.instance.transaction(() => writeParts(attempt, done), needsOf(nodes))
    enclosingTransaction(first.graph.root.resource)?.repeats?.refusals.push(
      (error) => commitMeaning(error, done, first).error,
    )
  } catch (error) {
    if (progress.isCommitted) progress.failure = { error }
    else if (progress.isComplete) await refuseCommit(error, done, first)
    else throw error
  }
  return progress
}

/** Throws the meaning of a refused commit. The error belongs to a part only if no other part has written anything. */
async function refuseCommit(error: unknown, done: readonly FinishedPart[], first: Part): Promise<never> {
  const { only, error: placed } = commitMeaning(error, done, first)
  if (only) return only.within(() => Promise.reject(placed))
  throw placed
}

/** The meaning of a refused commit, and the only part that has written anything. */
function commitMeaning(
  error: unknown,
  done: readonly FinishedPart[],
  first: Part,
): { readonly only: Part | undefined; readonly error: unknown } {
  const writers = done.filter(([, { session }]) => session.touched.length > 0)
  const touched = writers.flatMap(([, { session }]) => session.touched)
  const issues: NodeIssue[] = []
  const { graph } = first
  const refusal = commitRefusal(error, { touched, graph, issues }, graph.root.resource.adapter())
  const only = writers.length === 1 ? writers[0]?.[0] : undefined
  return { only, error: refusal instanceof ValidationError ? sessionError({ issues }) : refusal }
}

async function writeParts(attempt: Attempt, done: FinishedPart[]): Promise<void> {
  const { parts, first, isOutermost, progress } = attempt
  // Others may have written since the last attempt.
  currentRequest().forgetBaseScopes()
  currentRequest().forgetAdded()
  await refuseOtherStores(parts, first)
  const { open } = currentFrame()
  const committed = (): void => {
    progress.isCommitted = true
  }
  ;(open?.committed ?? progress.late).push(committed)
  await lockSets(parts.flatMap(({ graph }) => graph.nodes))
  for (const part of parts) done.push([part, await writePart(part, attempt)])
  const finish = async (): Promise<void> => {
    const touched = done.flatMap(([, { session }]) => session.touched.map((one) => ({ session, ...one })))
    const known = knownRecordsOf(touched.filter(({ action }) => action !== 'destroy'))
    for (const [part, outcome] of done) await part.within(() => part.finish(outcome, known))
    progress.isComplete = true
  }
  // A transaction that the application opened has no queue: its hooks have already run.
  if (open && isOutermost) open.beforeCommit.push(finish)
  else await finish()
}

/** Refuses parts whose records are in another store, because one transaction covers one store. */
async function refuseOtherStores(parts: readonly Part[], first: Part): Promise<void> {
  const store = first.graph.root.resource.adapter()
  for (const { graph, within, refuseStore } of parts) {
    const { resource } = graph.root
    const adapter = resource.adapter()
    const isOther = adapter !== store && !isInTransaction(resource.facts().store)
    if (isOther) await within(() => Promise.reject(refuseStore()))
  }
}

async function writePart(
  part: Part,
  { first, inBatches, writeBudget, progress }: Attempt,
): Promise<WriteOutcome> {
  const write = await part.write()
  return part.within(async () => {
    const session = new Session({ ...write, inBatches, isLocked: true, writeBudget })
    const { open } = currentFrame()
    const queued = open?.beforeCommit.length ?? 0
    const run = (): Promise<object | undefined> => writeAll(write, session, newProgress(progress.late))
    // The same override has already opened the transaction.
    const isOpened = write.instance.transaction === first.instance.transaction
    const record = await withPlaces(session, () => (isOpened ? run() : write.instance.transaction(run)))
    await withPlaces(session, async () => throwIssues(session))
    for (const last of open?.beforeCommit.splice(queued) ?? []) {
      open?.beforeCommit.push(() => part.within(() => withPlaces(session, last)))
    }
    const outcome = { session, record }
    part.noteWritten(outcome)
    return outcome
  })
}

/**
 * Adds to the errors of a write their place in the request, and to a ValidationError of the application all other
 * issues.
 */
async function withPlaces<Result>(session: Session, run: () => Awaitable<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const isOfRecords = error instanceof ValidationError && session.issues.length > 0
    throw withFaultMeta(isOfRecords ? sessionError(session) : error, session.graph.nodes)
  }
}
