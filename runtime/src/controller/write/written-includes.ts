import { setMember } from '../../base/cast.js'
import { madeOnce } from '../../base/made-once.js'
import type { IncludeTree } from '../../query/include.js'
import { type CompiledResource, idOf, keyOfRecord } from '../../resource/compile.js'
import { relatedNode, relatedRecords } from '../../render/collect.js'
import type { IncludePlan, NodePlan } from '../../plan/plan.js'
import type { KeyValues } from '../../value/key.js'
import { keepsLinked, type WriteNode, type WriteRelationship } from '../../write/request/node.js'
import { watchersOf } from '../../write/plan/watchers.js'
import type { KnownRecords } from '../../reader/run.js'
import { keyOf, WrittenLinks } from '../../reader/known-records.js'
import { knownRecordsOf, type RecordOfWrite } from '../../write/session/fresh-records.js'
import type { Session } from '../../write/session/session.js'

/** A record that a write leaves at an include path, and the relationships that the request names of it. */
interface Related {
  readonly key: KeyValues
  readonly named: Set<string>
}

/** The related records after a write, by include path, by resource and by id. */
type RelatedRecords = ReadonlyMap<string, ReadonlyMap<CompiledResource, ReadonlyMap<string, Related>>>

/** The related records after a write. */
export interface WrittenRecords {
  readonly related: RelatedRecords
  readonly links: WrittenLinks
  /**
   * The include paths of to-many relationships that methods of the application have replaced: only the store knows
   * their members.
   */
  readonly replaced: ReadonlySet<string>
  /** All of them and the primary record, as far as they are known without a read. */
  readonly known: KnownRecords
}

/** Collects the created, updated and linked records of a write by include path (rule 11.9). */
export function writtenOf(session: Session): WrittenRecords {
  const { root } = session.graph
  const related = new Map<string, Map<CompiledResource, Map<string, Related>>>()
  const replaced = new Set<string>()
  const primary = session.of(root).saved
  const records: RecordOfWrite[] = primary ? [{ session, node: root, record: primary }] : []
  const links = new WrittenLinks()
  const open = new Set<WriteNode>()
  const visit = (node: WriteNode, prefix: string): void => {
    open.add(node)
    for (const relationship of node.relationships) {
      const path = prefix + relationship.declared.name
      if (isReplacedByMethods(node, relationship)) replaced.add(path)
      const atPath = madeOnce(related, path, () => new Map<CompiledResource, Map<string, Related>>())
      for (const reference of relationship.references) {
        const { node: child } = reference
        const record = session.of(child).saved
        if (!record || !keepsLinked(reference)) continue
        const { resource, relationships } = child
        const isItself = open.has(child)
        const parent = session.of(node).saved
        if (parent) {
          links.note({ resource: node.resource, record: parent }, relationship.declared.name, {
            resource,
            record,
          })
        }
        if (!isItself) records.push({ session, node: child, record })
        const { named } = madeOnce(
          madeOnce(atPath, resource, () => new Map<string, Related>()),
          idOf(resource, record),
          () => ({ key: keyOfRecord(resource, record), named: new Set() }),
        )
        // A list that names the record above among others is shown whole, but what is below that record is at its own path.
        if (reference.isInverse) continue
        for (const { declared } of relationships) named.add(declared.name)
        if (!isItself) visit(child, `${path}.`)
      }
    }
    open.delete(node)
  }
  visit(root, '')
  return {
    related,
    links,
    known: knownRecordsOf(records, session.changes.isOwnSince(session.startedAt) ? links : undefined),
    replaced,
  }
}

/**
 * Takes from the to-many relationships of written records the members that the request names only of other records. They
 * were loaded for all records of the path, and would be a false set of this one.
 */
export function removeUnnamed(
  parents: readonly object[],
  includes: readonly IncludePlan[],
  written: WrittenRecords,
): void {
  for (const parent of parents) {
    for (const include of includes) {
      const node = relatedNode(parent, include)
      const children = relatedRecords(parent, include.relationship.name)
      if (!node || node.includes.length === 0) continue
      const { resource, includes: below } = node
      const related = written.related.get(include.path)?.get(resource)
      for (const child of children) {
        const names = related?.get(idOf(resource, child))?.named
        for (const each of below) {
          const { name, many } = each.relationship
          if (!many) continue
          const target = names?.has(name) ? relatedNode(child, each)?.resource : undefined
          const linked = target && written.links.of({ resource, record: child }, name, target)
          const members = relatedRecords(child, name)
          setMember(child, name, linked && members.filter((one) => linked.has(keyOf(target, one))))
        }
      }
      removeUnnamed(children, below, written)
    }
  }
}

/** Whether a method of the application took part in replacing a set. The request then does not name all members. */
function isReplacedByMethods({ resource }: WriteNode, relationship: WriteRelationship): boolean {
  const { declared, replaces, references } = relationship
  if (!declared.many || !replaces) return false
  const related = [
    ...references.map(({ node }) => node.resource),
    ...declared.relations.flatMap(({ target }) => target ?? []),
  ]
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
    const below = tree.get(include.relationship.name)
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
  if (written.replaced.size === 0) return []
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
  { related }: WrittenRecords,
  includes: readonly IncludePlan[],
): NodePlan {
  const records = related.get(path)?.get(node.resource)?.values() ?? []
  const values = Array.from(records, ({ key }) => key)
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
