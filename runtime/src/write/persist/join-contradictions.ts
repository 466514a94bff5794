import { sameColumns } from '../../adapter/rows/column-values.js'
import { keyIn } from '../../adapter/rows/keys.js'
import { InvalidDocument } from '../../error/errors.js'
import type { CompiledResource } from '../../resource/compile.js'
import { idOf } from '../../resource/compile.js'
import { relationIn } from '../../resource/relations.js'
import type { Mention } from '../request/mentions.js'
import { keepsLinked, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import type { Session } from '../session/session.js'

/**
 * The faults of a request that links two records by a many-to-many and unlinks them by a record of its join model, or
 * the other way round (rule 11.12). What the records of the join link is known once they are found. Notes the links that
 * such a record makes: they are not made twice.
 */
export function joinContradictions(session: Session): readonly InvalidDocument[] {
  const shortcuts = shortcutsIn(session)
  if (shortcuts.length === 0) return []
  const dropped = leftOut(session)
  return shortcuts.flatMap((shortcut) =>
    shortcut.resources.flatMap((resource) =>
      contradictionsOf(session, shortcut, rowsOf(session, resource, shortcut, dropped)),
    ),
  )
}

/** A many-to-many of a request over a join model that has a resource. */
interface Shortcut {
  readonly relationship: WriteRelationship
  readonly resources: readonly CompiledResource[]
  /** The columns of the join that refer to the owner, and those that refer to the related record; and what they refer to. */
  readonly key: readonly string[]
  readonly otherKey: readonly string[]
  readonly references: readonly string[]
  readonly otherReferences: readonly string[]
}

const shortcutsIn = ({ graph: { nodes } }: Session): readonly Shortcut[] =>
  nodes.flatMap((node) =>
    node.relationships.flatMap((relationship): readonly Shortcut[] => {
      if (node.method === 'destroy') return []
      const { join, pairs, target } = relationIn(relationship.declared)
      if (!join?.records || join.resources.length === 0) return []
      const { key, otherKey, otherReferences = target.primaryKey } = join.records
      const { resources } = join
      return [{ relationship, resources, key, otherKey, references: pairs.owner, otherReferences }]
    }),
  )

/** One end of a link: the key of a stored record, or a new record. */
type End = string | WriteNode | undefined

/** The two ends of a record of a join. */
interface Ends {
  readonly owner: End
  readonly other: End
  /** Whether the request itself names the other end. */
  readonly isNamed: boolean
}

/** A record of a join model that a request names or leaves out: what it links before and after. */
interface JoinedRow {
  readonly id: string | undefined
  readonly type: string
  readonly before: Ends | undefined
  readonly after: Ends | undefined
}

/** Members that the request leaves out of a set whose records have the key, each with the columns of that key. */
type LeftOut = readonly {
  readonly resource: CompiledResource
  readonly record: object
  readonly columns: readonly string[]
}[]

const leftOut = ({ graph: { nodes }, members }: Session): LeftOut =>
  nodes.flatMap((node) =>
    node.toMembers.flatMap((relationship) => {
      const { declared, replaces, references } = relationship
      if (!replaces) return []
      const { target: resource, pairs } = relationIn(declared)
      const kept = new Set(references.map((reference) => reference.node.id))
      return [...(members.get(relationship) ?? [])].flatMap(([id, record]) =>
        kept.has(id) ? [] : [{ resource, record, columns: pairs.target }],
      )
    }),
  )

function rowsOf(
  session: Session,
  resource: CompiledResource,
  shortcut: Shortcut,
  dropped: LeftOut,
): readonly JoinedRow[] {
  const { key, otherKey, references, otherReferences } = shortcut
  const ofJoin = dropped.filter((one) => one.resource === resource)
  const isDropped = (record: object, columns: readonly string[]): boolean =>
    ofJoin.some(
      (one) => sameColumns(one.columns, columns) && idOf(resource, one.record) === idOf(resource, record),
    )
  const nodes = session.graph.nodes.filter((node) => node.resource === resource)
  const named = nodes.map((node): JoinedRow => {
    const record = session.of(node).existing
    const change = (columns: readonly string[]): Mention | undefined => {
      const own = session.graph.mentions.filter(
        (one) => one.first === node && one.columns !== undefined && sameColumns(one.columns, columns),
      )
      return own.find(({ isUnlinked }) => !isUnlinked) ?? own[0]
    }
    const end = (columns: readonly string[], referred: readonly string[]): End => {
      const changed = change(columns)
      if (changed) {
        return changed.second && !changed.isUnlinked ? endOf(session, changed.second, referred) : undefined
      }
      return record && !isDropped(record, columns) ? keyIn(record, columns) : undefined
    }
    const isNamed = change(otherKey) !== undefined
    const after =
      node.method === 'destroy'
        ? undefined
        : { owner: end(key, references), other: end(otherKey, otherReferences), isNamed }
    return { id: node.id, type: resource.type, before: record && endsOf(record, shortcut), after }
  })
  const unnamed = ofJoin.flatMap(({ record }): readonly JoinedRow[] => {
    const id = idOf(resource, record)
    const before = endsOf(record, shortcut)
    return nodes.some((node) => node.id === id) ? [] : [{ id, type: resource.type, before, after: undefined }]
  })
  return [...named, ...unnamed]
}

const endsOf = (record: object, { key, otherKey }: Shortcut): Ends => {
  return { owner: keyIn(record, key), other: keyIn(record, otherKey), isNamed: false }
}

function endOf(session: Session, node: WriteNode, columns: readonly string[]): End {
  const record = session.of(node).existing
  return record ? keyIn(record, columns) : node
}

function contradictionsOf(
  session: Session,
  { relationship, references, otherReferences }: Shortcut,
  rows: readonly JoinedRow[],
): readonly InvalidDocument[] {
  const owner = endOf(session, relationship.node, references)
  if (owner === undefined) return []
  const named = new Map(
    relationship.references.map((reference) => [endOf(session, reference.node, otherReferences), reference]),
  )
  const members = new Set(
    [...(session.members.get(relationship)?.values() ?? [])].map((record) => keyIn(record, otherReferences)),
  )
  const isMember = (end: End): boolean => typeof end === 'string' && members.has(end)
  const linked = new Set(rows.map(({ after }) => (after?.owner === owner ? after.other : undefined)))
  const made = [...named].flatMap(([end, reference]) => (linked.has(end) ? [reference.node] : []))
  const noted = session.linkedByRecords.get(relationship) ?? []
  if (made.length > 0) session.linkedByRecords.set(relationship, new Set([...noted, ...made]))
  return rows.flatMap(({ before, after, ...row }) => {
    const faults: InvalidDocument[] = []
    if (after?.owner === owner && after.other !== undefined) {
      const reference = named.get(after.other)
      const isLeftOut = relationship.replaces && (after.isNamed || isMember(after.other))
      if (reference ? !keepsLinked(reference) : isLeftOut) {
        faults.push(faultOf(relationship, reference, row, false))
      }
    }
    if (before?.owner === owner && before.other !== undefined && !linked.has(before.other)) {
      const reference = named.get(before.other)
      if (reference && keepsLinked(reference)) faults.push(faultOf(relationship, reference, row, true))
    }
    return faults
  })
}

function faultOf(
  { declared, pointer: ofWhole }: WriteRelationship,
  reference: WriteReference | undefined,
  { id, type }: Pick<JoinedRow, 'id' | 'type'>,
  isLinked: boolean,
): InvalidDocument {
  const pointer = reference?.pointer ?? ofWhole
  const row = `the record${id === undefined ? '' : ` "${id}"`} of "${type}"`
  const detail = isLinked
    ? `This request links a record through "${declared.name}", but unlinks it through ${row}.`
    : `This request unlinks a record through "${declared.name}", but links it through ${row}.`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}
