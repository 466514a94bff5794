import { InvalidInclude } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
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
import { compile, type CompiledResource } from '../resource/compile.js'
import { findRegistry } from '../resource/registry.js'
import { targetsIn } from '../resource/relations.js'
import { rulesOnPath } from './view/names.js'
import type { Views } from './view/view.js'

/**
 * The requested includes that are permitted (rule 9.5). With a whitelist, others are dropped without an error, unless
 * strict (rule 2.4): `explain` and the log of development name them. Without one, an unknown name is an error, with or
 * without rows.
 */
export function planIncludes(
  root: CompiledResource,
  { include, strict }: Pick<Query, 'include' | 'strict'>,
  permitted: IncludeDirective | undefined,
  views: Views,
  faults: JsonapiError[],
): IncludeTree {
  if (!include) return NO_INCLUDES
  if (!permitted) return include
  const tree = permittedIncludes(include, permitted)
  for (const dropped of strict || isWatched(views.guards) ? droppedIncludes(include, permitted) : []) {
    if (strict) faults.push(refusedInclude(root, dropped, views))
    else tellDropped(root, dropped, views.guards)
  }
  return tree
}

/** The client is shown only names that it may see. */
function refusedInclude(root: CompiledResource, dropped: DroppedInclude, views: Views): InvalidInclude {
  const { path, name, near } = dropped
  const owners = ownersOf(root, path.split('.').slice(0, -1))
  const seen = near.filter((one) => owners.some((owner) => views.of(owner).relation(one)))
  return invalidInclude(`"${path}" cannot be included here.${didYouMean(name, seen)}`)
}

/** Every resource whose records may be in the response, by type. An unknown relationship is an error. */
export function reachedResources(
  root: CompiledResource,
  includes: IncludeTree,
  views: Views,
  faults: JsonapiError[],
): Map<string, CompiledResource> {
  const reached = new Map([[root.type, root]])
  const visit = (owner: CompiledResource, tree: IncludeTree, prefix: string): void => {
    for (const [name, below] of tree) {
      const path = prefix + name
      const relation = views.of(owner).relation(name)
      if (!relation) {
        faults.push(unknownInclude(path, [owner], views))
        continue
      }
      const targets = targetsIn(relation.relationship)
      // Below a polymorphic sideload, a name that only some of its resources have is loaded for those (rule 9.2).
      const unknown = targets.length > 1 ? namesOfNone(targets, below, views) : []
      for (const other of unknown) faults.push(unknownInclude(`${path}.${other}`, targets, views))
      for (const target of targets) {
        reached.set(target.type, target)
        visit(target, targets.length > 1 ? includesOfResource(target, below, views) : below, `${path}.`)
      }
    }
  }
  visit(root, includes, '')
  return reached
}

/** The includes that a resource has: below a polymorphic sideload, others belong to other resources. */
function includesOfResource(resource: CompiledResource, tree: IncludeTree, views: Views): IncludeTree {
  return new Map([...tree].filter(([name]) => views.of(resource).relation(name)))
}

const namesOfNone = (
  resources: readonly CompiledResource[],
  tree: IncludeTree,
  views: Views,
): readonly string[] =>
  [...tree.keys()].filter((name) => !resources.some((resource) => views.of(resource).relation(name)))

function unknownInclude(path: string, owners: readonly CompiledResource[], views: Views): InvalidInclude {
  const names = owners.flatMap((owner) =>
    views
      .of(owner)
      .relations()
      .map(({ config }) => config.name),
  )
  const name = path.slice(path.lastIndexOf('.') + 1)
  const detail = `"${path}" is not a relationship path of the resource.${didYouMean(name, names)}`
  return views.guards.unknown(
    invalidInclude(detail),
    owners.flatMap((owner) => rulesOnPath(owner, [name])),
  )
}

const invalidInclude = (detail: string): InvalidInclude =>
  new InvalidInclude({ detail, source: { parameter: 'include' } })

/**
 * Any type of the API may be named in `fields`, even if this response cannot contain it. The field names are checked.
 */
export function addNamedTypes(
  resource: CompiledResource,
  reached: Map<string, CompiledResource>,
  query: Query,
): void {
  for (const type of [...query.fields.keys(), ...query.extraFields.keys()]) {
    const known = reached.has(type) ? undefined : findRegistry(resource.resourceClass)?.get(type)
    if (known) reached.set(type, compile(known))
  }
}
