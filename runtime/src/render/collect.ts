import { memberOf } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import type { IncludePlan, NodePlan } from '../scope/plan.js'
import { isToMany, type SideloadConfig } from '../sideload/config.js'

/** A resource identifier object. */
export interface Identifier {
  readonly type: string
  readonly id: string
}

/** One record of a document, however many paths lead to it. */
export interface DocumentEntry {
  readonly id: string
  /** What its resource identifier begins with, as JSON: `{"type":"posts","id":`. */
  readonly head: string
  /** The id as JSON. */
  readonly idText: string
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
  const entryOf = entries.of(root.resource)
  const found = records.map((record) => entryOf(record))
  const count = entries.order.length
  const link = linker(root, entries)
  if (link) for (const [index, entry] of found.entries()) link(entry, records[index] ?? entry.record)
  return { primary: entries.order.slice(0, count), included: entries.order.slice(count) }
}

/** The node of the records that an include has assigned to a parent; undefined where nothing is known of them. */
export function relatedNode(parent: object, { sideload, nodes }: IncludePlan): NodePlan | undefined {
  return nodes.get(groupOf(parent, sideload))
}

const groupOf = (parent: object, sideload: SideloadConfig): string =>
  sideload.kind === 'polymorphicBelongsTo' ? String(memberOf(parent, sideload.groupBy)) : ''

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

  /** What gives the entry of a record of that resource. */
  of(resource: CompiledResource): (record: object) => DocumentEntry {
    const { type, primaryKey } = resource
    const head = `{"type":${JSON.stringify(type)},"id":`
    const { order } = this
    const ofType = this.#byType.get(type) ?? new Map<string, DocumentEntry>()
    this.#byType.set(type, ofType)
    return (record) => {
      const key = memberOf(record, primaryKey)
      const id = String(key)
      const known = ofType.get(id)
      if (known) return known
      const entry = {
        id,
        head,
        idText: typeof key === 'number' ? `"${id}"` : JSON.stringify(id),
        resource,
        record,
        linkage: undefined,
      }
      ofType.set(id, entry)
      order.push(entry)
      return entry
    }
  }
}

/** Adds to an entry what the includes of a node have loaded into a record of it, and so on below. */
type Link = (entry: DocumentEntry, record: object) => void

/** Undefined where the node includes nothing. */
function linker(node: NodePlan, entries: EntryTable): Link | undefined {
  if (node.includes.length === 0) return undefined
  const includes = node.includes.map((include) => relatedLinker(include, entries))
  return (entry, record) => {
    for (const link of includes) link(entry, record)
  }
}

function relatedLinker({ sideload, nodes }: IncludePlan, entries: EntryTable): Link {
  const { name } = sideload
  const many = isToMany(sideload)
  const walks = new Map([...nodes].map(([group, node]) => [group, walker(node, entries)]))
  return (entry, record) => {
    // Records that a caller resolved may lack what was asked for: what is not loaded has no linkage.
    if (!(name in record)) return
    const walk = walks.get(groupOf(record, sideload))
    const related = walk ? relatedRecords(record, name).map((child) => walk(child)) : []
    addLinkage(entry, name, many, related)
  }
}

function walker(node: NodePlan, entries: EntryTable): (record: object) => DocumentEntry {
  const entryOf = entries.of(node.resource)
  const link = linker(node, entries)
  if (!link) return entryOf
  const walked = new Set<object>()
  return (record) => {
    const entry = entryOf(record)
    if (!walked.has(record)) {
      walked.add(record)
      link(entry, record)
    }
    return entry
  }
}

/**
 * Adds what one path has loaded. Where the same record stands on another path too, its linkage is what both have loaded,
 * or `included` would hold records that nothing links to.
 */
function addLinkage(entry: DocumentEntry, name: string, many: boolean, related: DocumentEntry[]): void {
  const present = entry.linkage?.find((linkage) => linkage.name === name)
  if (!present) {
    ;(entry.linkage ??= []).push({ name, many, related })
  } else if (present.many) {
    const known = new Set(present.related)
    present.related.push(...related.filter((other) => !known.has(other)))
  } else if (present.related.length === 0) {
    present.related.push(...related)
  }
}
