import { BoundedCache } from '../../base/bounded-cache.js'
import { decodeKey, encodeKey, type Key, respelledKey } from '../../value/key.js'
import { UnknownField, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { didYouMean } from '../../vocabulary/nearest.js'
import type { ValidationIssue } from '../../error/validation-error.js'
import type { AttributeConfig } from '../../declare/config.js'
import { DEFAULT_LIMITS } from '../../query/limits.js'
import { unknownTo } from '../../resource/denied-names.js'
import type { GuardAnswers, Guards } from '../../resource/guards.js'
import { ruleOfAttribute } from '../../resource/link-guards.js'
import { coerceJson } from '../../vocabulary/coerce-json.js'
import { withArticle } from '../../vocabulary/type.js'
import { brokenConstraint, brokenLength } from './constraints.js'
import { pointerTo } from '../../value/json.js'
import { type CompiledResource, keyOfId } from '../../resource/compile.js'
import { keyColumns } from '../../resource/relations.js'
import { oncePerRegistry } from '../../resource/registry.js'
import type { WriteNode } from '../request/node.js'

/** The checked attributes of one record. */
export interface Candidate {
  /** Values in the types of their attributes; a create adds the defaults of attributes that are left out. */
  readonly values: ReadonlyMap<string, unknown>
  /** The issues of the attributes that are missing in `values`. */
  readonly issues: readonly ValidationIssue[]
}

const NOTHING: Candidate = { values: new Map(), issues: [] }

/** Attributes by name. */
type Attributes = ReadonlyMap<string, AttributeConfig>

/** The attributes of a record that a request may write, and the names of given attributes that are read-only. */
export interface AttributeAccess {
  readonly writable: Attributes
  readonly readOnly: ReadonlySet<string>
}

/** What a request may write of a record. Asks guards, inside of `withAnswers`. */
export function attributeAccess(node: WriteNode, guards: Guards): AttributeAccess {
  const { resource, attributes } = node
  const writable = writableAttributes(node, guards)
  let readOnly: Set<string> | undefined
  for (const name of attributes.keys()) {
    if (writable.has(name)) continue
    const declared = resource.config.attributes.get(name)
    if (declared && guards.shows(resource, declared)) (readOnly ??= new Set()).add(name)
  }
  return { writable, readOnly: readOnly ?? NONE }
}

const NONE: ReadonlySet<string> = new Set()

/** How many sets of guard answers are kept for one resource: viewers differ in the answers of their guards. */
const MAX_ANSWERS = 8

/** The writable attributes of a create and of an update, by the answers of the guards. */
const writableCache = oncePerRegistry((_resource: CompiledResource) => ({
  create: new BoundedCache<GuardAnswers, Attributes>(MAX_ANSWERS),
  update: new BoundedCache<GuardAnswers, Attributes>(MAX_ANSWERS),
}))

function writableAttributes(node: WriteNode, guards: Guards): Attributes {
  const { resource, method } = node
  const all = writableCache(resource)[method === 'create' ? 'create' : 'update']
  const known = guards.explain ? undefined : all.find((_attributes, answers) => guards.answersAlike(answers))
  if (known) return known
  const { result: attributes, answers } = guards.recorded(() => decideWritable(node, guards))
  all.set(answers, attributes)
  return attributes
}

function decideWritable(node: WriteNode, guards: Guards): Attributes {
  const { resource } = node
  const links = keyColumns(resource)
  return new Map(
    [...resource.config.attributes].filter(
      ([, attribute]) => !links.has(attribute.column) && isAccepted(attribute, node, guards),
    ),
  )
}

/**
 * Checks the attributes of a record against the declarations of its resource: each has to be writable (rules 7.3, 11.2,
 * 18.5), of its type and within its constraints. An unknown attribute is a fault of the request, an invalid value is an
 * issue of the record.
 */
export function checkAttributes(
  node: WriteNode,
  { writable, readOnly }: AttributeAccess,
  guards: Guards,
  faults: JsonapiError[],
): Candidate {
  const { resource, method } = node
  const { config } = resource
  for (const name of node.attributes.keys()) {
    if (isFull(faults)) break
    if (writable.has(name)) continue
    const fault = unknownAttribute(node, name, writable, readOnly.has(name))
    faults.push(unknownTo(fault, resource, [name], guards, 'writable'))
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
 * An update always accepts the version attribute, which is compared and not written (rule 21.3). A viewer who may not
 * see the version may not send it: otherwise it could try versions until one is right (rule 7.3).
 */
function isAccepted(attribute: AttributeConfig, { method, resource }: WriteNode, guards: Guards): boolean {
  if (attribute.name === resource.config.version) {
    return method !== 'create' && guards.shows(resource, attribute)
  }
  if (method !== 'create' && resource.primaryKey.includes(attribute.column)) return false
  const isVisible = attribute.readable === false || guards.shows(resource, attribute)
  return isVisible && guards.meets(ruleOfAttribute(resource, attribute, 'writable'))
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

/** Why a text cannot be an id: it is too long for its column or for any address, or it is of another type. */
function misfitOfId(key: Key, id: string): string {
  const spelled = respelledKey(key, id)
  if (spelled !== undefined) return `is spelled ${JSON.stringify(spelled)}`
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
