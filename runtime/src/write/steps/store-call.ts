import { refusalOf } from '../../adapter/refusal.js'
import { RecordNotFound } from '../../error/errors.js'
import { ValidationError, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteAction } from '../../declare/config.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { currentRequest } from '../../resource/frame.js'
import type { Resource } from '../../resource/operations.js'
import { watchersOf } from '../plan/watchers.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { noteWritten } from '../session/fresh-records.js'
import type { Session } from '../session/session.js'
import { meaningOf } from '../session/store-fault.js'
import { staleVersion } from '../session/version.js'
import { isOfTransaction, Repeat } from '../unit/repeat.js'

/**
 * Makes one call that writes a record, and notes the record as touched. If the application throws a ValidationError,
 * its issues are noted and the result is undefined. The write continues with steps that do not depend on the record, to
 * find more issues (rule 11.5). A refusal of the store ends the write, because the store may refuse everything after
 * it.
 *
 * Throws the error that the refusal means, a ValidationError once its issues are noted; Repeat if another record may
 * have been refused first.
 */
export async function storeCall(
  session: Session,
  node: WriteNode,
  action: WriteAction,
  call: (instance: Resource) => Promise<unknown>,
  pointer?: string,
): Promise<object | undefined> {
  const instance = instanceOf(session, node)
  currentRequest().budget.deadline.check()
  if (watchersOf(node.resource).overrides[action]) session.changes.noteCall()
  try {
    const record = await call(instance)
    if (typeof record !== 'object' || record === null) {
      const operation = `${instance.constructor.name}.${action}`
      throw new TypeError(
        `${operation} returned no record: an override must return the instance that it wrote.`,
      )
    }
    noteWritten(session, node, action, record, session.changes.now())
    return record
  } catch (error) {
    if (!(error instanceof ValidationError)) throw translated(error, session, node, action, pointer)
    addIssues(session, node, error.issues, pointer)
    return undefined
  }
}

/**
 * Makes one call that associates or disassociates records, which may write a join model. Faults point at the linkage.
 *
 * Throws RecordNotFound if one of the records is gone, and any other refusal of the store as it is.
 */
export async function linkCall(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  pointer: string | undefined,
  call: (instance: Resource) => Awaitable<void>,
): Promise<void> {
  currentRequest().budget.deadline.check()
  const { associate, disassociate } = watchersOf(node.resource).overrides
  if (associate || disassociate) session.changes.noteCall()
  try {
    await call(instanceOf(session, node))
  } catch (error) {
    noteRefusal(session, node, relationship, pointer, error)
  }
}

/** Notes a refused link as an issue, or throws the error that it means. */
function noteRefusal(
  session: Session,
  node: WriteNode,
  { declared }: WriteRelationship,
  pointer: string | undefined,
  error: unknown,
): void {
  if (error instanceof ValidationError) {
    const issues = error.issues.map((issue) => ({ ...issue, attribute: issue.attribute ?? declared.name }))
    return addIssues(session, node, issues, pointer)
  }
  const kind = refusalOf(node.resource.adapter(), error, node.resource)?.kind
  // Another writer has created the same join row: the next attempt finds it.
  if (kind === 'unique') throw new Repeat('outdated', error)
  if (kind === 'notNull') {
    const issue = {
      attribute: declared.name,
      message: 'cannot be linked, because a link requires more values',
    }
    return addIssues(session, node, [issue], pointer)
  }
  if (kind === 'disagreement') {
    const issue = {
      attribute: declared.name,
      message: 'refers to a record that cannot be linked to this one',
    }
    return addIssues(session, node, [issue], pointer)
  }
  if (kind !== 'notFound' && kind !== 'foreignKey') throw error
  if (session.isReordered) throw new Repeat('refusedTogether', error)
  const detail = 'A record that this one refers to does not exist.'
  throw new RecordNotFound({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/**
 * The Resource that writes a node. For the primary record it is the context's own, because overrides may rely on its
 * state.
 */
export function instanceOf(session: Session, node: WriteNode): Resource {
  return node === session.graph.root ? session.instance : node.resource.instance
}

function addIssues(
  session: Session,
  node: WriteNode,
  issues: readonly ValidationIssue[],
  pointer: string | undefined,
): void {
  session.issues.push(...issues.map((issue) => ({ node, issue, pointer })))
}

function translated(
  error: unknown,
  session: Session,
  node: WriteNode,
  action: WriteAction,
  pointer: string | undefined,
): unknown {
  const fault = refusalOf(node.resource.adapter(), error, node.resource)
  if (!fault) return error
  if (session.isReordered && !isOfTransaction(fault)) return new Repeat('refusedTogether', error)
  const { version } = node.resource.config
  // The condition of the request is checked again on the current record.
  if (fault.kind === 'notFound' && node === session.graph.root && session.condition?.byVersion) {
    return new Repeat('outdated', error)
  }
  if (fault.kind === 'notFound' && action === 'update' && version !== undefined) {
    // Without a version in the request, the record has only changed between two steps of this write.
    return node.attributes.has(version) ? staleVersion(node) : new Repeat('outdated', error)
  }
  const meaning = meaningOf(fault, node, action)
  if (!meaning) return fault.kind === 'unique' ? new Repeat('takenId', error) : error
  if ('error' in meaning) return meaning.error
  addIssues(session, node, meaning.issues, pointer)
  return new ValidationError(meaning.issues)
}
