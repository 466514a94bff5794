import { jsonText, openText, type ValueText, valueTextOf } from '../attribute/text.js'
import { memberOf } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import type { FieldPlan, TypeFields } from '../scope/plan-fields.js'
import type { DocumentEntry } from './collect.js'
import type { ExtraValues } from './extra-values.js'
import { encodedId, type Links } from './links.js'
import { relationshipsWriter } from './relationships-text.js'

/** What the resource objects of one document have in common. */
export interface WriteEnvironment {
  readonly fields: FieldPlan
  readonly links: Links
  readonly extraValues: ExtraValues
  readonly tempId: ((type: string, id: string) => string | undefined) | undefined
}

/** Appends the resource object of one record to a text, with the fields selected of its type (rules 7.1, 12.1, 12.3). */
export type WriteResource = (text: string, entry: DocumentEntry) => string

/** What writes the records of one document; what their type implies is worked out once for each type. */
export function resourceWriter(environment: WriteEnvironment): WriteResource {
  const byType = new Map<string, WriteResource>()
  return (text, entry) => {
    const { type } = entry.resource
    let write = byType.get(type)
    if (!write) byType.set(type, (write = writerOfType(entry.resource, environment)))
    return write(text, entry)
  }
}

function writerOfType(resource: CompiledResource, environment: WriteEnvironment): WriteResource {
  const { type } = resource
  const { links, tempId } = environment
  const fields = environment.fields.get(type)
  const address = links.record(type)
  const attributes = fields && attributesWriter(fields, environment.extraValues)
  const relationships = fields && relationshipsWriter(fields, links.relationships(type) ? address : undefined)
  const self = address === undefined ? undefined : `,"links":{"self":${openText(address)}`
  return (before, entry) => {
    const { id } = entry
    const inAddress = address === undefined ? '' : encodedId(id)
    let text = `${before}${entry.head}${entry.idText}`
    const temporary = tempId?.(type, id)
    if (temporary !== undefined) text += `,"temp-id":${JSON.stringify(temporary)}`
    if (attributes) text = attributes(text, entry)
    if (relationships) text = relationships(text, entry, inAddress)
    return self === undefined ? `${text}}` : `${text}${self}${inAddress}"}}`
  }
}

/** Attributes and extra fields; undefined where none are selected. An extra field takes the place of an attribute of its name. */
function attributesWriter(fields: TypeFields, extra: ExtraValues): WriteResource | undefined {
  const members = membersOf(fields)
  if (members.length === 0) return undefined
  return (start, entry) => {
    let text = start
    for (const { name, before, isExtra, valueText } of members) {
      const value = isExtra ? extra.get(entry)?.get(name) : memberOf(entry.record, name)
      text = `${text}${before}${valueText(value)}`
    }
    return `${text}}`
  }
}

interface Member {
  readonly name: string
  /** What stands before its value. */
  readonly before: string
  readonly isExtra: boolean
  readonly valueText: ValueText
}

function membersOf({ attributes, extraFields }: TypeFields): readonly Member[] {
  const members = new Map<string, Omit<Member, 'before'>>()
  for (const { name, type } of attributes) {
    members.set(name, { name, isExtra: false, valueText: valueTextOf(type) })
  }
  for (const { name, type } of extraFields) {
    members.set(name, { name, isExtra: true, valueText: type ? valueTextOf(type) : jsonText })
  }
  return [...members.values()].map((member, index) => ({
    ...member,
    before: `${index === 0 ? ',"attributes":{' : ','}${JSON.stringify(member.name)}:`,
  }))
}
