import type { NewLink, NewRecord, NewRecords } from '../../adapter/adapter.js'
import { columnValues } from '../../adapter/column-values.js'
import { setMember } from '../../cast.js'
import { idOf, keyOfId } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { entriesByColumns } from '../../resource/wire-names.js'
import type { LinkKeys } from './link-keys.js'
import { OneByOne, refusedTogether } from './one-by-one.js'
import type { Session } from './session.js'
import type { WholeCreate, WholeLink, WholeRecord } from './whole-create.js'

/**
 * Does a whole create by one statement of the adapter's, which finds the records that it links behind it: no query asks for
 * them before. What has come of it is remembered as the answer, for nothing is to be read again.
 *
 * Throws OneByOne where the store refuses it, or a record that it links is not there: then it is done step by step, which finds
 * out what is wrong with which record. Throws what else the store throws.
 *
 * @returns the primary record; undefined, and nothing is created, where the adapter can't do it
 */
export async function createAtOnce(session: Session, whole: WholeCreate): Promise<object | undefined> {
  const { resource } = whole.node
  const adapter = resource.adapter()
  const row = rowOf(session, whole)
  const children = whole.children.map(({ records, ...link }) => {
    const rows = records.map((record) => rowOf(session, record))
    return { ...newLink(link), rows, linked: records[0]?.links.map(newLink) ?? [] }
  })
  if (!adapter.createWith) return undefined
  currentRequest().budget.deadline.check()
  let created: NewRecords | undefined
  try {
    created = await adapter.createWith(row, { children, linked: whole.links.map(newLink) }, resource)
  } catch (error) {
    throw refusedTogether(error, adapter, resource)
  }
  if (!created) return undefined
  const copies = new Map<object, object>()
  const shown = noteCreated(session, whole, created, copies)
  for (const [at, { name, many, records }] of whole.children.entries()) {
    const made = created.children[at] ?? []
    const below = records.flatMap((record, index) => {
      const one = made[index]
      return one ? [[one.record, noteCreated(session, record, one, copies)] as const] : []
    })
    const [only] = below
    setMember(created.record, name, many ? below.map(([record]) => record) : only?.[0])
    setMember(shown, name, many ? below.map(([, copy]) => copy) : only?.[1])
  }
  session.answer = shown
  return created.record
}

/** What a record is created from, by column. */
function rowOf(session: Session, { node, links }: WholeRecord): LinkKeys {
  const { resource, id } = node
  const row = entriesByColumns(resource, session.values.get(node) ?? [])
  const key = id === undefined ? undefined : keyOfId(resource, id)
  if (key?.ok) Object.assign(row, columnValues(resource.primaryKey, key.value))
  for (const { foreignKey, values } of links) {
    for (const [at, column] of foreignKey.entries()) row[column] = values[at]
  }
  return row
}

const newLink = ({ resource, foreignKey, key }: NewLink): NewLink => ({ resource, foreignKey, key })

/**
 * Remembers a new record as written, and what it refers to in memory.
 *
 * @param copies those of what is linked, by what they are of
 * @returns another of it for the answer: who has the record may change it
 */
function noteCreated(
  session: Session,
  { node, links }: WholeRecord,
  { record, linked }: NewRecord,
  copies: Map<object, object>,
): object {
  const shown = { ...record }
  for (const [at, link] of links.entries()) {
    const found = recordOf(link, linked[at])
    session.saved.set(link.node, found)
    setMember(record, link.name, found)
    const copy = copies.get(found) ?? { ...found }
    copies.set(found, copy)
    setMember(shown, link.name, copy)
  }
  session.saved.set(node, record)
  session.touched.set(node, { node, action: 'create', record })
  return shown
}

/** The record at the end of a link. Throws OneByOne where there is none, or one of another id: stores may compare keys loosely. */
function recordOf({ id, resource }: WholeLink, record: object | null | undefined): object {
  if (record && idOf(resource, record) === id) return record
  throw new OneByOne(`There is no record of the type "${resource.type}" with the id "${id}".`)
}
