import { currentFrame, currentRequest, type Queued, withContext } from '../../resource/frame.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { InvalidDocument, throwCollected } from '../../error/errors.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import type { Candidate } from '../check/check-attributes.js'
import { withFaultMeta } from '../request/fault-meta.js'
import { currentChanges } from './changes.js'
import { commitRefusal } from './commit-refusal.js'
import { askPolicies, hasPolicies } from '../../reader/policies.js'
import { checkWritten } from './check-written.js'
import { RefusedBatch, refusedUnread } from './refused-batch.js'
import { planSteps } from '../plan/plan-steps.js'
import { noteNullKeys } from './null-keys.js'
import { persistAll } from './run-steps.js'
import type { Graph } from '../request/graph.js'
import { writtenActions } from '../request/written-actions.js'
import type { WriteNode } from '../request/node.js'
import { isOneStep, needsOf } from './needs.js'
import { checkPolymorphicKeys } from './polymorphic-keys.js'
import { prepare } from './prepare.js'
import { withRetries } from './retry.js'
import { enclosingTransaction, isInOpenTransaction, otherStore } from './transaction.js'
import { Session, sessionError, type Touched } from './session.js'
import { validationErrorOf } from '../request/issue-place.js'
import { joinContradictions } from './join-contradictions.js'
import { validateAll, validateGraph } from './validate.js'
import type { WriteCondition } from './write-condition.js'
import { newWriteBudget } from './write-budget.js'
import type { HookConfig } from '../../declare/config.js'
import { callHandler } from '../../declare/handler.js'
import { instanceOf } from './store-call.js'

/** A write that is read and checked. */
export interface Write {
  readonly instance: Resource
  readonly graph: Graph
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  /** The base that must contain an existing primary record. */
  readonly base: () => unknown
  /** The parent of the primary record, if an application gives one. */
  readonly parent?: object | undefined
  /** The context whose request asks for this write; it learns of the commit. */
  readonly context?: object | undefined
  /** The condition on the primary record. */
  readonly condition?: WriteCondition | undefined
}

/** The outcome of a write: the primary record, or the issues, and then nothing was written. */
export interface WriteOutcome {
  readonly session: Session
  readonly record: object | undefined
}

/**
 * Runs a write in one transaction of the root's adapter (rule 11.5). Repeats it if concurrent writers were in the way.
 *
 * Throws the errors of missing records and of refusals of the store; Conflict and ServiceUnavailable.
 */
export async function runWrite(write: Write): Promise<WriteOutcome> {
  const { graph } = write
  const { resource } = graph.root
  if (currentFrame().open?.excludesOthers) refuseOtherStores(graph)
  refuseSecondTransaction(graph)
  const asked = [...graph.resources].filter(hasPolicies)
  if (asked.length > 0) await askPolicies(asked, currentFrame().context)
  await learnSideEffects(graph)
  let attempted: Attempted
  try {
    attempted = await runAttempts(resource, (inBatches) => runOnce(write, inBatches))
  } catch (error) {
    throw withFaultMeta(error, graph.nodes)
  }
  const { session, record, progress } = attempted
  const isWritten = await settle(resource, progress)
  if (!isWritten && session.issues.length === 0) {
    const issue = { message: 'This record was not written because a write that it depends on failed' }
    session.issues.push({ node: graph.root, issue })
  }
  return { session, record: session.issues.length === 0 ? record : undefined }
}

/**
 * Attempts a write until others are no longer in the way. If the store refuses several records together, the attempt is
 * repeated with single steps.
 */
export function runAttempts<Attempt>(
  resource: CompiledResource,
  attempt: (inBatches: boolean) => Promise<Attempt>,
): Promise<Attempt> {
  const outer = enclosingTransaction(resource)
  const inBatches = outer?.repeats?.inBatches ?? !isInOpenTransaction(resource)
  return withRetries(resource, () =>
    attempt(inBatches).catch((error: unknown) => {
      if (error instanceof RefusedBatch && !outer?.repeats) return attempt(false)
      throw error
    }),
  )
}

/**
 * Runs what waits for the end of the last attempt. Throws the error of a hook that has failed after the commit: the
 * write stays.
 *
 * @returns whether it is written, as far as that is known in a transaction of the caller
 */
export async function settle(
  resource: CompiledResource,
  { failure, late, isCommitted }: Progress,
): Promise<boolean> {
  const outer = enclosingTransaction(resource)
  const isOutermost = !outer
  // In a transaction of its own, the application may change more before it answers.
  const { budget } = currentRequest()
  if (outer && !outer.repeats) currentChanges().noteCall()
  if (failure) {
    budget.deadline.afterCommit.add(failure.error)
    throw failure.error
  }
  for (const hook of late) await hook()
  return !isOutermost || isCommitted
}

/** Asks the stores of a write for their side effects, before its transaction begins (rule 11.9). */
export async function learnSideEffects({ resources }: Graph): Promise<void> {
  const changes = currentChanges()
  for (const resource of resources) {
    if (resource.facts().returnsRecords) await changes.learn(resource.adapter(), resource)
  }
}

/** Refuses a write with records in several stores, or in one that cannot roll back (rule 30.6). */
function refuseOtherStores({ root, nodes }: Graph): void {
  const { store } = root.resource.facts()
  const isAlone = nodes.every(({ resource }) => {
    const facts = resource.facts()
    return facts.store === store && facts.transacts
  })
  if (!isAlone) throw otherStore()
}

/** Refuses a write that would need transactions of two stores: one may commit, and the other one not (rule 11.5). */
function refuseSecondTransaction(graph: Graph): void {
  const written = writtenActions(graph).filter(({ resource }) => resource.facts().transacts)
  const [first] = written
  const other = written.find(({ resource }) => resource.facts().store !== first?.resource.facts().store)
  if (!first || !other) return
  const [one, two] = [first.resource.type, other.resource.type]
  throw new InvalidDocument({
    detail: `"${one}" and "${two}" are in different stores, and a request cannot write to both.`,
    ...(other.pointer !== undefined && { source: { pointer: other.pointer } }),
  })
}

/** The progress of one attempt. */
export interface Progress {
  /** Whether only the commit is left. */
  isComplete: boolean
  isCommitted: boolean
  failure?: { readonly error: unknown }
  /** Hooks to run after the commit, if the transaction has no queue of its own. */
  readonly late: Queued[]
}

/** An attempt at a write. */
interface Attempted extends WriteOutcome {
  readonly progress: Progress
}

async function runOnce(write: Write, inBatches: boolean): Promise<Attempted> {
  // Others may have written since the last attempt, and hooks and answers see what this attempt has written.
  currentRequest().forgetBaseScopes()
  const session = new Session({ ...write, inBatches, writeBudget: newWriteBudget([write.graph]) })
  const { resource } = write.graph.root
  const progress: Progress = { isComplete: false, isCommitted: false, late: [] }
  let record: object | undefined
  try {
    const needs = needsOf(write.graph.nodes)
    const serializable = needs.serializable || isConditional(session)
    record = await write.instance.transaction(() => writeAll(write, session, progress), {
      ...needs,
      serializable,
      isOneStep: !serializable && !needs.readsLatest && isOneStep(write),
    })
    enclosingTransaction(resource)?.repeats?.refusals.push((error) => {
      const refusal = commitRefusal(error, session, resource.adapter())
      return refusal instanceof ValidationError ? sessionError(session) : refusal
    })
  } catch (error) {
    if (progress.isCommitted) progress.failure = { error }
    else {
      const refusal = progress.isComplete ? commitRefusal(error, session, resource.adapter()) : error
      if (session.isUnread && isFaultOfRequest(refusal)) throw refusedUnread(refusal)
      if (!(refusal instanceof ValidationError)) throw refusal
    }
  }
  if (session.isUnread && session.issues.length > 0 && !progress.isCommitted) throw refusedUnread(undefined)
  return { session, record, progress }
}

const isFaultOfRequest = (error: unknown): boolean => error instanceof JsonapiError && error.status < 500

/** Whether the write relies on a condition that no statement of it compares. */
const isConditional = ({ condition, graph: { root } }: Session): boolean =>
  condition !== undefined &&
  !(condition.byVersion && (root.method === 'update' || root.resource.facts().holdsVersions))

/** Runs a whole write inside the open transaction, and queues its hooks. */
export async function writeAll(
  write: Write,
  session: Session,
  progress: Progress,
): Promise<object | undefined> {
  const request = currentRequest()
  const record = await persistValid(write, session)
  request.forgetBaseScopes()
  throwIssues(session)
  await checkAll(session)
  const complete = (): void => {
    progress.isComplete = true
  }
  const written = session.condition ? [session.condition.written] : []
  const before = [
    ...hooksOf(session, 'beforeCommit'),
    () => checkPolymorphicKeys(session),
    ...written,
    complete,
  ]
  const committed = (): void => {
    progress.isCommitted = true
    if (write.context) request.committed.add(write.context)
  }
  const after = hooksOf(session, 'afterCommit')
  const { open } = currentFrame()
  // A transaction that the application opened has no queue: the hooks run now.
  if (!open) {
    for (const hook of before) await hook()
    progress.late.push(committed, ...after)
  } else {
    open.beforeCommit.push(...before)
    open.committed.push(committed)
    open.afterCommit.push(...after)
  }
  return record
}

/** Checks the written records at the end of the write. */
async function checkAll(session: Session): Promise<void> {
  await checkWritten(session)
  await validateGraph(session)
  throwIssues(session)
}

/** Finds the records that the write names, validates them, and persists them. */
async function persistValid(write: Write, session: Session): Promise<object | undefined> {
  const faults: JsonapiError[] = []
  await prepare(session, write.base, faults)
  if (faults.length === 0) faults.push(...joinContradictions(session))
  await validateAll(session)
  if (faults.length > 0) throwCollected([...faults, ...validationErrors(session)])
  const plan = planSteps({
    graph: session.graph,
    existing: (node) => session.of(node).existing,
    members: session.members,
    linkedByRecords: session.linkedByRecords,
  })
  noteNullKeys(session, plan.steps)
  throwIssues(session)
  if (write.parent) session.of(write.graph.root).given = { columns: undefined, parent: write.parent }
  return persistAll(session, plan)
}

/** Throws all issues at once, which rolls the write back. */
export function throwIssues({ issues }: Session): void {
  if (issues.length > 0) throw sessionError({ issues })
}

function validationErrors(session: Session): readonly JsonapiError[] {
  return session.graph.nodes.flatMap((node) => {
    const issues = session.issues.filter((issue) => issue.node === node).map(({ issue }) => issue)
    return issues.length === 0 ? [] : [validationErrorOf(node, issues)]
  })
}

/** The hooks of all records that a write has touched, in the order of the writes. Each runs in the write's context. */
function hooksOf(session: Session, moment: HookConfig['moment']): readonly Queued[] {
  const { context, namespace } = currentFrame()
  const hooks: Queued[] = []
  for (const touched of session.touched) {
    for (const hook of touched.node.resource.config.hooks) {
      if (hook.moment !== moment || hook.action !== touched.action) continue
      hooks.push(() => withContext(context, namespace, () => runHook(session, touched, hook)))
    }
  }
  return hooks
}

/** A ValidationError of a hook becomes issues of its record. It still rolls back what is not committed. */
async function runHook(session: Session, { node, record }: Touched, { handler }: HookConfig): Promise<void> {
  session.changes.noteCall()
  try {
    await callHandler(instanceOf(session, node), handler, [record, currentFrame().context])
  } catch (error) {
    if (error instanceof ValidationError) {
      for (const issue of error.issues) session.issues.push({ node, issue })
    }
    throw error
  }
}
