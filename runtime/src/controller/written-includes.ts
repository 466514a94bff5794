import { isToMany } from '../declare/sideload.js'
import type { IncludeTree } from '../query/include.js'
import { type CompiledResource, idOf, keyOfRecord } from '../resource/compile.js'
import { relatedNode, relatedRecords } from '../render/collect.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import type { KeyValues } from '../value/key.js'
import { isKeyed, type WriteNode, type WriteRelationship } from '../write/request/node.js'
import { watchersOf } from '../write/plan/watchers.js'
import type { AtHand } from '../read/run.js'
import { atHandOf, type RecordOfWrite } from '../write/persist/fresh-records.js'
import type { Session } from '../write/persist/session.js'

/** The keys of the related records after a write, by include path and type. */
type WrittenKeys = ReadonlyMap<string, readonly KeyValues[]>

/** The related records after a write. */
export interface WrittenRecords {
  readonly keys: WrittenKeys
  /**
   * The include paths of to-many relationships that methods of the application have replaced: only the store knows
   * their members.
   */
  readonly replaced: ReadonlySet<string>
  /** All of them and the primary record, as far as they are known without a read. */
  readonly atHand: AtHand
  /** The relationships that the request names, by the place of their record: include path, type and id. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>
}

/** Collects the created, updated and linked records of a write by include path (rule 11.9). */
export function writtenOf(session: Session): WrittenRecords {
  const { root, saved } = session
  const keys = new Map<string, Map<string, KeyValues>>()
  const replaced = new Set<string>()
  const named = new Map<string, Set<string>>()
  const primary = saved.get(root)
  const records: RecordOfWrite[] = primary ? [{ session, node: root, record: primary }] : []
  const visit = (node: WriteNode, prefix: string, open: ReadonlySet<WriteNode>): void => {
    for (const relationship of node.relationships) {
      const path = prefix + relationship.sideload.name
      if (isReplacedByMethods(node, relationship)) replaced.add(path)
      for (const { node: child, method, isInverse } of relationship.references) {
        const record = saved.get(child)
        if (isInverse || method === 'destroy' || method === 'disassociate' || !record || open.has(child)) {
          continue
        }
        const key = nameOf(path, child.resource)
        const id = idOf(child.resource, record)
        keys.set(
          key,
          (keys.get(key) ?? new Map<string, KeyValues>()).set(id, keyOfRecord(child.resource, record)),
        )
        records.push({ session, node: child, record })
        const place = placeOf(path, child.resource, id)
        const names = named.get(place) ?? new Set<string>()
        named.set(place, names)
        for (const { sideload } of child.relationships) names.add(sideload.name)
        visit(child, `${path}.`, new Set([...open, child]))
      }
    }
  }
  visit(root, '', new Set([root]))
  return {
    keys: new Map([...keys].map(([path, ofPath]) => [path, [...ofPath.values()]])),
    atHand: atHandOf(records),
    replaced,
    named,
  }
}

/**
 * Takes from written records the to-many relationships that the request names of other records alone. They were loaded for all
 * records of the path and narrowed to the written ones. As the linkage of such a record, they would be a false set.
 */
export function removeUnnamed(
  parents: readonly object[],
  includes: readonly IncludePlan[],
  { named }: Pick<WrittenRecords, 'named'>,
): void {
  for (const parent of parents) {
    for (const include of includes) {
      const node = relatedNode(parent, include)
      const children = relatedRecords(parent, include.sideload.name)
      if (!node || node.includes.length === 0) continue
      for (const child of children) {
        const names = named.get(placeOf(include.path, node.resource, idOf(node.resource, child)))
        for (const { sideload } of node.includes) {
          if (isToMany(sideload) && !names?.has(sideload.name)) Reflect.set(child, sideload.name, undefined)
        }
      }
      removeUnnamed(children, node.includes, { named })
    }
  }
}

/** Whether a method of the application took part in replacing a set. The request then does not name all members. */
function isReplacedByMethods({ resource }: WriteNode, relationship: WriteRelationship): boolean {
  const { sideload, many, replaces, references } = relationship
  if (!many || !replaces) return false
  const target =
    isKeyed(sideload) || sideload.kind === 'hasAndBelongsToMany' ? resource.target(sideload) : undefined
  const related = [...references.map(({ node }) => node.resource), ...(target ? [target] : [])]
  const { associate, disassociate } = watchersOf(resource).overrides
  return (
    associate ||
    disassociate ||
    [resource, ...related].some((one) => {
      const { create, update, persistWithRelationships } = watchersOf(one).overrides
      return create || update || persistWithRelationships
    })
  )
}

/**
 * Includes narrowed to the written records, which are neither filtered nor paginated: the writer always sees the
 * records it wrote, and no others.
 */
export function narrowedIncludes(
  includes: readonly IncludePlan[],
  tree: IncludeTree,
  written: WrittenRecords,
): readonly IncludePlan[] {
  return includes.flatMap((include) => {
    const below = tree.get(include.sideload.name)
    if (!below) return []
    const nodes = [...include.nodes].map(([group, node]): [string, NodePlan] => [
      group,
      narrowed(include, node, written, narrowedIncludes(node.includes, below, written)),
    ])
    return [{ ...include, nodes: new Map(nodes) }]
  })
}

/** Includes of all visible records in the relationships that methods of the application have replaced. */
export function replacedIncludes(
  includes: readonly IncludePlan[],
  written: WrittenRecords,
): readonly IncludePlan[] {
  return includes.flatMap((include) => {
    const isReplaced = written.replaced.has(include.path)
    const nodes = [...include.nodes].map(([group, node]): [string, NodePlan] => {
      const below = replacedIncludes(node.includes, written)
      return [group, isReplaced ? { ...node, includes: below } : narrowed(include, node, written, below)]
    })
    const isAsked = isReplaced || nodes.some(([, node]) => node.includes.length > 0)
    return isAsked ? [{ ...include, nodes: new Map(nodes) }] : []
  })
}

function narrowed(
  { path }: IncludePlan,
  node: NodePlan,
  { keys }: WrittenRecords,
  includes: readonly IncludePlan[],
): NodePlan {
  const values = keys.get(nameOf(path, node.resource)) ?? []
  return {
    ...node,
    defaultFilters: [],
    filters: [],
    among: values,
    matchesNothing: values.length === 0,
    page: undefined,
    includes,
  }
}

const nameOf = (path: string, { type }: CompiledResource): string => JSON.stringify([path, type])

const placeOf = (path: string, { type }: CompiledResource, id: string): string =>
  JSON.stringify([path, type, id])
