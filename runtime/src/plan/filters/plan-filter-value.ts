import { type Coerced, coerceText } from '../../vocabulary/values/coerce.js'
import {
  coerceSingle,
  type ConditionValue,
  isJsonValue,
  type SingleValue,
} from '../../vocabulary/values/condition-value.js'
import { misfitOf } from '../../vocabulary/values/misfit.js'
import { unstorablePart } from '../../vocabulary/values/storable.js'
import { respelledId } from '../../value/identifier.js'
import { type AttributeType, describeValue, isIdKind } from '../../vocabulary/values/type.js'
import {
  type RawValue,
  type RawValues,
  readFilterItems,
  splitFilterText,
} from '../../vocabulary/filter-value.js'
import type { Limits } from '../../query/limits.js'
import { type ParamNode, valueOf } from '../../query/params.js'

/** A value to compare with, or the reason why there is none. */
export type ValueResult =
  | { readonly ok: true; readonly kind: 'compared'; readonly value: ConditionValue }
  | { readonly ok: false; readonly reason: string }

/** The argument of a custom filter's function, or the reason why there is none. */
export type CustomValueResult =
  | { readonly ok: true; readonly kind: 'given'; readonly value: unknown }
  | { readonly ok: false; readonly reason: string }

type ValueLimits = Pick<Limits, 'values' | 'jsonDepth'>

/**
 * Reads the value of one filter and one operator, and converts it to the filter's type (rule 3.3). An id has only one
 * spelling.
 */
export function conditionValue(
  node: ParamNode,
  type: AttributeType,
  limits: ValueLimits,
  isId = false,
): ValueResult {
  const read = rawValues(node, limits)
  if (read.ok && isEmptyList(node, read, type)) return { ok: true, kind: 'compared', value: null }
  return read.ok ? coerced(read.values, read.single, type, limits, isId) : read
}

/** Whether `{{{[]}}}` stands for the empty list itself: for readers, a list without a value is empty (rule 3.4). */
function isEmptyList(
  node: ParamNode,
  { values, single }: RawValues & { readonly ok: true },
  type: AttributeType,
): boolean {
  const [only] = values
  return (
    type.list &&
    type.kind !== 'json' &&
    node.kind === 'text' &&
    single &&
    only?.kind === 'json' &&
    Array.isArray(only.value) &&
    only.value.length === 0
  )
}

function rawValues(node: ParamNode, { jsonDepth }: ValueLimits): RawValues {
  switch (node.kind) {
    case 'text':
      return splitFilterText(node.text, jsonDepth)
    case 'list':
      return readFilterItems(node.items, jsonDepth)
    case 'literal':
      return { ok: true, values: [{ kind: 'json', value: node.value }], single: true }
    case 'map': {
      const given = valueOf(node)
      if (!given) return { ok: false, reason: 'it is nested too deeply' }
      return { ok: true, values: [{ kind: 'json', value: given.value }], single: true }
    }
  }
}

/**
 * Reads the value of one custom filter and one operator (rule 14.3). It is a single value, including the commas of a
 * text, and null only if the type is nullable. If the type is a list, it is always a list, which is read like the value
 * of any other filter.
 */
export function customValue(
  node: ParamNode,
  type: AttributeType,
  limits: ValueLimits,
  isId = false,
): CustomValueResult {
  if (!type.list) return singleValue(node, type, limits, isId)
  const read = rawMembers(node, type, limits)
  if (!read.ok) return read
  const missing = type.nullable ? undefined : read.values.find(isRawNull)
  if (missing) return { ok: false, reason: refusal(missing, type) }
  const list = coerced(read.values, false, type, limits, isId)
  return list.ok ? { ok: true, kind: 'given', value: plainValue(list.value) } : list
}

function singleValue(
  node: ParamNode,
  type: AttributeType,
  limits: ValueLimits,
  isId: boolean,
): CustomValueResult {
  if (node.kind === 'list') return { ok: false, reason: 'it accepts a single value, not a list' }
  const read = node.kind === 'text' ? readFilterItems([node.text], limits.jsonDepth) : rawValues(node, limits)
  if (!read.ok) return read
  const [member] = read.values
  if (member === undefined) return { ok: false, reason: 'it requires a value' }
  const one = coerceMember(member, type)
  const value = one.ok ? plainValue(one.value) : undefined
  const spelling = isId ? rightSpelling(member, type) : undefined
  const isTaken = one.ok && (value !== null || type.nullable) && spelling === undefined
  return isTaken ? { ok: true, kind: 'given', value } : { ok: false, reason: refusal(member, type, spelling) }
}

/** The members of a list: of an array in process or in JSON, otherwise the parts between commas. */
function rawMembers(node: ParamNode, type: AttributeType, limits: ValueLimits): RawValues {
  const read = rawValues(node, limits)
  if (!read.ok) return read
  const [only] = read.values
  const isList = read.values.length === 1 && only?.kind === 'json' && Array.isArray(only.value)
  // A JSON value may be an array itself: only an in-process caller distinguishes the two.
  if (!isList || (type.kind === 'json' && node.kind !== 'literal')) return read
  const values = Array.from(only.value, (value: unknown): RawValue => ({ kind: 'json', value }))
  return { ok: true, values, single: false }
}

const isRawNull = (member: RawValue): boolean => member.kind === 'json' && member.value === null

/** A function gets the plain values: only conditions need the mark of a JSON value. */
function plainValue(value: ConditionValue): unknown {
  if (Array.isArray(value)) return value.map((member: ConditionValue) => plainValue(member))
  return isJsonValue(value) ? value.json : value
}

/** Reads the value of a filter by an id that is a string (rule 22.2): `true` is not a boolean there. */
export function keyValue(node: ParamNode, type: AttributeType, limits: ValueLimits): ValueResult {
  const read = rawValues(node, limits)
  if (!read.ok) return read
  const values = read.values.map((value): RawValue => {
    const isWord = value.kind === 'text' && (value.text === 'true' || value.text === 'false')
    return isWord ? { ...value, protected: true } : value
  })
  return coerced(values, read.single, type, limits, false)
}

function coerced(
  raw: readonly RawValue[],
  single: boolean,
  type: AttributeType,
  limits: ValueLimits,
  isId: boolean,
): ValueResult {
  const [only] = raw
  if (single && only?.kind === 'json' && Array.isArray(only.value) && type.kind !== 'json') {
    const members = Array.from(only.value, (value: unknown): RawValue => ({ kind: 'json', value }))
    return coerced(members, false, type, limits, isId)
  }
  if (raw.length > limits.values) return { ok: false, reason: `it has more than ${limits.values} values` }
  const values: SingleValue[] = []
  for (const member of raw) {
    const result = coerceMember(member, type)
    const spelling = isId ? rightSpelling(member, type) : undefined
    if (!result.ok || spelling !== undefined) return { ok: false, reason: refusal(member, type, spelling) }
    values.push(result.value)
  }
  const [value] = values
  return { ok: true, kind: 'compared', value: single && value !== undefined ? value : values }
}

/** The one spelling of an id that is written in another way: `01` is not 1, as in a path (rule 18.3). */
function rightSpelling(member: RawValue, { kind }: AttributeType): string | undefined {
  const text = member.kind === 'text' ? member.text : member.value
  return typeof text === 'string' && isIdKind(kind) ? respelledId(kind, text) : undefined
}

/** Exactly `true`, `false`, `null` and `nil` have a special meaning, unless they are protected (rule 3.3). */
function coerceMember(member: RawValue, type: AttributeType): Coerced<SingleValue> {
  if (member.kind === 'json') return coerceSingle(type, member.value)
  if (member.protected) return coerceText(type, member.text)
  if (member.text === 'null' || member.text === 'nil') {
    return type.nullable ? { ok: true, value: null } : { ok: false }
  }
  if (member.text === 'true' || member.text === 'false') return coerceSingle(type, member.text === 'true')
  return coerceText(type, member.text)
}

function refusal(member: RawValue, type: AttributeType, spelling?: string): string {
  const part =
    type.kind === 'json' ? unstorablePart(member.kind === 'text' ? member.text : member.value) : undefined
  if (part !== undefined) return `it contains a ${part} that no store accepts`
  const text = member.kind === 'text' ? member.text : inWords(member.value)
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  if (spelling !== undefined) return `${JSON.stringify(shown)} must be written as ${JSON.stringify(spelling)}`
  const isWord = member.kind === 'text' && /^(?:true|false|null|nil)$/.test(text)
  const hint = isWord && type.kind === 'string' ? ` (to match the text itself, write {{${text}}})` : ''
  const misfit = misfitOf(type, member.kind === 'text' ? text : member.value)
  return `${JSON.stringify(shown)} ${misfit ?? `is not ${describeValue(type)}${hint}`}`
}

function inWords(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value, withBigints) ?? typeof value)
}

const withBigints = (_: string, member: unknown): unknown =>
  typeof member === 'bigint' ? Number(member) : member
