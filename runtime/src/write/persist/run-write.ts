import { currentFrame, currentRequest, type Queued, withContext } from '../../resource/frame.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { InvalidDocument, throwCollected } from '../../error/errors.js'
import { withFaultMeta } from '../request/fault-meta.js'
import { currentChanges } from '../session/changes.js'
import { commitRefusal } from './commit-refusal.js'
import { askPolicies, hasPolicies } from '../../reader/policies/policies.js'
import { checkWritten } from './check-written.js'
import { planSteps } from '../plan/plan-steps.js'
import { noteNullKeys } from '../steps/null-keys.js'
import { persistAll } from '../steps/run-steps.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode } from '../request/node.js'
import { isOneStep, needsOf } from '../find/needs.js'
import { checkPolymorphicKeys } from '../find/polymorphic-keys.js'
import { prepare } from '../find/prepare.js'
import { newSession, type Session, sessionError, type Touched, type Write } from '../session/session.js'
import { validationErrorOf } from '../request/issue-place.js'
import { joinContradictions } from './join-contradictions.js'
import { validateAll, validateGraph } from './validate.js'
import type { WriteCondition } from '../session/write-condition.js'
import { newWriteBudget } from '../session/write-budget.js'
import type { HookConfig } from '../../declare/config.js'
import { callHandler } from '../../declare/handler.js'
import { instanceOf } from '../steps/store-call.js'
import { Repeat } from '../unit/repeat.js'
import { type Attempt, runUnit, type UnitEnd, type UnitParts } from '../unit/run-unit.js'
import { otherStore } from '../unit/transaction.js'

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
  if (currentFrame().unit?.excludesOthers) refuseOtherStores(graph)
  await askBefore(graph)
  const unit = runUnit<object | undefined, WriteAttempt>(graph.root.resource, (attempt) =>
    newAttempt(write, attempt),
  )
  const { value, parts, isWritten } = await unit.catch((error: unknown) => {
    throw withFaultMeta(error, graph.nodes)
  })
  const { session } = parts
  if (!isWritten && session.issues.length === 0) {
    const issue = { message: 'This record was not written because a write that it depends on failed' }
    session.issues.push({ node: graph.root, issue })
  }
  return { session, record: session.issues.length === 0 ? value : undefined }
}

/**
 * Makes the calls to the application and its stores that must precede the transaction of a write (rules 11.9, 14.10).
 */
export async function askBefore(graph: Graph): Promise<void> {
  refuseSecondTransaction(graph)
  const asked = [...graph.resources].filter(hasPolicies)
  if (asked.length > 0) await askPolicies(asked, currentFrame().context)
  const changes = currentChanges()
  for (const resource of graph.resources) {
    if (resource.facts().can.returnRecords) await changes.learn(resource.adapter(), resource)
  }
}

/** Refuses a write with records in several stores, or in one that cannot roll back (rule 30.6). */
function refuseOtherStores({ root, nodes }: Graph): void {
  const { store } = root.resource.facts()
  const isAlone = nodes.every(({ resource }) => {
    const facts = resource.facts()
    return facts.store === store && facts.can.rollBack
  })
  if (!isAlone) throw otherStore()
}

/** Refuses a write that would need transactions of two stores: one may commit, and the other one not (rule 11.5). */
function refuseSecondTransaction(graph: Graph): void {
  const written = graph.actions.filter(({ resource }) => resource.facts().can.rollBack)
  const [first] = written
  const other = written.find(({ resource }) => resource.facts().store !== first?.resource.facts().store)
  if (!first || !other) return
  const [one, two] = [first.resource.type, other.resource.type]
  throw new InvalidDocument({
    detail: `"${one}" and "${two}" are in different stores, and a request cannot write to both.`,
    ...(other.pointer !== undefined && { source: { pointer: other.pointer } }),
  })
}

/** An attempt at a write. */
interface WriteAttempt extends UnitParts<object | undefined> {
  readonly session: Session
}

function newAttempt(write: Write, attempt: Attempt): WriteAttempt {
  const { graph, instance, condition } = write
  const { inBatches } = attempt.mode
  let session: Session | undefined
  const current = (): Session =>
    (session ??= newSession(write, { inBatches, writeBudget: newWriteBudget([graph]), isLocked: false }))
  const needs = needsOf(graph.nodes)
  const serializable = needs.serializable || isConditional(graph.root, condition)
  const isOne = !serializable && !needs.readsLatest && isOneStep(write)
  /** Without a lookup, the refusal of a statement does not name the fault: another attempt looks the record up. */
  const unlessUnread = (error: unknown): unknown =>
    current().isUnread && isFaultOfRequest(error) ? new Repeat('refusedTogether', error) : error
  return {
    get session() {
      return current()
    },
    open: (block) => instance.transaction(block, { ...needs, serializable, isOneStep: isOne }),
    perform: async () => {
      // An override of `transaction` may roll back and run the block again.
      session = undefined
      try {
        const { record, end } = await writeAll(current())
        await attempt.end(end)
        return record
      } catch (error) {
        throw unlessUnread(error)
      }
    },
    meaningOf: (error) =>
      unlessUnread(attempt.state === 'complete' ? commitRefusal(error, current()) : error),
  }
}

const isFaultOfRequest = (error: unknown): boolean => error instanceof JsonapiError && error.status < 500

/** Whether the write relies on a condition that no statement of it compares. */
const isConditional = (root: WriteNode, condition: WriteCondition | undefined): boolean =>
  condition !== undefined &&
  !(condition.byVersion && (root.method === 'update' || root.resource.facts().can.holdVersions))

/** A written graph, and what is left for the end of the transaction. */
export interface Written {
  readonly record: object | undefined
  readonly end: UnitEnd
}

/** Runs a whole write inside the open transaction. */
export async function writeAll(session: Session): Promise<Written> {
  const request = currentRequest()
  const record = await persistValid(session)
  request.forgetBaseScopes()
  throwIssues(session)
  await checkWritten(session)
  await validateGraph(session)
  throwIssues(session)
  const { condition, context } = session
  return {
    record,
    end: {
      beforeCommit: [
        ...hooksOf(session, 'beforeCommit'),
        () => checkPolymorphicKeys(session),
        ...(condition ? [condition.written] : []),
      ],
      committed: () => {
        if (context) request.committed.add(context)
      },
      afterCommit: hooksOf(session, 'afterCommit'),
    },
  }
}

/** Finds the records that the write names, validates them, and persists them. */
async function persistValid(session: Session): Promise<object | undefined> {
  const faults: JsonapiError[] = []
  await prepare(session, faults)
  if (faults.length === 0) faults.push(...joinContradictions(session))
  await validateAll(session)
  if (faults.length > 0) throwCollected([...faults, ...validationErrors(session)])
  const plan = planSteps(session)
  noteNullKeys(session, plan.steps)
  throwIssues(session)
  const { parent, graph } = session
  if (parent) session.of(graph.root).given = { columns: undefined, parent }
  return persistAll(session, plan)
}

/** Throws all issues together, which rolls the write back. */
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
