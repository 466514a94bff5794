import { memberOf } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import type { IncludePlan, NodePlan } from '../scope/plan.js'
import { isToMany } from '../sideload/config.js'

/** A resource identifier object. */
export interface Identifier {
  readonly type: string
  readonly id: string
}

/** One record of a document, however many paths lead to it. */
export interface DocumentEntry {
  readonly identifier: Identifier
  readonly resource: CompiledResource
  readonly record: object
  /** Relationships whose linkage is rendered, because they were included; undefined where there are none. */
  linkage: Linkage[] | undefined
}

/** The linkage that was loaded of one relationship. */
export interface Linkage {
  readonly name: string
  readonly many: boolean
  readonly related: DocumentEntry[]
}

/** The records of a document, each once (JSON:API, "Compound Documents"). */
export interface Collected {
  readonly primary: readonly DocumentEntry[]
  readonly included: readonly DocumentEntry[]
}

/**
 * Walks the records along the includes that were loaded into them. Linear in the records and their links: a record that
 * many parents share is walked once for each include path.
 */
export function collect(records: readonly object[], root: NodePlan): Collected {
  const entries = new EntryTable()
  // Primary records come first, so that none of them is taken for an included one.
  for (const record of records) entries.of(record, root.resource)
  const count = entries.order.length
  const walked = new Map<NodePlan, Set<object>>()
  for (const record of records) walk(record, root, entries, walked)
  return { primary: entries.order.slice(0, count), included: entries.order.slice(count) }
}

/** The node of the records that an include has assigned to a parent; undefined where nothing is known of them. */
export function relatedNode(parent: object, { sideload, nodes }: IncludePlan): NodePlan | undefined {
  if (sideload.kind !== 'polymorphicBelongsTo') return nodes.get('')
  return nodes.get(String(memberOf(parent, sideload.groupBy)))
}

/** The records that stand in a relationship of a record. */
export function relatedRecords(parent: object, name: string): readonly object[] {
  const value = memberOf(parent, name)
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [value] : []
}

/** The entries of a document by type and id, in the order in which they were met. */
class EntryTable {
  readonly order: DocumentEntry[] = []
  readonly #byType = new Map<string, Map<string, DocumentEntry>>()

  of(record: object, resource: CompiledResource): DocumentEntry {
    const { type } = resource
    let ofType = this.#byType.get(type)
    if (!ofType) this.#byType.set(type, (ofType = new Map()))
    const id = String(memberOf(record, resource.primaryKey))
    let entry = ofType.get(id)
    if (!entry) {
      entry = { identifier: { type, id }, resource, record, linkage: undefined }
      ofType.set(id, entry)
      this.order.push(entry)
    }
    return entry
  }
}

function walk(
  record: object,
  node: NodePlan,
  entries: EntryTable,
  walked: Map<NodePlan, Set<object>>,
): DocumentEntry {
  const entry = entries.of(record, node.resource)
  if (node.includes.length === 0) return entry
  let seen = walked.get(node)
  if (!seen) walked.set(node, (seen = new Set()))
  if (seen.has(record)) return entry
  seen.add(record)
  for (const include of node.includes) {
    const { name } = include.sideload
    // Records that a caller resolved may lack what was asked for: what is not loaded has no linkage.
    if (!(name in record)) continue
    const below = relatedNode(record, include)
    const related = below
      ? relatedRecords(record, name).map((child) => walk(child, below, entries, walked))
      : []
    addLinkage(entry, include, related)
  }
  return entry
}

/**
 * Adds what one path has loaded. Where the same record stands on another path too, its linkage is what both have loaded,
 * or `included` would hold records that nothing links to.
 */
function addLinkage(entry: DocumentEntry, { sideload }: IncludePlan, related: DocumentEntry[]): void {
  const present = entry.linkage?.find(({ name }) => name === sideload.name)
  if (!present) {
    ;(entry.linkage ??= []).push({ name: sideload.name, many: isToMany(sideload), related })
  } else if (present.many) {
    const known = new Set(present.related)
    present.related.push(...related.filter((other) => !known.has(other)))
  } else if (present.related.length === 0) {
    present.related.push(...related)
  }
}
