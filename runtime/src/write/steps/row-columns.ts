import { memberOf } from '../../base/cast.js'
import { pickColumns } from '../../adapter/rows/column-values.js'
import { idValueOf, keyOfId } from '../../resource/compile.js'
import { byColumns } from '../../resource/wire-names.js'
import { isPlainKey } from '../../value/key.js'
import type { Link, LinkKeys, Row } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from '../session/session.js'
import { mayLink, mayUnlink } from './link-columns.js'
import { refusesNull } from './null-keys.js'

/** A row whose columns are all known. */
export interface ReadyRow {
  readonly row: Row
  readonly columns: LinkKeys
}

/** The rows that can be written, with their columns. */
export const readyRows = (session: Session, rows: readonly Row[]): readonly ReadyRow[] =>
  rows.flatMap((row) => {
    const columns = columnsOf(session, row)
    return columns ? [{ row, columns }] : []
  })

/** The values to write for a record, by column. Undefined if it cannot be written; the reason is noted as an issue. */
function columnsOf(session: Session, { node, parents, relatives, isWritten }: Row): LinkKeys | undefined {
  const record = recordOf(session, node)
  if (isWritten) {
    const settled = session.of(node).links ?? {}
    const links = keysOfLinks(session, node, parents, settled, undefined)
    if (!links || !record || !keysOfLinks(session, node, parents, {}, record)) return undefined
    session.of(node).links = { ...settled, ...links }
    return links
  }
  const given = session.of(node).given?.columns
  const written = given ?? byColumns(node.resource, attributesOf(session, node))
  const links = given ? {} : keysOfLinks(session, node, parents, keyWritten(node, written), record)
  if (!links) return undefined
  if (!given) session.of(node).links = links
  const columns = { ...written, ...links }
  const own = keysOfLinks(session, node, relatives, columns, record)
  return own && { ...columns, ...own }
}

/**
 * The columns that links set in a record. Undefined if a link cannot be set, or if its other record is not written.
 * Checks all links.
 */
export function keysOfLinks(
  session: Session,
  node: WriteNode,
  links: readonly Link[],
  settled: LinkKeys,
  record: object | undefined,
): LinkKeys | undefined {
  let keys: LinkKeys = {}
  let isBlocked = false
  for (const link of links) {
    const { columns, pointer, unlinks } = link
    const found = valuesOfLink(session, link, node, { ...record, ...settled })
    const set = found && !refusesNull(session, link, found) && { node, columns, keys: found, pointer }
    const isPossible = unlinks
      ? set && mayUnlink(session, set, record)
      : set && mayLink(session, set, { ...settled, ...keys }, record)
    if (isPossible) keys = { ...keys, ...found }
    else isBlocked = true
  }
  return isBlocked ? undefined : keys
}

/** The columns of a link. Undefined if its other record is not written. A record may be linked to itself. */
export function valuesOfLink(
  session: Session,
  { values, refs }: Link,
  node: WriteNode,
  itself?: object,
): LinkKeys | undefined {
  const found: Record<string, unknown> = { ...values }
  for (const [column, ref] of Object.entries(refs)) {
    const record = session.of(ref.node).saved ?? (ref.node === node ? itself : undefined)
    if (!record) return undefined
    found[column] = memberOf(record, ref.column)
  }
  return found
}

/** The attributes and the id to write for a record, by wire name. */
export function attributesOf(session: Session, node: WriteNode): LinkKeys {
  const { existing, candidate, values = candidate?.values ?? [] } = session.of(node)
  return { ...idAttribute(node, existing), ...Object.fromEntries(values) }
}

/** The stored id of an existing record; for a new record, the client's id. */
function idAttribute({ resource, id }: WriteNode, existing: object | undefined): LinkKeys {
  if (existing) return { id: idValueOf(resource, existing) }
  const parsed = id === undefined ? undefined : keyOfId(resource, id)
  return parsed?.ok ? { id: parsed.value[0] } : {}
}

/** The key attributes that a create writes: links have to agree with them (rule 11.11). */
export function keyWritten(
  { resource: { key, primaryKey }, method }: WriteNode,
  written: LinkKeys,
): LinkKeys {
  const names = !isPlainKey(key) && method === 'create' ? primaryKey : []
  return pickColumns(
    written,
    names.filter((name) => Object.hasOwn(written, name)),
  )
}

/** The record of a node: as written, or as found. */
export function recordOf(session: Session, node: WriteNode): object | undefined {
  const { saved, existing } = session.of(node)
  return saved ?? existing
}

/** The record that a write destroys, as it was found. */
export function existingOf(session: Session, node: WriteNode): object {
  const { existing } = session.of(node)
  if (!existing) {
    throw new Error(`The record of "${node.resource.type}" was not looked up before it was destroyed.`)
  }
  return existing
}

/** The written parent of a record; for the primary record, the parent that the application's call gave. */
export function parentOf(
  session: Session,
  { node, parent }: { readonly node: WriteNode; readonly parent: WriteNode | undefined },
): object | undefined {
  const given = session.of(node).given
  if (given) return given.parent
  return parent && recordOf(session, parent)
}
