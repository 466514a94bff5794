import { idOf } from '../../resource/compile.js'
import { type KnownRelation, relationIn, unlinkedValues } from '../../resource/relations.js'
import type { Graph } from '../request/graph.js'
import { keyName } from '../request/mentions.js'
import {
  bareNode,
  isLinked,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from '../request/node.js'
import { ofColumn } from '../../resource/wire-names.js'
import type { Link, Ref, Row, Step } from './step.js'
import { watchersOf } from './watchers.js'

/** A write, and the stored records that it names. */
export interface ResolvedWrite {
  readonly graph: Graph
  /** The state of a record: the existing one, if there is one. */
  of(node: WriteNode): { readonly existing?: object | undefined }
  /** The members, by id, of each relationship that replaces its set or must not link a member again. */
  readonly members: ReadonlyMap<WriteRelationship, ReadonlyMap<string, object>>
  /** The records that a many-to-many of the request names, and that a record of its join model links in the same request. */
  readonly linkedByRecords: ReadonlyMap<WriteRelationship, ReadonlySet<WriteNode>>
}

/** The steps of a write, and the records of the members that replaced sets leave out. */
export interface WritePlan {
  readonly steps: readonly Step[]
  readonly leftOut: ReadonlyMap<WriteNode, object>
}

/**
 * Plans a write record by record (rule 11.3): first the relatives that a record belongs to, then the record, then the
 * records that refer to it. Members that a set leaves out are unlinked before others are linked (rule 11.4). Runs no
 * query.
 */
export function planSteps(write: ResolvedWrite): WritePlan {
  const planner = new Planner(write)
  planner.planThrough(write.graph.root, undefined, [])
  return { steps: planner.steps, leftOut: planner.leftOut }
}

class Planner {
  steps: Step[] = []
  readonly leftOut = new Map<WriteNode, object>()
  readonly #write: ResolvedWrite
  /** The records whose steps are planned. */
  readonly #planned = new Set<WriteNode>()
  /** The links of a record that its first step must write. */
  readonly #pending = new Map<WriteNode, readonly Link[]>()

  constructor(write: ResolvedWrite) {
    this.#write = write
  }

  /** Plans a record, through its resource's `persistWithRelationships` if that is overridden (rule 1.5). */
  planThrough(node: WriteNode, parent: WriteNode | undefined, links: readonly Link[]): void {
    if (this.#planned.has(node)) {
      if (links.length > 0) this.#addRow({ node, parents: links, relatives: [], isWritten: true, parent })
      return
    }
    const parents = [...new Set([...(this.#pending.get(node) ?? []), ...links])]
    if (!watchersOf(node.resource).overrides.persistWithRelationships) {
      return this.#planRecord(node, parent, parents)
    }
    const around = this.steps
    this.steps = []
    this.#planRecord(node, parent, [])
    const { steps } = this
    this.steps = around
    this.steps.push({ kind: 'call', node, parents, parent, steps })
  }

  #planRecord(node: WriteNode, parent: WriteNode | undefined, parents: readonly Link[]): void {
    if (node.method === 'destroy') return this.#planDestroy(node, parent)
    const { relatives, linked, unlinked, toItself } = this.#planRelatives(node)
    this.#addRow({ node, parents, relatives, isWritten: false, parent })
    this.#planned.add(node)
    if (toItself.length > 0) this.#addRow({ node, parents: toItself, relatives: [], isWritten: true, parent })
    this.#destroyJoinRecords(node)
    for (const relationship of node.toMembers) this.#planChildren(relationship)
    for (const [relationship, relative] of linked) this.#addPair('link', relationship, relative)
    // Relatives that the record no longer refers to are destroyed last: until then its key still names them.
    for (const [relationship, { node: relative }] of unlinked) {
      if (relative.method === 'destroy') this.#planDestroy(relative, node)
      else this.planThrough(relative, node, [])
      this.#addPair('unlink', relationship, relative)
    }
  }

  /**
   * Plans to destroy the records of a join model that the request names, before a many-to-many unlinks the same pairs:
   * the store would delete their rows, and none would be left to destroy.
   */
  #destroyJoinRecords(node: WriteNode): void {
    const joined = new Set(
      node.relationships.flatMap(({ declared }) =>
        declared.relations.flatMap(({ join }) => join?.resources ?? []),
      ),
    )
    for (const relationship of node.toMembers) {
      for (const { node: child, method } of relationship.references) {
        if (method === 'destroy' && joined.has(child.resource)) this.#planDestroy(child, node)
      }
    }
  }

  #addRow(row: Row): void {
    const { node, parents, relatives } = row
    const { resource } = node
    const isKept =
      node !== this.#write.graph.root &&
      this.#write.of(node).existing !== undefined &&
      node.attributes.size === 0 &&
      parents.length + relatives.length === 0
    // An override may write more than the request.
    if (isKept && !watchersOf(resource).overrides.persistWithRelationships) {
      this.steps.push({ kind: 'keep', nodes: [node] })
    } else if (node.method === 'create' && !row.isWritten) {
      this.steps.push({ kind: 'insert', resource, rows: [row] })
    } else this.steps.push({ kind: 'update', resource, rows: [row] })
  }

  #addPair(
    kind: 'link' | 'unlink',
    relationship: WriteRelationship,
    child: WriteNode,
    {
      pointer,
      isInMemory = false,
    }: { readonly pointer?: string | undefined; readonly isInMemory?: boolean } = {},
  ): void {
    const { node: parent } = relationship
    const pairs = [{ parent, child, pointer: pointer ?? relationship.pointer }]
    const { associate, disassociate } = watchersOf(parent.resource).overrides
    const isValue =
      relationIn(relationship.declared).join === undefined && !(kind === 'link' ? associate : disassociate)
    this.steps.push({ kind, relationship, pairs, isInMemory: isInMemory || isValue })
  }

  /** Plans the relatives that a record belongs to. */
  #planRelatives(node: WriteNode) {
    const unlinkedToo = node.relationships.flatMap(({ declared, references: [reference] }) =>
      isUnlinked(reference) ? [declared.name] : [],
    )
    const relatives: Link[] = []
    // The key of a new record is known once it is written.
    const toItself: Link[] = []
    const linked: (readonly [WriteRelationship, WriteNode])[] = []
    const unlinked: (readonly [WriteRelationship, WriteReference])[] = []
    for (const relationship of node.toRelatives) {
      const { declared, pointer } = relationship
      const [reference] = relationship.references
      if (reference?.isInverse) continue
      if (!reference || isUnlinked(reference)) {
        const values = unlinkedValues(declared, unlinkedToo)
        const columns = declared.groupBy === undefined ? declared.ownKey : Object.keys(values)
        relatives.push({ columns, values, refs: {}, unlinks: true, pointer })
        if (reference) unlinked.push([relationship, reference])
        continue
      }
      const isItself = reference.node === node
      if (!isItself) this.planThrough(reference.node, node, [])
      const links = isItself && node.method === 'create' ? toItself : relatives
      links.push(ownLink(reference, relationship))
      linked.push([relationship, reference.node])
    }
    return { relatives, linked, unlinked, toItself }
  }

  #planChildren(relationship: WriteRelationship): void {
    const links = new Map<WriteNode, Link>()
    for (const reference of relationship.references) {
      const { node: child } = reference
      const link = isLinked(reference) ? this.#childLink(relationship, reference) : undefined
      if (!link) continue
      links.set(child, link)
      this.#pending.set(child, [...(this.#pending.get(child) ?? []), link])
    }
    for (const member of this.#leftOutOf(relationship)) this.#planLeftOut(relationship, member)
    for (const reference of relationship.references) {
      if (!reference.isInverse) this.#planChild(relationship, reference, links.get(reference.node))
    }
  }

  #planChild(
    relationship: WriteRelationship,
    { node: child, relation, method, pointer }: WriteReference,
    link: Link | undefined,
  ): void {
    const { node } = relationship
    switch (method) {
      case 'destroy':
        this.#planDestroy(child, node)
        return this.#addPair('unlink', relationship, child, { isInMemory: true })
      case 'disassociate':
        if (relationship.isLenient && !this.#write.of(child).existing) return
        return this.#planUnlink(relationship, child, pointer)
      case 'create':
      case 'update':
      case 'associate': {
        this.planThrough(child, node, link ? [link] : [])
        const isInMemory =
          relation.join !== undefined &&
          (this.#isMember(relationship, child) ||
            this.#write.linkedByRecords.get(relationship)?.has(child) === true)
        this.#addPair('link', relationship, child, { pointer, isInMemory })
      }
    }
  }

  /**
   * The link of a child to its parent. Undefined if the child has no key for it, or if the two are linked already. A
   * member is linked again if the request changes what its key refers to: the store may not let the key follow.
   */
  #childLink(relationship: WriteRelationship, { node: child, relation }: WriteReference): Link | undefined {
    const link = childLink(relation, relationship)
    if (link.columns.length === 0) return undefined
    const isChanged = Object.values(link.refs).some((ref) => changesColumn(ref))
    return isChanged || !this.#isMember(relationship, child) ? link : undefined
  }

  /** Linking a member again adds nothing (rule 11.4). */
  #isMember(relationship: WriteRelationship, { id }: WriteNode): boolean {
    return id !== undefined && this.#write.members.get(relationship)?.has(id) === true
  }

  /** In the order of their ids, so that the first refused record does not depend on the order of the store's rows. */
  #leftOutOf(relationship: WriteRelationship): readonly object[] {
    if (!relationship.replaces) return []
    const { target } = relationIn(relationship.declared)
    const kept = new Set(relationship.references.map(({ node }) => node.id))
    // A destroyed record has no links.
    for (const node of this.#planned) {
      if (node.method === 'destroy' && node.resource === target) kept.add(node.id)
    }
    const members = this.#write.members.get(relationship) ?? new Map<string, object>()
    return [...members]
      .filter(([id]) => !kept.has(id))
      .toSorted(byId)
      .map(([, member]) => member)
  }

  /** Plans to unlink a child that the request disassociates; its row stays (rule 11.4). */
  #planUnlink(relationship: WriteRelationship, child: WriteNode, pointer: string | undefined): void {
    const end =
      child.id === undefined ? endOfLink(relationship, pointer) : this.#endOf(relationship, child.id, pointer)
    this.planThrough(child, relationship.node, end ? [end] : [])
    this.#addPair('unlink', relationship, child, { pointer })
  }

  /** Plans to unlink a member that the request's set leaves out (rule 11.4). Faults point at the relationship. */
  #planLeftOut(relationship: WriteRelationship, member: object): void {
    const { node, declared, pointer } = relationship
    const { target } = relationIn(declared)
    const id = idOf(target, member)
    const place = { pointer, object: undefined, via: relationship }
    const child = bareNode({ resource: target, id, place }, 'update')
    this.leftOut.set(child, member)
    const end = this.#endOf(relationship, id, pointer)
    if (end) {
      this.#addRow({ node: child, parents: [end], relatives: [], isWritten: true, parent: node, pointer })
    } else this.steps.push({ kind: 'keep', nodes: [child] })
    this.#addPair('unlink', relationship, child)
  }

  /**
   * The columns that unlink an existing record; undefined if it has no key for the relationship, or if the request links
   * it to another record by that key: that link stays.
   */
  #endOf(relationship: WriteRelationship, id: string, pointer: string | undefined): Link | undefined {
    const end = endOfLink(relationship, pointer)
    const { type } = relationIn(relationship.declared).target
    return end && this.#write.graph.linkedKeys.has(keyName(type, id, end.columns)) ? undefined : end
  }

  /**
   * Plans to destroy a record: first the records below it that the request names, then the record, then the records
   * that it belonged to. So no key ever names a destroyed record.
   */
  #planDestroy(node: WriteNode, parent: WriteNode | undefined): void {
    if (this.#planned.has(node)) return
    const { toRelatives, toMembers } = node
    for (const relationship of toMembers) {
      for (const { node: child, method, pointer } of relationship.references) {
        if (method === 'destroy') this.#planDestroy(child, node)
        else this.#planUnlink(relationship, child, pointer)
      }
    }
    this.steps.push({ kind: 'delete', resource: node.resource, rows: [{ node, parent }] })
    this.#planned.add(node)
    for (const { references } of toRelatives) {
      for (const { node: relative, method } of references) {
        if (method === 'destroy') this.#planDestroy(relative, node)
      }
    }
  }
}

/** Shorter ids come first, so that numbers are in their order. */
const byId = ([one]: readonly [string, object], [other]: readonly [string, object]): number =>
  one.length - other.length || (one < other ? -1 : 1)

/** Whether the request has a value for a column of a record. */
const changesColumn = ({ node: { resource, attributes }, column }: Ref): boolean => {
  const { attribute } = ofColumn(resource, column)
  return attribute !== undefined && attributes.has(attribute.name)
}

const isUnlinked = (reference: WriteReference | undefined): boolean =>
  !reference || reference.method === 'destroy' || reference.method === 'disassociate'

/** The columns that link a record to a relative. */
function ownLink({ node, relation }: WriteReference, by: WriteRelationship): Link {
  const { declared, pointer } = by
  const { pairs, constants } = relation
  const isPolymorphic = declared.groupBy !== undefined
  // The keys of the other groups become null.
  const values = isPolymorphic ? { ...unlinkedValues(declared), ...constants.owner } : {}
  const refs = refsOf(pairs.owner, node, pairs.target)
  const columns = isPolymorphic ? Object.keys({ ...values, ...refs }) : pairs.owner
  return { columns, values, refs, unlinks: false, pointer, by }
}

/** The columns that link a child to a parent; none if the child has no key for it. */
function childLink({ pairs, constants }: KnownRelation, by: WriteRelationship): Link {
  const values = constants.target
  const refs = refsOf(pairs.target, by.node, pairs.owner)
  return { columns: Object.keys({ ...refs, ...values }), values, refs, unlinks: false, by }
}

/** The columns that unlink a child from its parent; undefined if the child has no key for it. */
function endOfLink({ declared }: WriteRelationship, pointer: string | undefined): Link | undefined {
  const columns = relationIn(declared).pairs.target
  return columns.length === 0
    ? undefined
    : { columns, values: unlinkedValues(declared), refs: {}, unlinks: true, pointer }
}

const refsOf = (columns: readonly string[], node: WriteNode, referred: readonly string[]): Link['refs'] =>
  Object.fromEntries(columns.map((column, at) => [column, { node, column: referred[at] ?? '' }]))
