import { InvalidParameter } from '../error/errors.js'
import type { Limits } from './limits.js'
import { isOperator } from '../vocabulary/operators.js'

/**
 * A parsed parameter. Brackets make a map, a repeated `[]` makes a list. Everything else is a text as the client wrote
 * it, or a value of an in-process caller. Maps are Maps, so that no name can reach a prototype (rule 2.1).
 */
export type ParamNode = ParamText | ParamLiteral | ParamList | ParamMap

export interface ParamText {
  readonly kind: 'text'
  readonly text: string
  /** For the operator `eq`: whether its name was omitted. */
  readonly isBare?: true
}

export interface ParamLiteral {
  readonly kind: 'literal'
  readonly value: unknown
}

export interface ParamList {
  readonly kind: 'list'
  readonly items: readonly string[]
  readonly isBare?: true
}

export interface ParamMap {
  readonly kind: 'map'
  readonly entries: ReadonlyMap<string, ParamNode>
}

/** The name of a nested parameter as a client writes it: `filter[views][gt]` (rule 13.2). */
export function parameterName(path: readonly string[]): string {
  const [head = '', ...rest] = path
  return head + rest.map((part) => `[${part}]`).join('')
}

/** The full parameter name of a node below a key, as the client wrote it (rules 3.5, 13.2). */
export const nameBelow = (name: string, key: string, node: ParamNode): string =>
  'isBare' in node && node.isBare ? name : `${name}[${key}]`

/** The parameter name including the first key below its node, as the client wrote it (rule 13.2). */
export function writtenName(name: string, node: ParamNode): string {
  if (node.kind === 'list') return `${name}[]`
  if (node.kind !== 'map') return name
  const [first] = node.entries
  return first ? writtenName(nameBelow(name, ...first), first[1]) : name
}

/** The parameter names of the lists in a node, as the client wrote them: each ends in `[]` (rule 13.2). */
export function listNames(name: string, node: ParamNode): readonly string[] {
  if (node.kind === 'list') return [`${name}[]`]
  if (node.kind !== 'map') return []
  return [...node.entries].flatMap(([key, below]) => listNames(nameBelow(name, key, below), below))
}

/** The reason why a list in brackets is rejected in strict mode (rule 2.4). */
export const bracketsFault = (written: string): string =>
  `In strict mode, lists use commas: write "${written.slice(0, -'[]'.length)}" instead of "${written}".`

/**
 * Parses the query of a URL (rule 2.1). Brackets nest, raw or encoded. `+` is a space, and empty parameters (`?`, `&&`)
 * are skipped. A parameter given twice is an error, unless it ends in `[]`. Takes time linear in the length.
 *
 * Throws InvalidParameter.
 */
export function parseParams(search: string, limits: Limits): ParamMap {
  const root = newBranch()
  let count = 0
  for (const [name, text] of new URLSearchParams(search)) {
    if (name === '' && text === '') continue
    if (++count > limits.parameters) throw tooManyParameters(name, limits)
    insert(root, name, bounded(text, name, limits), limits)
  }
  return sealed(root)
}

/**
 * Reads an already nested object (rule 2.1), as a framework parses it from a URL. Only own members count. Numbers and
 * booleans are read as their text. Objects in a list are numbered (`filter[or][0]`).
 *
 * Throws InvalidParameter.
 */
export function paramsOfObject(object: object, limits: Limits): ParamMap {
  let count = 0
  const textOf = (value: unknown, name: string): string => {
    if (++count > limits.parameters) throw tooManyParameters(name, limits)
    return bounded(scalarText(value, name), name, limits)
  }
  const leaf = (value: unknown, path: readonly string[]): ParamNode => {
    if (!Array.isArray(value)) return { kind: 'text', text: textOf(value, parameterName(path)) }
    if (value.some((item) => isPlainObject(item))) return mapOf({ ...value }, path, limits, leaf)
    return { kind: 'list', items: Array.from(value, (item) => textOf(item, `${parameterName(path)}[]`)) }
  }
  return mapOf(object, [], limits, leaf)
}

/** Reads an in-process query: its values stay as they are; no text is split or converted. */
export function paramsOfValues(object: object, limits: Limits): ParamMap {
  return mapOf(object, [], limits, (value) => ({ kind: 'literal', value }))
}

/**
 * The object of an in-process caller in a place where operators may be too; undefined for nested parameters of a URL.
 */
export function valueOf(node: ParamNode): { readonly value: unknown } | undefined {
  if (node.kind === 'literal') return node
  if (node.kind !== 'map') return undefined
  const members: [string, unknown][] = []
  for (const [name, below] of node.entries) {
    const member = valueOf(below)
    if (!member) return undefined
    members.push([name, member.value])
  }
  return { value: Object.fromEntries(members) }
}

interface Branch {
  readonly kind: 'branch'
  readonly entries: Map<string, Branch | Leaf>
}

/** A value, or the values of a list. */
type Leaf = ParamText | { readonly kind: 'items'; readonly items: string[]; readonly isBare?: true }

const newBranch = (): Branch => ({ kind: 'branch', entries: new Map() })

function insert(root: Branch, name: string, text: string, limits: Limits): void {
  const path = splitName(name)
  if (!path) throw malformed(name)
  if (path.length > limits.depth + 1) throw tooDeep(name, limits)
  const isItem = path.at(-1) === ''
  const keys = isItem ? path.slice(0, -1) : path
  let branch = root
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const next = branchOf(branch.entries.get(key), keys, index)
    if (!next) throw twice(name)
    branch.entries.set(key, next)
    branch = next
  }
  const last = keys.at(-1) ?? ''
  const present = branch.entries.get(last)
  const isBare = keys[0] === 'filter' && present?.kind === 'branch' && comparesOnly(present)
  if (isBare) put(present, 'eq', { text, isItem, isBare }, name)
  else put(branch, last, { text, isItem }, name)
}

interface Value {
  readonly text: string
  readonly isItem: boolean
  readonly isBare?: true
}

function put({ entries }: Branch, key: string, { text, isItem, ...bare }: Value, name: string): void {
  const present = entries.get(key)
  if (isItem && present?.kind === 'items') present.items.push(text)
  else if (present) throw twice(name)
  else entries.set(key, isItem ? { kind: 'items', items: [text], ...bare } : { kind: 'text', text, ...bare })
}

/**
 * The map below a key; undefined if the key has a value. `filter[a]=1` is `filter[a][eq]=1`, beside other operators.
 */
function branchOf(
  present: Branch | Leaf | undefined,
  keys: readonly string[],
  index: number,
): Branch | undefined {
  if (!present) return newBranch()
  if (present.kind === 'branch') return present
  const isOperand = keys[0] === 'filter' && index > 0 && index === keys.length - 2
  if (!isOperand || !isOperator(keys.at(-1) ?? '')) return undefined
  return { kind: 'branch', entries: new Map([['eq', { ...present, isBare: true }]]) }
}

const comparesOnly = ({ entries }: Branch): boolean => [...entries.keys()].every((key) => isOperator(key))

/** Splits `filter[a][b]` into `filter`, `a`, `b`; undefined if the brackets do not match. */
function splitName(name: string): string[] | undefined {
  const open = name.indexOf('[')
  if (open === -1) return name === '' || name.includes(']') ? undefined : [name]
  const path = [name.slice(0, open)]
  if (path[0] === '' || path[0]?.includes(']')) return undefined
  let at = open
  while (at < name.length) {
    const close = name.indexOf(']', at)
    if (name[at] !== '[' || close === -1) return undefined
    const part = name.slice(at + 1, close)
    const isLast = close === name.length - 1
    if (part.includes('[') || (part === '' && !isLast)) return undefined
    path.push(part)
    at = close + 1
  }
  return path
}

function sealed(branch: Branch): ParamMap {
  const entries = new Map<string, ParamNode>()
  for (const [key, node] of branch.entries) {
    if (node.kind === 'items') {
      const { items, isBare } = node
      entries.set(key, { kind: 'list', items, ...(isBare && { isBare }) })
    } else entries.set(key, node.kind === 'branch' ? sealed(node) : node)
  }
  return { kind: 'map', entries }
}

function mapOf(
  object: object,
  path: readonly string[],
  limits: Limits,
  leaf: (value: unknown, path: readonly string[]) => ParamNode,
): ParamMap {
  if (path.length > limits.depth) throw tooDeep(parameterName(path), limits)
  const entries = new Map<string, ParamNode>()
  for (const [key, value] of Object.entries(object)) {
    // An undefined filter must not be dropped: the application would get every row (rule 18.4).
    if (value === undefined && path[0] !== 'filter') continue
    const below = [...path, key]
    entries.set(key, isPlainObject(value) ? mapOf(value, below, limits, leaf) : leaf(value, below))
  }
  return { kind: 'map', entries }
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function scalarText(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value)
  }
  if (value === null) return 'null'
  throw malformed(name)
}

function bounded(text: string, name: string, { valueLength }: Limits): string {
  if (text.length <= valueLength) return text
  const detail = `The value of "${name}" is longer than ${valueLength} characters.`
  throw new InvalidParameter({ detail, source: { parameter: name } })
}

const tooManyParameters = (name: string, { parameters }: Limits): InvalidParameter =>
  new InvalidParameter({
    detail: `A request can have at most ${parameters} parameters.`,
    source: { parameter: name },
  })

const tooDeep = (name: string, { depth }: Limits): InvalidParameter =>
  new InvalidParameter({
    detail: `The parameter "${name}" has more than ${depth} brackets.`,
    source: { parameter: name },
  })

const malformed = (name: string): InvalidParameter =>
  new InvalidParameter({ detail: `The parameter "${name}" is malformed.`, source: { parameter: name } })

const twice = (name: string): InvalidParameter =>
  new InvalidParameter({
    detail: `The parameter "${name}" appears twice.${adviceFor(name)}`,
    source: { parameter: name },
  })

/** A page parameter takes one value. */
const adviceFor = (name: string): string =>
  name.startsWith('page') ? '' : ' Separate multiple values with commas.'
