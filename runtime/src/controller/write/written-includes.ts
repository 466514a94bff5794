import { madeOnce } from '../../base/made-once.js'
import { type CompiledResource, keyOfRecord } from '../../resource/compile.js'
import type { Asking, Guards } from '../../resource/guards.js'
import { type FieldPlan, fieldPlan } from '../../plan/plan-fields.js'
import { defaultOrder } from '../../plan/plan-sort.js'
import type { IncludePlan, NodePlan } from '../../plan/plan.js'
import { namesOf, type TypeFields, viewOf } from '../../plan/view/view.js'
import type { KeyValues } from '../../value/key.js'
import type { Relationship } from '../../vocabulary/relation.js'
import { isLinked, keepsLinked, type WriteNode, type WriteRelationship } from '../../write/request/node.js'
import { watchersOf } from '../../write/plan/watchers.js'
import type { KnownRecords } from '../../reader/run.js'
import { WrittenLinks } from '../../reader/known-records.js'
import { keyText } from '../../adapter/rows/keys.js'
import { knownRecordsOf, type RecordOfWrite } from '../../write/session/fresh-records.js'
import type { Session } from '../../write/session/session.js'

/** A relationship that the request names at an include path, of one record or of several. */
interface WrittenInclude extends Pick<NodePlan, 'path' | 'pagedBy'> {
  readonly relationship: Relationship<CompiledResource>
  /** By group. */
  readonly nodes: ReadonlyMap<string, WrittenRecords>
  /** Whether methods of the application have replaced it: only the store knows its members. */
  isReplaced: boolean
}

/** The records of one resource that the request names in a relationship, and the relationships that it names of them. */
interface WrittenRecords {
  readonly resource: CompiledResource
  /** By their texts. */
  readonly keys: Map<string, KeyValues>
  readonly includes: WrittenIncludes
}

type WrittenIncludes = Map<string, WrittenInclude>

/** The records of a write that its response shows, also without an `include`. */
export interface Written {
  /** The relationships of the primary record that the request names, by name. */
  readonly includes: ReadonlyMap<string, WrittenInclude>
  readonly resources: ReadonlySet<CompiledResource>
  /** The created, updated and linked records, the primary one included. */
  readonly known: KnownRecords
}

/** Collects the records that a write leaves, as the request connects them, and as far as the viewer may see (rule 11.9). */
export function writtenOf(session: Session, guards: Guards): Written {
  const { root } = session.graph
  const includes: WrittenIncludes = new Map()
  const resources = new Set<CompiledResource>()
  const primary = session.of(root).saved
  const records: RecordOfWrite[] = primary ? [{ session, node: root, record: primary }] : []
  const links = new WrittenLinks()
  const open = new Set<WriteNode>()
  const visit = (
    node: WriteNode,
    above: WrittenIncludes,
    place: Pick<NodePlan, 'path' | 'pagedBy'>,
  ): void => {
    open.add(node)
    const view = viewOf(node.resource, guards)
    const parent = session.of(node).saved
    for (const relationship of node.relationships) {
      const { declared, references } = relationship
      const isShown = references.length === 0 || references.some(isLinked)
      if (!isShown || !view.relation(declared.name)) continue
      const include = madeOnce(above, declared.name, () => newInclude(declared, place))
      for (const { resource } of include.nodes.values()) resources.add(resource)
      include.isReplaced ||= isReplacedByMethods(node, relationship)
      const members = parent && links.name(node.resource, parent, declared.name)
      for (const reference of references) {
        const { node: child, relation, isInverse } = reference
        const record = session.of(child).saved
        const written = include.nodes.get(relation.group)
        if (!record || !written || !keepsLinked(reference)) continue
        const key = keyOfRecord(child.resource, record)
        const text = keyText(key) ?? ''
        members?.add(text)
        written.keys.set(text, key)
        if (open.has(child)) continue
        records.push({ session, node: child, record })
        // A list that names the record above among others is shown whole, but what is below that record is at its own path.
        if (!isInverse) visit(child, written.includes, include)
      }
    }
    open.delete(node)
  }
  visit(root, includes, { path: '', pagedBy: '' })
  const isCertain = session.changes.isOwnSince(session.startedAt)
  return { includes, resources, known: knownRecordsOf(records, { links, isCertain }) }
}

function newInclude(
  relationship: Relationship<CompiledResource>,
  above: Pick<NodePlan, 'path' | 'pagedBy'>,
): WrittenInclude {
  const { name, many, relations } = relationship
  const path = above.path === '' ? name : `${above.path}.${name}`
  const nodes = new Map(
    relations.flatMap(({ group, target }): [string, WrittenRecords][] =>
      target ? [[group, { resource: target, keys: new Map(), includes: new Map() }]] : [],
    ),
  )
  return { path, pagedBy: many ? path : above.pagedBy, relationship, nodes, isReplaced: false }
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
 * The fields of a plan, and those of other resources, whose records a response shows although its request does not ask
 * for them.
 */
export async function fieldsWith(
  fields: FieldPlan,
  resources: Iterable<CompiledResource>,
  guards: Guards,
): Promise<FieldPlan> {
  const others = [...resources].filter(({ type }) => !fields.types.has(type))
  if (others.length === 0) return fields
  if (others.some((one) => namesOf(one).guards.length > 0)) await guards.ask(rulesOf(others))
  const added = others.map((one): [string, TypeFields] => [one.type, viewOf(one, guards).fields])
  return { ...fieldPlan(new Map([...fields.types, ...added])), values: fields.values }
}

function* rulesOf(resources: readonly CompiledResource[]): Asking<void> {
  for (const { attributes, relations } of resources.map(namesOf)) {
    for (const { readable } of [...attributes.values(), ...relations.values()]) yield readable
  }
}

/**
 * The includes of the records that the request names, which are neither filtered nor paginated: the writer always sees
 * the records it wrote, and no others.
 */
export const writtenIncludes = (
  includes: ReadonlyMap<string, WrittenInclude>,
  fields: FieldPlan,
): readonly IncludePlan[] =>
  Array.from(includes.values(), (include) => {
    const nodes = Array.from(include.nodes, ([group, written]): [string, NodePlan] => [
      group,
      nodeOf(include, written, fields, writtenIncludes(written.includes, fields)),
    ])
    return { path: include.path, relationship: include.relationship, nodes: new Map(nodes) }
  })

/** Includes of all visible records in the relationships that methods of the application have replaced. */
export const replacedIncludes = (
  includes: ReadonlyMap<string, WrittenInclude>,
  fields: FieldPlan,
): readonly IncludePlan[] =>
  [...includes.values()].flatMap((include) => {
    const { path, relationship, isReplaced } = include
    const nodes = Array.from(include.nodes, ([group, written]): [string, NodePlan] => {
      const node = nodeOf(include, written, fields, replacedIncludes(written.includes, fields))
      const defaultFilters = [...node.resource.config.defaultFilters.values()]
      return [group, isReplaced ? { ...node, defaultFilters, matchesNothing: false, among: undefined } : node]
    })
    const isAsked = isReplaced || nodes.some(([, node]) => node.includes.length > 0)
    return isAsked ? [{ path, relationship, nodes: new Map(nodes) }] : []
  })

const nodeOf = (
  { path, pagedBy }: WrittenInclude,
  { resource, keys }: WrittenRecords,
  fields: FieldPlan,
  includes: readonly IncludePlan[],
): NodePlan => ({
  path,
  pagedBy,
  resource,
  defaultFilters: [],
  filters: [],
  matchesNothing: keys.size === 0,
  among: [...keys.values()],
  extraFields: fields.types.get(resource.type)?.extraFields ?? [],
  order: defaultOrder(resource),
  page: undefined,
  includes,
})
