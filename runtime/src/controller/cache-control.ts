import type { ReadPlan } from '../plan/plan.js'
import type { CompiledResource } from '../resource/compile.js'

/**
 * What an answer says to caches unless its resources say otherwise: only the client keeps it, and asks each time whether it
 * still holds (rule 26.7). Who may see it is not known here.
 */
export const DEFAULT_CACHE = 'private, no-cache'

/**
 * What an answer says to caches (rule 26.7): what its resource says, if every other resource that it may show says the
 * same. An answer is kept as carefully as the most careful of them.
 */
export function cacheControlOf(
  { root, included }: Pick<ReadPlan, 'root' | 'included'>,
  owner?: CompiledResource,
): string {
  const { cache } = root.resource.config
  if (cache === undefined) return DEFAULT_CACHE
  const others = included ? resourcesBelow(root) : []
  const all = owner ? [...others, owner] : others
  return all.every(({ config }) => config.cache === cache) ? cache : DEFAULT_CACHE
}

const resourcesBelow = ({ includes }: ReadPlan['root']): readonly CompiledResource[] =>
  includes.flatMap(({ nodes }) =>
    [...nodes.values()].flatMap((node) => [node.resource, ...resourcesBelow(node)]),
  )
