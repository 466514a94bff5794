import { InvalidInclude } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../error/nearest.js'
import { includePaths, type IncludeDirective, type IncludeTree, permittedIncludes } from '../query/include.js'
import type { CompiledResource } from '../resource/compile.js'
import type { SideloadConfig } from '../declare/sideload.js'

/** A permitted include: its sideload, what it leads to, and what is included below. */
export interface IncludeNode {
  readonly path: string
  readonly sideload: SideloadConfig
  /** By the value of groupBy where the sideload is polymorphic; one entry under the empty name otherwise. */
  readonly targets: ReadonlyMap<
    string,
    { readonly resource: CompiledResource; readonly below: readonly IncludeNode[] }
  >
}

/**
 * What of the requested includes is permitted (rule 9.5): with a whitelist, anything else is dropped without an error,
 * unless strict (rule 2.4); without one, an unknown name is an error, whether or not there are rows.
 */
export function planIncludes(
  resource: CompiledResource,
  requested: IncludeTree | undefined,
  permitted: IncludeDirective | undefined,
  strict: boolean,
  faults: JsonapiError[],
): readonly IncludeNode[] {
  if (!requested) return []
  const tree = permitted ? permittedIncludes(requested, permitted) : requested
  if (permitted && strict) {
    const kept = new Set(includePaths(tree))
    for (const path of includePaths(requested)) {
      if (!kept.has(path)) faults.push(invalidInclude(`"${path}" can't be included here.`))
    }
  }
  return includeNodes([resource], tree, '', faults)
}

/** Every resource that the answer may hold records of, by type. */
export function reachedResources(
  root: CompiledResource,
  includes: readonly IncludeNode[],
): Map<string, CompiledResource> {
  const reached = new Map([[root.type, root]])
  const visit = (nodes: readonly IncludeNode[]): void => {
    for (const { targets } of nodes) {
      for (const { resource, below } of targets.values()) {
        reached.set(resource.type, resource)
        visit(below)
      }
    }
  }
  visit(includes)
  return reached
}

/**
 * The includes of one level. Below a polymorphic sideload there are several resources: a name that only some of them have
 * is loaded for those (rule 9.2), one that none has is unknown.
 */
function includeNodes(
  owners: readonly CompiledResource[],
  tree: IncludeTree,
  prefix: string,
  faults: JsonapiError[],
): readonly IncludeNode[] {
  const [owner] = owners
  const nodes: IncludeNode[] = []
  for (const [name, below] of tree) {
    const path = prefix + name
    const known = owners.some((candidate) => candidate.config.sideloads.has(name))
    if (!known) {
      const names = owners.flatMap((candidate) => [...candidate.config.sideloads.keys()])
      faults.push(
        invalidInclude(`"${path}" is no relationship path of the resource.${didYouMean(name, names)}`),
      )
      continue
    }
    const sideload = owners.length === 1 ? owner?.config.sideloads.get(name) : undefined
    if (sideload && owner) nodes.push(includeNode(owner, sideload, below, path, faults))
  }
  return nodes
}

function includeNode(
  owner: CompiledResource,
  sideload: SideloadConfig,
  tree: IncludeTree,
  path: string,
  faults: JsonapiError[],
): IncludeNode {
  const targets = owner.targets(sideload)
  const resources = [...targets.values()]
  if (targets.size > 1) includeNodes(resources, tree, `${path}.`, faults)
  const entries = [...targets].map(
    ([group, resource]): [string, { resource: CompiledResource; below: readonly IncludeNode[] }] => {
      const own =
        targets.size > 1 ? new Map([...tree].filter(([name]) => resource.config.sideloads.has(name))) : tree
      return [group, { resource, below: includeNodes([resource], own, `${path}.`, faults) }]
    },
  )
  return { path, sideload, targets: new Map(entries) }
}

const invalidInclude = (detail: string): InvalidInclude =>
  new InvalidInclude({ detail, source: { parameter: 'include' } })
