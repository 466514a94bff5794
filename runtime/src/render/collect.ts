import { memberOf } from '../base/cast.js'
import { type CompiledResource, idValueOf } from '../resource/compile.js'
import type { IncludePlan, NodePlan, PagePlan } from '../plan/plan.js'
import { isCut } from '../read/cut-pages.js'
import { isToMany, type SideloadConfig } from '../declare/sideload.js'

/**
 * A resource identifier object: which record it is, and nothing of what is in it.
 *
 * ```ts
 * const author: Identifier = { type: 'authors', id: '4' }
 * ```
 */
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
  /** The page that cuts it, where more is behind that. */
  cut?: CutPage | undefined
  /** The address of what is behind the page. */
  next?: string | undefined
}

/** A page of a relationship, and the resource whose records it has. */
export interface CutPage {
  readonly page: PagePlan
  readonly resource: CompiledResource
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
  const tables = new Map<string, EntryTable>()
  const order: DocumentEntry[] = []
  const walk = walkOf(root, tables, order)
  // Primary records come first, so that none of them is taken for an included one.
  const found = records.map((record) => entryOf(record, walk))
  const count = order.length
  for (const [index, entry] of found.entries()) link(entry, records[index] ?? entry.record, walk)
  return { primary: order.slice(0, count), included: order.slice(count) }
}

/** The node of the records that an include has assigned to a parent; undefined where nothing is known of them. */
export function relatedNode(parent: object, { sideload, nodes }: IncludePlan): NodePlan | undefined {
  return nodes.get(groupOf(parent, sideload))
}

const groupOf = (parent: object, sideload: SideloadConfig): string =>
  sideload.kind === 'polymorphicBelongsTo' ? String(memberOf(parent, sideload.groupBy)) : ''

/** The records that stand in a relationship of a record. */
export function relatedRecords(parent: object, name: string): readonly object[] {
  const value = Object.hasOwn(parent, name) ? memberOf(parent, name) : undefined
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [value] : []
}

/**
 * What walking the records of one node needs. It is data, and the functions below are made once: those that every document
 * makes anew are compiled anew.
 */
interface Walk {
  readonly resource: CompiledResource
  readonly head: string
  /** The entries of its type. */
  readonly table: EntryTable
  /** The entries of the document, in the order in which they were met. */
  readonly order: DocumentEntry[]
  /** The included records whose own includes were walked. */
  readonly walked: Set<object>
  readonly includes: readonly IncludeWalk[]
  readonly page: PagePlan | undefined
}

type EntryTable = Map<string | number, DocumentEntry>

interface IncludeWalk {
  readonly sideload: SideloadConfig
  readonly many: boolean
  readonly below: ReadonlyMap<string, Walk>
}

function walkOf(
  { resource, includes, page }: NodePlan,
  tables: Map<string, EntryTable>,
  order: DocumentEntry[],
): Walk {
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
    includes: includes.map(({ sideload, nodes }) => ({
      sideload,
      many: isToMany(sideload),
      below: new Map([...nodes].map(([group, node]) => [group, walkOf(node, tables, order)])),
    })),
  }
}

/** An id is the same as a number and as a text (rule 9.3); a number is found sooner. */
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

/** The entry of an included record, whose own includes are walked once. */
function walked(record: object, walk: Walk): DocumentEntry {
  const entry = entryOf(record, walk)
  if (walk.includes.length === 0 || walk.walked.has(record)) return entry
  walk.walked.add(record)
  link(entry, record, walk)
  return entry
}

/** Adds to an entry what the includes of a node have loaded into a record of it, and so on below. */
function link(entry: DocumentEntry, record: object, { includes }: Walk): void {
  for (const { sideload, many, below } of includes) {
    const { name } = sideload
    // Records that a caller resolved may lack what was asked for: what is not loaded has no linkage.
    if (!Object.hasOwn(record, name) || memberOf(record, name) === undefined) continue
    const walk = below.get(groupOf(record, sideload))
    const related = walk ? relatedRecords(record, name).map((child) => walked(child, walk)) : []
    const cut = walk?.page && isCut(record, name) ? { page: walk.page, resource: walk.resource } : undefined
    addLinkage(entry, name, many, related, cut)
  }
}

/**
 * Adds what one path has loaded. Where the same record stands on another path too, its linkage is what both have loaded,
 * or `included` would hold records that nothing links to.
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
    // A list that grows from nothing takes room for seventeen.
    if (entry.linkage) entry.linkage.push(linkage)
    else entry.linkage = [linkage]
  } else if (present.many || present.related.length === 0) {
    // What two paths have loaded is no page.
    present.cut = undefined
    const known = new Set(present.related)
    for (const other of related) if (!known.has(other)) present.related.push(other)
  }
}
