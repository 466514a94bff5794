import { jsonText, openText, type ValueText, valueTextOf } from '../value/json-text.js'
import { UnshowableValue } from '../value/json-value.js'
import { memberOf } from '../base/cast.js'
import { oncePer } from '../base/made-once.js'
import type { CompiledResource } from '../resource/compile.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import type { TypeFields } from '../plan/view/view.js'
import type { DocumentEntry } from './collect.js'
import type { ExtraValues } from './document-extra-values.js'
import type { KeyLinkage } from './key-linkage.js'
import { encodedId, type Links } from './links.js'
import { type RelationshipText, relationshipTexts, withRelationships } from './relationships-text.js'

/** The cursors of records. */
export type RecordCursors = ReadonlyMap<object, string>

/** The common data of the resource objects in one document. */
export interface WriteEnvironment {
  readonly fields: FieldPlan
  readonly links: Links
  readonly extraValues: ExtraValues
  readonly keyLinkage: KeyLinkage
  readonly tempId: ((type: string, id: string) => string | undefined) | undefined
  readonly cursors: RecordCursors | undefined
  /** The common texts of each type, computed once; empty at first. */
  readonly types: Map<string, TypeText>
}

/**
 * The common text of one type's resource objects, computed once for each document. It is data; the functions below are
 * made once, because functions that each document makes anew would be compiled anew.
 */
export interface TypeText {
  readonly members: readonly Member[]
  readonly relationships: readonly RelationshipText[]
  /** The text before the id in the link to the record; undefined if the API does not serve it. */
  readonly self: string | undefined
}

/**
 * Appends the resource object of one record to the text, with the selected fields of its type (rules 7.1, 12.1, 12.3).
 */
export function withResource(before: string, entry: DocumentEntry, environment: WriteEnvironment): string {
  const { id, resource } = entry
  const { types } = environment
  let type = types.get(resource.type)
  if (!type) types.set(resource.type, (type = textOfType(resource, environment)))
  const { members, relationships, self } = type
  const inAddress = self === undefined ? '' : encodedId(id)
  let text = `${before}${entry.head}${entry.idText}`
  const temporary = environment.tempId?.(resource.type, id)
  if (temporary !== undefined) text += `,"temp-id":${JSON.stringify(temporary)}`
  if (members.length > 0) text = withAttributes(text, entry, members, environment.extraValues.get(entry))
  if (relationships.length > 0) {
    text = withRelationships(text, entry, relationships, inAddress, environment.keyLinkage.get(entry))
  }
  if (environment.cursors) text += cursorMeta(entry.record, environment.cursors)
  return self === undefined ? `${text}}` : `${text}${self}${inAddress}"}}`
}

/** The member `meta` of a record with a cursor. */
export function cursorMeta(record: object, cursors: RecordCursors | undefined): string {
  const cursor = cursors?.get(record)
  return cursor === undefined ? '' : `,"meta":{"page":{"cursor":${JSON.stringify(cursor)}}}`
}

/**
 * The last text that was made for given fields: all documents with all fields of a resource share the same field lists.
 */
interface FieldTexts extends Pick<TypeText, 'members' | 'relationships'> {
  readonly address: string | undefined
}

const textsOf: (fields: TypeFields) => { last?: FieldTexts } = oncePer(() => ({}))

function textOfType({ type }: CompiledResource, { fields, links }: WriteEnvironment): TypeText {
  const own = fields.types.get(type)
  const address = links.record(type)
  const self = address === undefined ? undefined : `,"links":{"self":${openText(address)}`
  if (!own) return { members: [], relationships: [], self }
  const texts = textsOf(own)
  const { last } = texts
  const text =
    last && last.address === address
      ? last
      : { members: membersOf(own), relationships: relationshipTexts(own, address), address }
  texts.last = text
  return { members: text.members, relationships: text.relationships, self }
}

function withAttributes(
  before: string,
  { record, resource, id }: DocumentEntry,
  members: readonly Member[],
  extra: ReadonlyMap<string, unknown> | undefined,
): string {
  let text = before
  let current: Member | undefined
  try {
    for (const member of members) {
      current = member
      const value = member.isExtra ? extra?.get(member.key) : memberOf(record, member.key)
      text = `${text}${member.before}${member.valueText(value)}`
    }
  } catch (error) {
    if (!(error instanceof UnshowableValue)) throw error
    const cure = `Correct the value, or declare "${current?.name}" as nullable, so that it is rendered as null.`
    throw new Error(`${resource.type} ${id}, "${current?.name}": ${error.message} ${cure}`, { cause: error })
  }
  return `${text}}`
}

interface Member {
  readonly name: string
  /** The column of an attribute, or the name of an extra field. */
  readonly key: string
  /** The text before its value. */
  readonly before: string
  readonly isExtra: boolean
  readonly valueText: ValueText
}

/** Attributes and extra fields; an extra field replaces an attribute of the same name. */
function membersOf({ attributes, extraFields }: TypeFields): readonly Member[] {
  const members = new Map<string, Omit<Member, 'before' | 'name'>>()
  for (const { name, column, type } of attributes) {
    members.set(name, { key: column, isExtra: false, valueText: valueTextOf(type) })
  }
  for (const { name, type } of extraFields) {
    const valueText = type ? valueTextOf({ ...type, nullable: true }) : jsonText
    members.set(name, { key: name, isExtra: true, valueText })
  }
  return [...members].map(([name, member], index) => ({
    ...member,
    name,
    before: `${index === 0 ? ',"attributes":{' : ','}${JSON.stringify(name)}:`,
  }))
}
