import { refusalOf } from '../../adapter/refusal.js'
import type { Refusal } from '../../adapter/fault.js'
import type { WriteNode } from '../request/node.js'
import { Repeat } from '../unit/repeat.js'
import { type Session, sessionError } from '../session/session.js'
import { meaningOf } from '../session/store-fault.js'

/**
 * Translates a refused commit: a deferred constraint gives the same error as one that is checked immediately (rule
 * 23.8). The store does not name the record, so if several were written, the error points to none of them.
 *
 * @returns the error; a ValidationError once its issues are noted
 */
export function commitRefusal(
  error: unknown,
  session: Pick<Session, 'touched' | 'graph' | 'issues'>,
): unknown {
  const { touched, graph } = session
  const only = touched.length === 1 ? touched[0] : undefined
  const node = only?.node ?? withoutPlace(graph.root)
  const fault = refusalOf(graph.root.resource.adapter(), error, node.resource)
  if (!fault) return error
  const isDestroyed = touched.some(({ action }) => action === 'destroy')
  const action = only?.action ?? (isDestroyed ? 'destroy' : 'update')
  const meaning = meaningOf(only ? fault : withoutAttributes(fault), node, action)
  if (!meaning) return fault.kind === 'unique' ? new Repeat('takenId', error) : error
  if ('error' in meaning) return meaning.error
  session.issues.push(...meaning.issues.map((issue) => ({ node, issue })))
  return sessionError(session)
}

const withoutPlace = (node: WriteNode): WriteNode => ({
  ...node,
  place: { pointer: undefined, object: undefined, via: undefined },
})

const withoutAttributes = (fault: Refusal): Refusal =>
  'columns' in fault ? { ...fault, columns: [] } : fault
