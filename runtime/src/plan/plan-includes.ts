import { InvalidInclude } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { withDenials } from '../error/denial.js'
import { isWatched, ownersOf, tellDropped } from './dropped-includes.js'
import { didYouMean } from '../vocabulary/nearest.js'
import {
  type DroppedInclude,
  droppedIncludes,
  type IncludeDirective,
  type IncludeTree,
  NO_INCLUDES,
  permittedIncludes,
} from '../query/include.js'
import type { Query } from '../query/query.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { rulesOnPath } from '../resource/denied-names.js'
import type { Guards } from '../resource/guards.js'

/**
 * The requested includes that are permitted (rule 9.5). With a whitelist, others are dropped without an error, unless
 * strict (rule 2.4): `explain` and the log of development name them. Without one, an unknown name is an error, with or
 * without rows.
 */
export function planIncludes(
  root: CompiledResource,
  { include, strict }: Pick<Query, 'include' | 'strict'>,
  permitted: IncludeDirective | undefined,
  guards: Guards,
  faults: JsonapiError[],
): IncludeTree {
  if (!include) return NO_INCLUDES
  if (!permitted) return include
  const tree = permittedIncludes(include, permitted)
  for (const dropped of strict || isWatched(guards) ? droppedIncludes(include, permitted) : []) {
    if (strict) faults.push(refusedInclude(root, dropped, guards))
    else tellDropped(root, dropped, guards)
  }
  return tree
}

/** The client gets only names that it may see. */
function refusedInclude(root: CompiledResource, dropped: DroppedInclude, guards: Guards): InvalidInclude {
  const { path, name, near } = dropped
  const owners = ownersOf(root, path.split('.').slice(0, -1))
  const seen = near.filter((one) => owners.some((owner) => seenSideload(owner, one, guards)))
  return invalidInclude(`"${path}" cannot be included here.${didYouMean(name, seen)}`)
}

/** Every resource whose records may be in the answer, by type. An unknown relationship is a fault. */
export function reachedResources(
  root: CompiledResource,
  includes: IncludeTree,
  guards: Guards,
  faults: JsonapiError[],
): Map<string, CompiledResource> {
  const reached = new Map([[root.type, root]])
  const visit = (owner: CompiledResource, tree: IncludeTree, prefix: string): void => {
    for (const [name, below] of tree) {
      const path = prefix + name
      const sideload = seenSideload(owner, name, guards)
      if (!sideload) {
        faults.push(unknownInclude(path, [owner], guards))
        continue
      }
      const targets = [...owner.targets(sideload).values()]
      // Below a polymorphic sideload, a name that only some of its resources have is loaded for those (rule 9.2).
      const unknown = targets.length > 1 ? namesOfNone(targets, below, guards) : []
      for (const other of unknown) faults.push(unknownInclude(`${path}.${other}`, targets, guards))
      for (const target of targets) {
        reached.set(target.type, target)
        visit(target, targets.length > 1 ? includesOfResource(target, below, guards) : below, `${path}.`)
      }
    }
  }
  visit(root, includes, '')
  return reached
}

/** The includes that a resource has: below a polymorphic sideload, others belong to other resources. */
function includesOfResource(resource: CompiledResource, tree: IncludeTree, guards: Guards): IncludeTree {
  return new Map([...tree].filter(([name]) => seenSideload(resource, name, guards)))
}

/** The relationship of that name, if this request may see it. */
export function seenSideload(
  resource: CompiledResource,
  name: string,
  guards: Guards,
): SideloadConfig | undefined {
  const sideload = resource.config.sideloads.get(name)
  return sideload && guards.sees(resource, sideload) ? sideload : undefined
}

const namesOfNone = (
  resources: readonly CompiledResource[],
  tree: IncludeTree,
  guards: Guards,
): readonly string[] =>
  [...tree.keys()].filter((name) => !resources.some((resource) => seenSideload(resource, name, guards)))

function unknownInclude(path: string, owners: readonly CompiledResource[], guards: Guards): InvalidInclude {
  const names = owners.flatMap((owner) =>
    [...owner.config.sideloads.values()]
      .filter((sideload) => guards.sees(owner, sideload))
      .map(({ name }) => name),
  )
  const name = path.slice(path.lastIndexOf('.') + 1)
  const detail = `"${path}" is not a relationship path of the resource.${didYouMean(name, names)}`
  return withDenials(
    invalidInclude(detail),
    guards.refusals(owners.flatMap((owner) => rulesOnPath(owner, [name]))),
  )
}

const invalidInclude = (detail: string): InvalidInclude =>
  new InvalidInclude({ detail, source: { parameter: 'include' } })
