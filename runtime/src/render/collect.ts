import { memberOf } from '../base/cast.js'
import { type CompiledResource, idValueOf } from '../resource/compile.js'
import type { IncludePlan, NodePlan, PagePlan } from '../plan/plan.js'
import { currentRequest } from '../resource/frame.js'
import { groupOf } from '../resource/relations.js'
import type { Relationship } from '../vocabulary/relation.js'

/**
 * A resource identifier object: type and id of a record, without its fields.
 *
 * ```ts
 * const author: Identifier = { type: 'authors', id: '4' };
 * ```
 */
export interface Identifier {
  readonly type: string
  readonly id: string
}

/** One record of a document, even if several paths lead to it. */
export interface DocumentEntry {
  readonly id: string
  /** The beginning of its resource identifier as JSON: `{"type":"posts","id":`. */
  readonly head: string
  /** The id as JSON. */
  readonly idText: string
  readonly resource: CompiledResource
  readonly record: object
  /** The relationships whose linkage is rendered because they were included; undefined if there are none. */
  linkage: Linkage[] | undefined
}

/** The loaded linkage of one relationship. */
export interface Linkage {
  readonly name: string
  readonly many: boolean
  readonly related: DocumentEntry[]
  /** The page that cuts it, if there are more records. */
  cut?: CutPage | undefined
  /** The address of the records after the page. */
  next?: string | undefined
}

/** A page of a relationship, and the resource of its records. */
export interface CutPage {
  readonly page: PagePlan
  readonly resource: CompiledResource
}

/** The records of a document, each once (JSON:API, "Compound Documents"). */
export interface Collected {
  readonly primary: readonly DocumentEntry[]
  readonly included: readonly DocumentEntry[]
  /** Whether any linkage may be cut by a page. */
  readonly mayBeCut: boolean
}

/**
 * Walks the records along the includes that were loaded into them. Takes time linear in the records and their links: a
 * shared record is walked once for each include path.
 */
export function collect(records: readonly object[], root: NodePlan): Collected {
  const tables = new Map<string, EntryTable>()
  const order: DocumentEntry[] = []
  const { cuts } = currentRequest()
  const walk = walkOf(root, { tables, order, cuts })
  // Primary records come first, so that none of them becomes an included one.
  const found = records.map((record) => entryOf(record, walk))
  const count = order.length
  for (const [index, entry] of found.entries()) link(entry, records[index] ?? entry.record, walk)
  return { primary: order.slice(0, count), included: order.slice(count), mayBeCut: cuts.size > 0 }
}

/** The node of the records that an include has assigned to a parent; undefined if it is not known. */
export function relatedNode(parent: object, { relationship, nodes }: IncludePlan): NodePlan | undefined {
  return nodes.get(groupOf(relationship, parent))
}

/** The related records of a record. */
export function relatedRecords(parent: object, name: string): readonly object[] {
  const value = Object.hasOwn(parent, name) ? memberOf(parent, name) : undefined
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [value] : []
}

/**
 * The data for walking the records of one node. The functions below are made once, because functions that each document
 * makes anew would be compiled anew.
 */
interface Walk {
  readonly resource: CompiledResource
  readonly head: string
  /** The entries of its type. */
  readonly table: EntryTable
  /** The entries of the document, in the order of the walk. */
  readonly order: DocumentEntry[]
  /** The included records whose own includes were walked. */
  readonly walked: Set<object>
  readonly includes: readonly IncludeWalk[]
  readonly page: PagePlan | undefined
  readonly cuts: Collecting['cuts']
}

type EntryTable = Map<string | number, DocumentEntry>

interface IncludeWalk {
  readonly relationship: Relationship<CompiledResource>
  readonly many: boolean
  readonly below: ReadonlyMap<string, Walk>
}

/** The state that all walks of one document share. */
interface Collecting {
  readonly tables: Map<string, EntryTable>
  readonly order: DocumentEntry[]
  /** The relationships with more records than their page, by the record that has them. */
  readonly cuts: ReadonlyMap<object, ReadonlySet<string>>
}

function walkOf({ resource, includes, page }: NodePlan, collecting: Collecting): Walk {
  const { tables, order, cuts } = collecting
  const { type } = resource
  const table = tables.get(type) ?? new Map<string | number, DocumentEntry>()
  tables.set(type, table)
  return {
    resource,
    head: `{"type":${JSON.stringify(type)},"id":`,
    table,
    order,
    walked: new Set(),
    page,
    cuts,
    includes: includes.map(({ relationship, nodes }) => ({
      relationship,
      many: relationship.many,
      below: new Map([...nodes].map(([group, node]) => [group, walkOf(node, collecting)])),
    })),
  }
}

/** An id is the same as a number and as a string (rule 9.3); a lookup by number is faster. */
function idKeyOf(id: unknown, text: string): string | number {
  if (typeof id === 'number') return id
  const number = Number(text)
  return String(number) === text ? number : text
}

function entryOf(record: object, { resource, head, table, order }: Walk): DocumentEntry {
  const key = idValueOf(resource, record)
  const id = String(key)
  const tableKey = idKeyOf(key, id)
  const known = table.get(tableKey)
  if (known) return known
  const idText = typeof key === 'number' ? `"${id}"` : JSON.stringify(id)
  const entry: DocumentEntry = { id, head, idText, resource, record, linkage: undefined }
  table.set(tableKey, entry)
  order.push(entry)
  return entry
}

/** The entry of an included record. Its own includes are walked only once. */
function walked(record: object, walk: Walk): DocumentEntry {
  const entry = entryOf(record, walk)
  if (walk.includes.length === 0 || walk.walked.has(record)) return entry
  walk.walked.add(record)
  link(entry, record, walk)
  return entry
}

/** Adds the loaded includes of a node to the entry of its record, and so on below. */
function link(entry: DocumentEntry, record: object, { includes }: Walk): void {
  for (const { relationship, many, below } of includes) {
    const { name } = relationship
    // Records that a caller resolved may lack a requested include: without it there is no linkage.
    if (!Object.hasOwn(record, name) || memberOf(record, name) === undefined) continue
    const walk = below.get(groupOf(relationship, record))
    const related = walk ? relatedRecords(record, name).map((child) => walked(child, walk)) : []
    const isCut = walk?.page && walk.cuts.get(record)?.has(name)
    const cut = isCut ? { page: walk.page, resource: walk.resource } : undefined
    addLinkage(entry, name, many, related, cut)
  }
}

/**
 * Adds the linkage of one path. If another path has the same record, the linkage is the union of both: otherwise
 * `included` would contain records without a link.
 */
function addLinkage(
  entry: DocumentEntry,
  name: string,
  many: boolean,
  related: DocumentEntry[],
  cut: CutPage | undefined,
): void {
  const present = entry.linkage?.find((linkage) => linkage.name === name)
  if (!present) {
    const linkage = { name, many, related, cut }
    // A list that starts empty and grows reserves memory for seventeen members.
    if (entry.linkage) entry.linkage.push(linkage)
    else entry.linkage = [linkage]
  } else if (present.many || present.related.length === 0) {
    // The union of two paths is not a page.
    present.cut = undefined
    const known = new Set(present.related)
    for (const other of related) if (!known.has(other)) present.related.push(other)
  }
}
