import { columnValues } from '../../adapter/rows/column-values.js'
import { keyOfId } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { watchersOf } from '../plan/watchers.js'
import { needsOf } from './needs.js'
import type { Session } from '../session/session.js'

/**
 * The key of a primary record that the statement of the write finds by itself, so that no read must precede it (rule
 * 11.5). Undefined if anything besides the key decides whether the record is found, or if anything needs the record as
 * it was.
 */
export function keyOfRoot({
  graph,
  instance,
  base,
  condition,
  inBatches,
  isLocked,
}: Session): object | undefined {
  const { root, nodes } = graph
  const { resource, id } = root
  const isAlone = inBatches && !isLocked && nodes.length === 1 && root.relationships.length === 0
  const isFound = resource.facts().can.findByKey && watchersOf(resource).isFoundByKey
  if (!isAlone || !isFound || condition || id === undefined || needsOf(nodes).serializable) return undefined
  const known = keyOfId(resource, id)
  const isWhole = base() === currentRequest().baseScopeOf(instance, currentFrame().context)
  return known.ok && isWhole ? columnValues(resource.primaryKey, known.value) : undefined
}
