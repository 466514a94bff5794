import { decodeKey, encodeKey, type Key, respelledKey } from '../../value/key.js'
import { UnknownField, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { didYouMean } from '../../vocabulary/nearest.js'
import type { ValidationIssue } from '../../error/validation-error.js'
import type { AttributeConfig } from '../../declare/config.js'
import { DEFAULT_LIMITS } from '../../query/limits.js'
import { askAll } from '../../plan/ask-names.js'
import type { Asking, Guards } from '../../resource/guards.js'
import { rulesOnPath } from '../../plan/view/names.js'
import { namesOf, viewOf } from '../../plan/view/view.js'
import { coerceJson } from '../../vocabulary/values/coerce-json.js'
import { withArticle } from '../../vocabulary/values/type.js'
import { brokenConstraint, brokenLength } from './constraints.js'
import { pointerTo } from '../../value/json.js'
import { type CompiledResource, keyOfId } from '../../resource/compile.js'
import type { WriteNode } from '../request/node.js'

/** The checked attributes of one record. */
export interface Candidate {
  /** Values, converted to the types of their attributes; a create adds the defaults of omitted attributes. */
  readonly values: ReadonlyMap<string, unknown>
  /** The issues of the attributes that are missing in `values`. */
  readonly issues: readonly ValidationIssue[]
}

const NOTHING: Candidate = { values: new Map(), issues: [] }

/** Attributes by name. */
type Attributes = ReadonlyMap<string, AttributeConfig>

/**
 * Asks the guards of all attributes that the records of a write could have, because a create needs some and a refusal
 * suggests others. Also asks the guards for reading the given attributes that the request may not write.
 */
export function* askAttributes(nodes: readonly WriteNode[]): Asking<void> {
  for (const { resource, method, attributes: given } of nodes) {
    const { attributes, guards } = namesOf(resource)
    if (guards.length === 0) continue
    const writable = new Set<string>()
    for (const [name, { [actionOf(method)]: rules }] of attributes) {
      if (rules && (yield* askAll(rules))) writable.add(name)
    }
    for (const name of given.keys()) {
      if (!writable.has(name)) yield attributes.get(name)?.readable ?? []
    }
  }
}

/** The action whose rules apply: every method except a create follows the rules for updates. */
const actionOf = (method: WriteNode['method']): 'create' | 'update' =>
  method === 'create' ? method : 'update'

/**
 * Checks the attributes of a record against the declarations of its resource: each must be writable (rules 7.3, 11.2,
 * 18.5), of its type and within its constraints. An unknown attribute is a fault of the request; an invalid value is an
 * issue of the record.
 */
export function checkAttributes(node: WriteNode, guards: Guards, faults: JsonapiError[]): Candidate {
  const { resource, method } = node
  const { config } = resource
  const view = viewOf(resource, guards)
  const writable = view.writableAttributes(actionOf(method))
  for (const name of node.attributes.keys()) {
    if (isFull(faults)) break
    if (writable.has(name)) continue
    const fault = unknownAttribute(node, name, writable, view.attribute(name) !== undefined)
    faults.push(guards.unknown(fault, rulesOnPath(resource, [name], 'writable')))
  }
  if (method === 'destroy') return NOTHING
  const values = new Map<string, unknown>()
  const issues: ValidationIssue[] = []
  if (method === 'create') addIdIssues(node, issues)
  for (const attribute of writable.values()) {
    const { name } = attribute
    if (node.attributes.has(name)) {
      take(attribute, node.attributes.get(name), values, issues)
      addPartIssues(resource, attribute, values, issues)
    } else if (method === 'create' && name !== config.version && mustBeGiven(attribute)) {
      issues.push({ attribute: name, message: 'is required' })
    }
  }
  if (method === 'create') addDefaults(resource.type, config.attributes, node.attributes, values)
  return { values, issues }
}

/**
 * Checks the given values of an input, as the attributes of a create are checked: each is of its type and within its
 * constraints, those that are required are there, and defaults are filled in.
 */
export function checkInput(
  declared: ReadonlyMap<string, AttributeConfig>,
  given: ReadonlyMap<string, unknown>,
  what: string,
): Candidate {
  const values = new Map<string, unknown>()
  const issues: ValidationIssue[] = []
  for (const attribute of declared.values()) {
    const { name } = attribute
    if (given.has(name)) take(attribute, given.get(name), values, issues)
    else if (mustBeGiven(attribute)) issues.push({ attribute: name, message: 'is required' })
  }
  addDefaults(what, declared, given, values)
  return { values, issues }
}

function take(
  attribute: AttributeConfig,
  given: unknown,
  values: Map<string, unknown>,
  issues: ValidationIssue[],
): void {
  const { name, type } = attribute
  const coerced = coerceJson(type, given)
  const broken = coerced.ok ? brokenConstraint(attribute, coerced.value) : coerced
  if (broken) {
    const { message, path } = broken
    issues.push({ attribute: name, message, ...(path.length > 0 && { path }) })
  } else if (coerced.ok) values.set(name, coerced.value)
}

/**
 * An attribute is required if it is writable, not nullable and has no default, unless `required` is declared
 * (docs/schema-format.md).
 */
function mustBeGiven({ type, default: fallback, required }: AttributeConfig): boolean {
  return required ?? (!type.nullable && fallback === undefined)
}

function addDefaults(
  what: string,
  declared: ReadonlyMap<string, AttributeConfig>,
  given: ReadonlyMap<string, unknown>,
  values: Map<string, unknown>,
): void {
  for (const { name, type, default: fallback } of declared.values()) {
    if (fallback === undefined || given.has(name)) continue
    const coerced = coerceJson(type, fallback)
    if (!coerced.ok) throw new Error(`The default of "${what}.${name}" ${coerced.message}.`)
    values.set(name, coerced.value)
  }
}

/** Half of the longest address: the address also holds the query. */
const LONGEST_ID = DEFAULT_LIMITS.url / 2

function addIdIssues({ resource, id }: WriteNode, issues: ValidationIssue[]): void {
  const { clientIds } = resource.config.id
  if (id === undefined && clientIds === 'required') issues.push({ attribute: 'id', message: 'is required' })
  if (id === undefined || clientIds === 'forbidden') return
  if (!keyOfId(resource, id).ok) {
    issues.push({ attribute: 'id', message: misfitOfId(resource.key, id) })
  } else if (encodeURIComponent(id).length > LONGEST_ID) {
    issues.push({ attribute: 'id', message: 'is too long for a URL' })
  } else {
    const message = brokenLength(resource.config.id, id)
    if (message !== undefined) issues.push({ attribute: 'id', message })
  }
}

/** An attribute that is in the id of its record: a record without an address could never be read, changed or removed. */
function addPartIssues(
  { key }: CompiledResource,
  { name, column }: AttributeConfig,
  values: Map<string, unknown>,
  issues: ValidationIssue[],
): void {
  const part = key.find((one) => one.name === column)
  if (!part || !values.has(name)) return
  const text = encodeURIComponent(encodeKey([part], [values.get(name)]))
  const isEmpty = text === '' && key.length === 1
  if (!isEmpty && text.length <= LONGEST_ID) return
  const message = isEmpty ? 'is the id and cannot be empty' : 'is part of the id and too long for a URL'
  issues.push({ attribute: name, message })
}

/** Why a string cannot be an id: it is too long for its column or for any address, or it is of another type. */
function misfitOfId(key: Key, id: string): string {
  const spelled = respelledKey(key, id)
  if (spelled !== undefined) return `must be written as ${JSON.stringify(spelled)}`
  const [column] = key
  const kind = column?.type.kind
  const isOfType = column && decodeKey([{ name: column.name, type: column.type }], id).ok
  if (isOfType) return 'does not fit its column'
  return kind === undefined || kind === 'string' ? 'cannot be part of a URL' : `is not ${withArticle(kind)}`
}

/**
 * An attribute that the context may not see gets the error of an unknown one; an attribute that it sees is read-only
 * (rule 7.3).
 */
function unknownAttribute(
  { resource, place }: WriteNode,
  name: string,
  writable: Attributes,
  isReadOnly: boolean,
): UnknownField {
  const names = [...writable.keys()]
  const detail = isReadOnly
    ? `The attribute "${name}" cannot be written.`
    : `"${resource.type}" has no attribute "${name}".${didYouMean(name, names)}`
  const { pointer } = place
  return new UnknownField({
    detail,
    ...(pointer !== undefined && { source: { pointer: pointerTo(pointer, 'attributes', name) } }),
  })
}
