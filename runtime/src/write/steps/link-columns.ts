import { memberOf } from '../../base/cast.js'
import { Forbidden } from '../../error/errors.js'
import type { ValidationIssue } from '../../error/validation-error.js'
import { keyIn, keyOf } from '../../adapter/rows/keys.js'
import { issuePlace } from '../request/issue-place.js'
import type { WriteNode } from '../request/node.js'
import type { LinkKeys } from '../plan/step.js'
import { Repeat } from '../unit/repeat.js'
import type { Session } from '../session/session.js'
import { keysIn, keyOver } from '../../resource/relations.js'

/** The columns that a link, or its removal, sets in a record, and its place in the request. */
export interface LinkColumns {
  /** The record that has the columns. */
  readonly node: WriteNode
  /** The foreign key. */
  readonly columns: readonly string[]
  readonly keys: LinkKeys
  /** The pointer of faults; by default that of the relationship. */
  readonly pointer?: string | undefined
}

/**
 * Whether a record can be linked (rule 11.11): its own key stays, and relationships that share a column agree on its
 * value. Otherwise notes the issue.
 *
 * Throws Forbidden if the whole foreign key is in the key of an existing record, which never changes.
 *
 * @param settled the other columns that the write sets in the record
 * @param record the stored record; undefined on a create
 */
export function mayLink(
  session: Session,
  link: LinkColumns,
  settled: LinkKeys,
  record: object | undefined,
): boolean {
  const { node, columns, keys } = link
  const { resource } = node
  const differs = (column: string, value: unknown): boolean => keyOf(keys[column]) !== keyOf(value)
  const changed = record
    ? Object.keys(keys).filter((column) => keys[column] !== null && differs(column, memberOf(record, column)))
    : []
  if (changed.some((column) => resource.primaryKey.includes(column))) {
    return refuse(session, link, 'contradicts the id of the record', record)
  }
  if (
    Object.entries(settled).some(([column, value]) => Object.hasOwn(keys, column) && differs(column, value))
  ) {
    return refuse(session, link, 'contradicts the other relationships of the record', record)
  }
  if (changed.length === 0) return true
  const named = node.relationships.map(({ declared }) => declared.name)
  const other = keysIn(resource).find(
    ({ name, columns: key }) =>
      !named.includes(name) &&
      !key.every((column) => columns.includes(column)) &&
      key.some((column) => changed.includes(column)) &&
      record &&
      keyIn(record, key) !== undefined,
  )
  return other ? refuse(session, link, `contradicts "${other.name}"`, record) : true
}

/**
 * Whether a record can be unlinked (rule 11.11): at least one column of its foreign key is used by nothing else.
 * Otherwise notes the issue.
 *
 * Throws Forbidden if the whole foreign key is in the key of the record.
 */
export function mayUnlink(session: Session, link: LinkColumns, record: object | undefined): boolean {
  const { columns, keys } = link
  if (Object.keys(keys).length > 0 || !record || keyIn(record, columns) === undefined) return true
  return refuse(session, link, 'cannot be unlinked, because other relationships need its key', record)
}

/** A relationship inside the record's key never changes: Forbidden. Any other refusal is an issue of the record. */
function refuse(
  session: Session,
  { node, columns, pointer }: LinkColumns,
  message: string,
  record: object | undefined,
): false {
  const { resource } = node
  const name = keyOver(columns, resource)
  const issue: ValidationIssue = { attribute: name, message }
  const isInside = columns.every((column) => resource.primaryKey.includes(column))
  if (isInside && record) {
    if (session.isReordered) throw new Repeat('refusedTogether')
    const place = pointer ?? issuePlace(node, issue).pointer
    const subject = name === undefined ? 'A relationship' : `"${name}"`
    throw new Forbidden({
      detail: `${subject} is part of the id of "${resource.type}" and cannot be changed.`,
      ...(place !== undefined && { source: { pointer: place } }),
    })
  }
  session.issues.push({ node, issue, pointer })
  return false
}
