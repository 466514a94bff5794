import { columnValues } from '../../adapter/column-values.js'
import { keyOfId } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { watchersOf } from '../plan/watchers.js'
import { needsOf } from './needs.js'
import type { Session } from './session.js'

/**
 * The key of a primary record that the statement of the write finds by itself, so that no read has to come before it
 * (rule 11.4). Undefined if something else than its key decides whether the record is there, or if anything looks at
 * the record as it was.
 */
export function keyOfRoot(
  { graph, instance, condition, inBatches, isLocked }: Session,
  base: () => unknown,
): object | undefined {
  const { root, nodes } = graph
  const { resource, id } = root
  const { config, key, primaryKey } = resource
  const { comesBetween, overrides } = watchersOf(resource)
  const isAlone = nodes.length === 1 && root.relationships.length === 0 && condition === undefined
  if (!inBatches || isLocked || !isAlone || id === undefined || !resource.facts().findsByKey) return undefined
  if (comesBetween || overrides.resolve || overrides.baseScope || needsOf(nodes).serializable) {
    return undefined
  }
  if (config.defaultFilters.size > 0 || config.filters.get('id')?.filter !== undefined) return undefined
  if (config.validations.length > 0 || [...config.attributes.values()].some(({ schema }) => schema)) {
    return undefined
  }
  // A store may find a text by another spelling, and a number only by itself.
  if (key.length > 1 || !key.every(({ type: { kind } }) => kind === 'integer' || kind === 'bigint')) {
    return undefined
  }
  const known = keyOfId(resource, id)
  const isWhole = base() === currentRequest().baseScopeOf(instance, currentFrame().context)
  return known.ok && isWhole ? columnValues(primaryKey, known.value) : undefined
}
