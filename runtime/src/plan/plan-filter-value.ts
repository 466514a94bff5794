import type { ConditionValue, JsonValue } from '../adapter/condition.js'
import { type Coerced, coerceText, coerceValue, type Scalar } from '../value/coerce.js'
import { unstorablePart } from '../value/storable.js'
import { type AttributeType, describeType } from '../value/type.js'
import { type RawValue, readFilterItems, splitFilterText } from '../query/filter-value.js'
import type { Limits } from '../query/limits.js'
import type { ParamNode } from '../query/params.js'

/** A value to compare with, or why there is none. */
export type ValueResult =
  | { readonly ok: true; readonly value: ConditionValue }
  | { readonly ok: false; readonly reason: string }

type ValueLimits = Pick<Limits, 'values' | 'jsonDepth'>

/**
 * Reads what a request gave for one filter and one operator, and coerces it to the filter's type (rule 3.3). An id has one
 * form only.
 */
export function conditionValue(
  node: ParamNode,
  type: AttributeType,
  limits: ValueLimits,
  isId = false,
): ValueResult {
  switch (node.kind) {
    case 'text': {
      const split = splitFilterText(node.text, limits.jsonDepth)
      return split.ok ? coerced(split.values, split.single, type, limits, isId) : split
    }
    case 'list': {
      const read = readFilterItems(node.items, limits.jsonDepth)
      return read.ok ? coerced(read.values, false, type, limits, isId) : read
    }
    case 'literal':
      return coerced([{ kind: 'json', value: node.value }], true, type, limits, isId)
    case 'map':
      return { ok: false, reason: 'it is nested too deeply' }
  }
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
  if (raw.length > limits.values) return { ok: false, reason: `it has more than ${limits.values} members` }
  const values: (Scalar | JsonValue | null)[] = []
  for (const member of raw) {
    const result = coerceMember(member, type)
    if (!result.ok || (isId && !isCanonical(member, result.value))) {
      return { ok: false, reason: refusal(member, type) }
    }
    values.push(result.value)
  }
  const [value] = values
  return { ok: true, value: single && value !== undefined ? value : values }
}

/** A text that is an id is the text of its value: `01` is not 1, as in a path (rule 18.3). */
function isCanonical(member: RawValue, value: Scalar | JsonValue | null): boolean {
  const text = member.kind === 'text' ? member.text : member.value
  return value === null || typeof text !== 'string' || text === String(value)
}

/** Exactly `true`, `false`, `null` and `nil` have a meaning of their own unless they are protected (rule 3.3). */
function coerceMember(member: RawValue, type: AttributeType): Coerced<Scalar | JsonValue | null> {
  const one: AttributeType = { ...type, list: false }
  if (type.kind === 'json') return coerceJson(member, type)
  if (member.kind === 'json') return member.value === null ? coerceNull(type) : coerceValue(one, member.value)
  if (member.protected) return coerceText(one, member.text)
  if (member.text === 'null' || member.text === 'nil') return coerceNull(type)
  if (member.text === 'true' || member.text === 'false') return coerceValue(one, member.text === 'true')
  return coerceText(one, member.text)
}

/** Any JSON value is one of the kind `json`; a text without braces is a string, as far as it has no meaning of its own. */
function coerceJson(member: RawValue, type: AttributeType): Coerced<Scalar | JsonValue | null> {
  if (member.kind === 'json') {
    if (member.value === null && type.nullable) return { ok: true, value: null }
    const isValue = member.value !== undefined && unstorablePart(member.value) === undefined
    return isValue ? { ok: true, value: { json: member.value } } : { ok: false }
  }
  if (member.protected) return coerceText(type, member.text)
  if (member.text === 'null' || member.text === 'nil') return coerceNull(type)
  if (member.text === 'true' || member.text === 'false') {
    return { ok: true, value: { json: member.text === 'true' } }
  }
  return coerceText(type, member.text)
}

const coerceNull = (type: AttributeType): Coerced<null> =>
  type.nullable ? { ok: true, value: null } : { ok: false }

function refusal(member: RawValue, type: AttributeType): string {
  const part =
    type.kind === 'json' ? unstorablePart(member.kind === 'text' ? member.text : member.value) : undefined
  if (part !== undefined) return `it has a ${part} that no store takes`
  const text = member.kind === 'text' ? member.text : inWords(member.value)
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const isWord = member.kind === 'text' && /^(?:true|false|null|nil)$/.test(text)
  const hint = isWord && type.kind === 'string' ? ` (for the text itself, write {{${text}}})` : ''
  return `${JSON.stringify(shown)} is no ${describeType(type)}${hint}`
}

function inWords(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? typeof value)
}
