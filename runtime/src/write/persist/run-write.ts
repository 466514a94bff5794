import { currentFrame, currentRequest, type Queued } from '../../resource/frame.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { throwCollected } from '../../error/errors.js'
import { behindTheCommit, noteCommit } from '../../error/behind-commit.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import { joinResources } from '../../resource/same-link.js'
import type { Candidate } from '../check/check-attributes.js'
import { withFaultMeta } from '../request/fault-meta.js'
import { commitRefusal } from './commit-refusal.js'
import { askPolicies, hasPolicies } from '../../plan/policies.js'
import { checkWritten } from './check-written.js'
import { destroysRestricted } from './dependents.js'
import { hooksOf } from './hooks.js'
import { readsMembers } from './lock-sets.js'
import { RefusedBatch } from './refused-batch.js'
import { persistAll } from './run-steps.js'
import { allNodes, type WriteNode } from '../request/node.js'
import { joinsByRead } from './joins-by-read.js'
import { checkPolymorphicKeys, touchesPolymorphicKeys } from './polymorphic-keys.js'
import { prepare } from './prepare.js'
import { withRetries } from './retry.js'
import { enclosingTransaction } from './transaction.js'
import { newSession, type Session, sessionError } from './session.js'
import { validationErrorOf } from '../request/issue-place.js'
import { validateAll, validateGraph } from './validate.js'
import type { WriteCondition } from './write-condition.js'
import { newRoom } from './write-room.js'

/** A write that is read and checked: what it is to do, and on which records. */
export interface Write {
  readonly instance: Resource
  readonly root: WriteNode
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  /** The base that an existing primary record has to be in. */
  readonly base: () => unknown
  /** The record that the primary one was reached from, where an application says so. */
  readonly parent?: object | undefined
  /** What is told of the commit: the context whose request asks for this write. */
  readonly context?: object | undefined
  /** What the primary record has to be like. */
  readonly condition?: WriteCondition | undefined
}

/** What has come of a write: the primary record, unless something was invalid; then nothing was written. */
export interface WriteOutcome {
  readonly session: Session
  readonly record: object | undefined
}

/**
 * Runs a write in one transaction of the root's adapter (rule 11.5), with another attempt where the store's own concurrency
 * was in the way.
 *
 * Throws the errors of records that are not there and of what the store refuses; Conflict and ServiceUnavailable.
 */
export async function runWrite(write: Write): Promise<WriteOutcome> {
  const { resource } = write.root
  const isOutermost = !enclosingTransaction(resource)
  const asked = [...resourcesToAsk(write.root)].filter(hasPolicies)
  if (asked.length > 0) await askPolicies(asked, currentFrame().context)
  let attempted: Awaited<ReturnType<typeof runOnce>>
  try {
    attempted = await withRetries(resource, () => runOnce(write, isOutermost))
  } catch (error) {
    throw withFaultMeta(error, allNodes(write.root))
  }
  const { session, record, progress } = attempted
  // A hook behind the commit has failed: what is written stays written, and nothing is attempted again.
  if (progress.failure) throw behindTheCommit(progress.failure.error)
  for (const hook of progress.late) await hook()
  if (isOutermost && !progress.isCommitted && session.issues.length === 0) {
    const issue = { message: 'It was not written, because something that it needs was not' }
    session.issues.push({ node: write.root, issue })
  }
  return { session, record: session.issues.length === 0 ? record : undefined }
}

/** The resources whose policies a write may ask, in the order in which it comes to them. */
export function resourcesToAsk(root: WriteNode): ReadonlySet<CompiledResource> {
  const found = new Set<CompiledResource>()
  for (const { resource, relationships } of allNodes(root)) {
    found.add(resource)
    for (const { sideload } of relationships) {
      for (const join of joinResources({ owner: resource, sideload })) found.add(join.resource)
    }
  }
  return found
}

/** How far one attempt has come. */
export interface Progress {
  /** Whether nothing is left to do but to commit. */
  isComplete: boolean
  isCommitted: boolean
  failure?: { readonly error: unknown }
  /** What runs behind the commit, where the transaction has no queue of its own. */
  readonly late: Queued[]
}

async function runOnce(
  write: Write,
  inBatches: boolean,
): Promise<WriteOutcome & { readonly progress: Progress }> {
  // Others may have written since the last attempt, and hooks and answers see what this one has.
  currentRequest().forgetBaseScopes()
  const session = newSession({ ...write, inBatches, room: newRoom([write.root]) })
  const progress: Progress = { isComplete: false, isCommitted: false, late: [] }
  let record: object | undefined
  try {
    record = await write.instance.transaction(() => writeAll(write, session, progress), {
      serializable: dependsOnReads(session),
      readsLatest: readsMembers(session),
    })
  } catch (error) {
    if (error instanceof RefusedBatch) return runOnce(write, false)
    if (progress.isCommitted) progress.failure = { error }
    else {
      const refusal = progress.isComplete
        ? commitRefusal(error, session, write.root.resource.adapter())
        : error
      if (!(refusal instanceof ValidationError)) throw refusal
    }
  }
  return { session, record, progress }
}

/** Whether what the write has read has to be so until it commits. */
const dependsOnReads = (session: Session): boolean =>
  touchesPolymorphicKeys(session) ||
  joinsByRead(session) ||
  destroysRestricted(session) ||
  isConditional(session)

/** Whether the write depends on what it has read, which no statement of it compares. */
const isConditional = ({ condition, root }: Session): boolean =>
  condition !== undefined &&
  !(condition.byVersion && (root.method === 'update' || root.resource.facts().holdsVersions))

/** Does all of a write inside of the transaction that is open, and queues what runs at the end of it and behind it. */
export async function writeAll(
  write: Write,
  session: Session,
  progress: Progress,
): Promise<object | undefined> {
  const record = await persistValid(write, session)
  currentRequest().forgetBaseScopes()
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
    if (write.context) noteCommit(write.context)
  }
  const after = hooksOf(session, 'afterCommit')
  const { open } = currentFrame()
  // A transaction of the application's own making has no queue: the hooks run at the nearest moment there is.
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

/** Checks, with all of the write done, what its records have become. */
async function checkAll(session: Session): Promise<void> {
  await checkWritten(session)
  await validateGraph(session)
  throwIssues(session)
}

/** Finds what the write names, validates it, and persists it. */
async function persistValid(write: Write, session: Session): Promise<object | undefined> {
  const faults: JsonapiError[] = []
  await prepare(session, write.base, faults)
  await validateAll(session)
  if (faults.length > 0) throwCollected([...faults, ...validationErrors(session)])
  throwIssues(session)
  if (write.parent) session.given.set(write.root, { columns: undefined, parent: write.parent })
  return persistAll(session)
}

/** Everything that is invalid rolls the write back, all of it at once. */
export function throwIssues({ issues }: Session): void {
  if (issues.length > 0) throw sessionError({ issues })
}

function validationErrors(session: Session): readonly JsonapiError[] {
  return session.nodes.flatMap((node) => {
    const issues = session.issues.filter((issue) => issue.node === node).map(({ issue }) => issue)
    return issues.length === 0 ? [] : [validationErrorOf(node, issues)]
  })
}
