import type { IncludeTree } from '../query/include.js'
import { type CompiledResource, idOf, keyOfRecord } from '../resource/compile.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import type { KeyValues } from '../value/key.js'
import type { WriteNode } from '../write/request/node.js'
import type { Session } from '../write/persist/session.js'

/** The keys of the records that a write has left in its relationships, by include path and type. */
export type WrittenKeys = ReadonlyMap<string, readonly KeyValues[]>

/** Collects the keys of what a write has created, updated or linked, along the relationships that lead there (rule 11.9). */
export function writtenKeys({ root, saved }: Session): WrittenKeys {
  const keys = new Map<string, Map<string, KeyValues>>()
  const visit = (node: WriteNode, prefix: string, open: ReadonlySet<WriteNode>): void => {
    for (const { sideload, references } of node.relationships) {
      const path = prefix + sideload.name
      for (const { node: child, method, isInverse } of references) {
        const record = saved.get(child)
        if (isInverse || method === 'destroy' || method === 'disassociate' || !record || open.has(child)) {
          continue
        }
        const key = nameOf(path, child.resource)
        keys.set(
          key,
          (keys.get(key) ?? new Map<string, KeyValues>()).set(
            idOf(child.resource, record),
            keyOfRecord(child.resource, record),
          ),
        )
        visit(child, `${path}.`, new Set([...open, child]))
      }
    }
  }
  visit(root, '', new Set([root]))
  return new Map([...keys].map(([path, ofPath]) => [path, [...ofPath.values()]]))
}

const wholeNodes = new WeakMap<NodePlan, NodePlan>()

/** A node of what was written alone, of which nothing is to be read any more: all of it is shown. */
export function wholeNode(node: NodePlan): NodePlan {
  const known = wholeNodes.get(node)
  if (known) return known
  const includes = node.includes.map((include) => ({
    ...include,
    nodes: new Map([...include.nodes].map(([group, below]) => [group, wholeNode(below)])),
  }))
  const made = { ...node, defaultFilters: [], page: undefined, includes }
  wholeNodes.set(node, made)
  return made
}

/**
 * Includes narrowed to what was written. These records are neither filtered nor paginated: the writer always sees the
 * records it wrote, and no others.
 */
export function narrowedIncludes(
  includes: readonly IncludePlan[],
  written: IncludeTree,
  keys: WrittenKeys,
): readonly IncludePlan[] {
  return includes.flatMap((include) => {
    const below = written.get(include.sideload.name)
    if (!below) return []
    const nodes = [...include.nodes].map(([group, node]): [string, NodePlan] => {
      const values = keys.get(nameOf(include.path, node.resource)) ?? []
      return [group, narrowed(node, values, below, keys)]
    })
    return [{ ...include, nodes: new Map(nodes) }]
  })
}

function narrowed(
  node: NodePlan,
  values: readonly KeyValues[],
  written: IncludeTree,
  keys: WrittenKeys,
): NodePlan {
  return {
    ...node,
    defaultFilters: [],
    filters: [],
    among: values,
    matchesNothing: values.length === 0,
    page: undefined,
    includes: narrowedIncludes(node.includes, written, keys),
  }
}

const nameOf = (path: string, { type }: CompiledResource): string => JSON.stringify([path, type])
