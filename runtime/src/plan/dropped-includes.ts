import { castTo, memberOf } from '../base/cast.js'
import { printWarning } from '../error/print-fault.js'
import type { DroppedInclude } from '../query/include.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Guards } from '../resource/guards.js'
import { relationshipsOf, targetsIn } from '../resource/relations.js'
import { didYouMean } from '../vocabulary/nearest.js'

/** The maximum number of includes to print, so that a client that keeps requesting new names cannot fill the log. */
const MOST = 100

const printed = new Set<string>()

/** Whether dropped includes are reported, to `explain` or to the development log. */
export const isWatched = ({ explain }: Guards): boolean => explain !== undefined || isDevelopment()

/**
 * Reports an include that a whitelist drops, because a JSON:API response does not show that it is missing. `explain`
 * receives a line; without `explain`, the line is printed once during development.
 */
export function tellDropped(root: CompiledResource, dropped: DroppedInclude, { explain }: Guards): void {
  const place = `${root.type}.include.${dropped.path}`
  const why = `is ignored: ${whyDropped(root, dropped)}`
  if (explain) {
    explain.dropped(place, why)
    return
  }
  const line = `${place} ${why}`
  if (printed.size >= MOST || printed.has(line)) return
  printed.add(line)
  printWarning(line)
}

function whyDropped(root: CompiledResource, { path, name, near }: DroppedInclude): string {
  const owners = ownersOf(root, path.split('.').slice(0, -1))
  const names = owners.flatMap(({ config }) => [...config.sideloads.keys()])
  return names.includes(name)
    ? 'the whitelist does not permit it.'
    : `there is no such relationship.${didYouMean(name, [...near, ...names])}`
}

/** The resources at the end of a path of relationships. */
export function ownersOf(root: CompiledResource, path: readonly string[]): readonly CompiledResource[] {
  return path.reduce<readonly CompiledResource[]>(
    (owners, name) =>
      owners.flatMap((owner) => {
        const relationship = relationshipsOf(owner).get(name)
        return relationship ? targetsIn(relationship) : []
      }),
    [root],
  )
}

/** Other runtimes than Node have no `process`. */
function isDevelopment(): boolean {
  const environment = memberOf(castTo<{ process?: object }>(globalThis).process ?? {}, 'env')
  return memberOf(Object(environment), 'NODE_ENV') === 'development'
}
