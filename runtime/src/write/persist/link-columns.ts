import { memberOf } from '../../base/cast.js'
import { Forbidden } from '../../error/errors.js'
import type { ValidationIssue } from '../../error/validation-error.js'
import { keyIn, keyOf } from '../../adapter/keys.js'
import { issuePlace } from '../request/issue-place.js'
import type { WriteNode } from '../request/node.js'
import type { LinkKeys } from '../plan/link-keys.js'
import { refusedBeforeItsTurn } from './refused-batch.js'
import type { Session } from './session.js'
import { ownRelationships, relationshipOf } from '../plan/shared-columns.js'

/** What a link, or its end, sets in a record, and what the request calls it. */
export interface LinkColumns {
  /** The record whose columns they are. */
  readonly node: WriteNode
  /** The foreign key. */
  readonly columns: readonly string[]
  readonly keys: LinkKeys
  /** What a fault points at; the relationship of the record where it is left out. */
  readonly pointer?: string | undefined
}

/**
 * Whether a record can be linked so (rule 11.11): it keeps its key, and relationships that share a column agree on it. Where
 * they do not, the issue is noted.
 *
 * Throws Forbidden if all of the foreign key is in the key of an existing record, because that never changes.
 *
 * @param settled what else the write sets in the record
 * @param record the record as it is; undefined for one that is created
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
    return refuse(session, link, 'does not agree with the id of the record', record)
  }
  if (
    Object.entries(settled).some(([column, value]) => Object.hasOwn(keys, column) && differs(column, value))
  ) {
    return refuse(session, link, 'does not agree with what else the record belongs to', record)
  }
  const named = node.relationships.map(({ sideload }) => sideload.name)
  const other = ownRelationships(resource).find(
    ({ name, foreignKey }) =>
      !named.includes(name) &&
      !foreignKey.every((column) => columns.includes(column)) &&
      foreignKey.some((column) => changed.includes(column)) &&
      record &&
      keyIn(record, foreignKey) !== undefined,
  )
  return other ? refuse(session, link, `does not agree with "${other.name}"`, record) : true
}

/**
 * Whether a record can be unlinked so (rule 11.11): of its foreign key at least one column is used by nothing else. Where none
 * is, the issue is noted.
 *
 * Throws Forbidden where all of the foreign key is in the key of the record.
 */
export function mayUnlink(session: Session, link: LinkColumns, record: object | undefined): boolean {
  const { columns, keys } = link
  if (Object.keys(keys).length > 0 || !record || keyIn(record, columns) === undefined) return true
  return refuse(session, link, 'can not be unlinked: other relationships need its key', record)
}

/** Inside of the key, a relationship never changes; else what is wrong with it is an issue of the record. */
function refuse(
  session: Session,
  { node, columns, pointer }: LinkColumns,
  message: string,
  record: object | undefined,
): false {
  const { resource } = node
  const name = relationshipOf(columns, resource)?.name
  const issue: ValidationIssue = { attribute: name, message }
  const isInside = columns.every((column) => resource.primaryKey.includes(column))
  if (isInside && record) {
    if (session.isReordered) throw refusedBeforeItsTurn(undefined)
    const place = pointer ?? issuePlace(node, issue).pointer
    const which = name === undefined ? 'What a record belongs to' : `"${name}"`
    throw new Forbidden({
      detail: `${which} is part of the id of "${resource.type}": it never changes.`,
      ...(place !== undefined && { source: { pointer: place } }),
    })
  }
  session.issues.push({ node, issue, pointer })
  return false
}
