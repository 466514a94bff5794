import type { KeyedSideload, PolymorphicBelongsTo, SideloadConfig } from '../../declare/sideload.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { relationshipOf, relationTo, unlinkedValues } from '../../resource/relations.js'
import { holdsKey } from '../../vocabulary/relation.js'
import { keyName } from '../request/key-changes.js'
import {
  isKeyed,
  isOwn,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from '../request/node.js'
import { ofColumn } from '../../resource/wire-names.js'
import type { Link, LinkMaker, Ref, Row, Step } from './step.js'
import { watchersOf } from './watchers.js'

/** A write, and the stored records that it names. */
export interface ResolvedWrite {
  readonly root: WriteNode
  /** The existing records. */
  readonly existing: ReadonlyMap<WriteNode, object>
  /** The members, by id, of each relationship that replaces its set or must not link a member again. */
  readonly members: ReadonlyMap<WriteRelationship, ReadonlyMap<string, object>>
  /** The records that a many-to-many of the request names, and that a record of its join model links in the same request. */
  readonly linkedByRecords: ReadonlyMap<WriteRelationship, ReadonlySet<WriteNode>>
  /** The keys of existing records that the request sets. */
  readonly linkedKeys: () => ReadonlySet<string>
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
  planner.planThrough(write.root, undefined, [])
  return { steps: planner.steps, leftOut: planner.leftOut }
}

class Planner {
  steps: Step[] = []
  readonly leftOut = new Map<WriteNode, object>()
  readonly #write: ResolvedWrite
  /** The records whose steps are planned. */
  readonly #planned = new Set<WriteNode>()
  /** The links of a record that its first step has to write. */
  readonly #pending = new Map<WriteNode, readonly Link[]>()

  constructor(write: ResolvedWrite) {
    this.#write = write
  }

  /** Plans a record, through its resource's `persistWithRelationships` if that is overridden (rule 1.5). */
  planThrough(node: WriteNode, parent: WriteNode | undefined, links: readonly Link[]): void {
    if (this.#planned.has(node)) {
      if (links.length > 0) this.#addRow({ node, parents: links, relatives: [], isAgain: true, parent })
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
    this.#addRow({ node, parents, relatives, isAgain: false, parent })
    this.#planned.add(node)
    if (toItself.length > 0) this.#addRow({ node, parents: toItself, relatives: [], isAgain: true, parent })
    for (const relationship of node.relationships) {
      if (!isOwn(relationship.sideload)) this.#planChildren(node, relationship)
    }
    for (const [relationship, relative] of linked) this.#addPair('link', relationship, node, relative)
    // Relatives that the record no longer refers to are destroyed last: until then its key still names them.
    for (const [relationship, { node: relative }] of unlinked) {
      if (relative.method === 'destroy') this.#planDestroy(relative, node)
      else this.planThrough(relative, node, [])
      this.#addPair('unlink', relationship, node, relative)
    }
  }

  #addRow(row: Row): void {
    const { node, parents, relatives } = row
    const { root, existing } = this.#write
    const { resource } = node
    const isKept =
      node !== root &&
      existing.has(node) &&
      node.attributes.size === 0 &&
      parents.length + relatives.length === 0
    // An override may write more than the request.
    if (isKept && !watchersOf(resource).overrides.persistWithRelationships) {
      this.steps.push({ kind: 'keep', nodes: [node] })
    } else if (node.method === 'create' && !row.isAgain) {
      this.steps.push({ kind: 'insert', resource, rows: [row] })
    } else this.steps.push({ kind: 'update', resource, rows: [row] })
  }

  #addPair(
    kind: 'link' | 'unlink',
    relationship: WriteRelationship,
    parent: WriteNode,
    child: WriteNode,
    {
      pointer,
      isInMemory = false,
    }: { readonly pointer?: string | undefined; readonly isInMemory?: boolean } = {},
  ): void {
    const pairs = [{ parent, child, pointer: pointer ?? relationship.pointer }]
    this.steps.push({ kind, relationship, pairs, isInMemory })
  }

  /** Plans the relatives that a record belongs to. */
  #planRelatives(node: WriteNode) {
    const unlinkedToo = node.relationships.flatMap(({ sideload, references: [reference] }) =>
      isUnlinked(reference) ? [sideload.name] : [],
    )
    const relatives: Link[] = []
    // The key of a new record is known once it is written.
    const toItself: Link[] = []
    const linked: (readonly [WriteRelationship, WriteNode])[] = []
    const unlinked: (readonly [WriteRelationship, WriteReference])[] = []
    for (const relationship of node.relationships) {
      const { sideload, pointer } = relationship
      const [reference] = relationship.references
      if (!isOwn(sideload) || reference?.isInverse) continue
      if (!reference || isUnlinked(reference)) {
        const ended = relationshipOf(node.resource, sideload)
        const values = unlinkedValues(ended, unlinkedToo)
        const columns = holdsKey(ended) ? ended.ownKey : Object.keys(values)
        relatives.push({ columns, values, refs: {}, isEnd: true, pointer })
        if (reference) unlinked.push([relationship, reference])
        continue
      }
      const isItself = reference.node === node
      if (!isItself) this.planThrough(reference.node, node, [])
      const links = isItself && node.method === 'create' ? toItself : relatives
      links.push(ownLink(sideload, reference, pointer, { node, relationship }))
      linked.push([relationship, reference.node])
    }
    return { relatives, linked, unlinked, toItself }
  }

  #planChildren(node: WriteNode, relationship: WriteRelationship): void {
    const links = new Map<WriteNode, Link>()
    for (const { node: child, method, isInverse } of relationship.references) {
      const link = this.#childLink(node, relationship, child)
      if (!link || isInverse || method === 'destroy' || method === 'disassociate') continue
      links.set(child, link)
      this.#pending.set(child, [...(this.#pending.get(child) ?? []), link])
    }
    for (const member of this.#leftOutOf(node, relationship)) this.#planLeftOut(node, relationship, member)
    for (const reference of relationship.references) {
      if (!reference.isInverse) this.#planChild(node, relationship, reference, links.get(reference.node))
    }
  }

  #planChild(
    node: WriteNode,
    relationship: WriteRelationship,
    { node: child, method, pointer }: WriteReference,
    link: Link | undefined,
  ): void {
    switch (method) {
      case 'destroy':
        this.#planDestroy(child, node)
        return this.#addPair('unlink', relationship, node, child, { isInMemory: true })
      case 'disassociate':
        if (relationship.isLenient && !this.#write.existing.has(child)) return
        return this.#planUnlink(node, relationship, child, pointer)
      case 'create':
      case 'update':
      case 'associate': {
        this.planThrough(child, node, link ? [link] : [])
        const isInMemory =
          relationship.sideload.kind === 'hasAndBelongsToMany' &&
          (this.#isMember(relationship, child) ||
            this.#write.linkedByRecords.get(relationship)?.has(child) === true)
        this.#addPair('link', relationship, node, child, { pointer, isInMemory })
      }
    }
  }

  /**
   * The link of a child to its parent. Undefined if the child has no key for it, or if the two are linked already. A
   * member is linked again if the request changes what its key refers to: the store may not let the key follow.
   */
  #childLink(parent: WriteNode, relationship: WriteRelationship, child: WriteNode): Link | undefined {
    if (!isKeyed(relationship.sideload)) return undefined
    const link = childLink({ node: parent, relationship })
    const isChanged = Object.values(link.refs).some((ref) => changesColumn(ref))
    return isChanged || !this.#isMember(relationship, child) ? link : undefined
  }

  /** Linking a member again adds nothing (rule 11.4). */
  #isMember(relationship: WriteRelationship, { id }: WriteNode): boolean {
    return id !== undefined && this.#write.members.get(relationship)?.has(id) === true
  }

  #leftOutOf({ resource }: WriteNode, relationship: WriteRelationship): readonly object[] {
    if (!relationship.replaces) return []
    const target = resource.target(relationship.sideload)
    const kept = new Set(relationship.references.map(({ node }) => node.id))
    // A destroyed record has no links.
    for (const node of this.#planned) {
      if (node.method === 'destroy' && node.resource === target) kept.add(node.id)
    }
    const members = this.#write.members.get(relationship) ?? new Map<string, object>()
    return [...members].flatMap(([id, member]) => (kept.has(id) ? [] : [member]))
  }

  /** Plans to unlink a child that the request disassociates; its row stays (rule 11.4). */
  #planUnlink(
    node: WriteNode,
    relationship: WriteRelationship,
    child: WriteNode,
    pointer: string | undefined,
  ): void {
    const { sideload } = relationship
    const isMoved = child.id !== undefined && this.#isLinkedElsewhere(relationship, child.resource, child.id)
    const link = isKeyed(sideload) && !isMoved ? [endOfLink(sideload, node, pointer)] : []
    this.planThrough(child, node, link)
    this.#addPair('unlink', relationship, node, child, { pointer })
  }

  /** Plans to unlink a member that the request's set leaves out (rule 11.4). Faults point at the relationship. */
  #planLeftOut(node: WriteNode, relationship: WriteRelationship, member: object): void {
    const { sideload, pointer } = relationship
    const target = node.resource.target(sideload)
    if (!target) return
    const id = idOf(target, member)
    const child: WriteNode = {
      resource: target,
      method: 'update',
      id,
      tempId: undefined,
      attributes: new Map(),
      relationships: [],
      hasContent: false,
      place: { pointer, object: undefined, via: { parent: node, relationship } },
    }
    this.leftOut.set(child, member)
    if (isKeyed(sideload) && !this.#isLinkedElsewhere(relationship, target, id)) {
      const parents = [endOfLink(sideload, node, pointer)]
      this.#addRow({ node: child, parents, relatives: [], isAgain: true, parent: node, pointer })
    } else this.steps.push({ kind: 'keep', nodes: [child] })
    this.#addPair('unlink', relationship, node, child)
  }

  /** Whether the request links a record to another one by the key of this relationship: that link stays. */
  #isLinkedElsewhere({ sideload }: WriteRelationship, { type }: CompiledResource, id: string): boolean {
    return isKeyed(sideload) && this.#write.linkedKeys().has(keyName(type, id, sideload.foreignKey))
  }

  /**
   * Plans to destroy a record: first the records below it that the request names, then the record, then the records
   * that it belonged to. So no key ever names a destroyed record.
   */
  #planDestroy(node: WriteNode, parent: WriteNode | undefined): void {
    if (this.#planned.has(node)) return
    for (const relationship of node.relationships) {
      if (isOwn(relationship.sideload)) continue
      for (const { node: child, method, pointer } of relationship.references) {
        if (method === 'destroy') this.#planDestroy(child, node)
        else this.#planUnlink(node, relationship, child, pointer)
      }
    }
    this.steps.push({ kind: 'delete', resource: node.resource, rows: [{ node, parent }] })
    this.#planned.add(node)
    for (const { sideload, references } of node.relationships) {
      if (!isOwn(sideload)) continue
      for (const { node: relative, method } of references) {
        if (method === 'destroy') this.#planDestroy(relative, node)
      }
    }
  }
}

/** Whether the request has a value for a column of a record. */
const changesColumn = ({ node: { resource, attributes }, column }: Ref): boolean => {
  const { attribute } = ofColumn(resource, column)
  return attribute !== undefined && attributes.has(attribute.name)
}

const isUnlinked = (reference: WriteReference | undefined): boolean =>
  !reference || reference.method === 'destroy' || reference.method === 'disassociate'

/** The columns that link a record to a relative. */
function ownLink(
  sideload: (KeyedSideload & { readonly kind: 'belongsTo' }) | PolymorphicBelongsTo,
  { node, group }: WriteReference,
  pointer: string | undefined,
  by: LinkMaker,
): Link {
  const owner = by.node.resource
  const named = { name: sideload.name, ...(group !== '' && { group }) }
  const { pairs, constants } = relationTo(owner, named)
  const isPolymorphic = Object.keys(constants).length > 0
  // The keys of the other groups become null.
  const values = isPolymorphic ? { ...unlinkedValues(relationshipOf(owner, sideload)), ...constants } : {}
  const refs = refsOf(pairs.owner, node, pairs.target)
  const columns = isPolymorphic ? Object.keys({ ...values, ...refs }) : pairs.owner
  return { columns, values, refs, isEnd: false, pointer, by }
}

/** The columns that link a child to a parent. */
function childLink(by: LinkMaker): Link {
  const parent = by.node
  const { sideload } = by.relationship
  const { pairs, constants: values } = relationTo(parent.resource, sideload)
  const refs = refsOf(pairs.target, parent, pairs.owner)
  return { columns: Object.keys({ ...refs, ...values }), values, refs, isEnd: false, by }
}

/** The columns that unlink a child from its parent. */
const endOfLink = (sideload: SideloadConfig, { resource }: WriteNode, pointer: string | undefined): Link => ({
  columns: relationTo(resource, sideload).pairs.target,
  values: unlinkedValues(relationshipOf(resource, sideload)),
  refs: {},
  isEnd: true,
  pointer,
})

const refsOf = (columns: readonly string[], node: WriteNode, referred: readonly string[]): Link['refs'] =>
  Object.fromEntries(columns.map((column, at) => [column, { node, column: referred[at] ?? '' }]))
