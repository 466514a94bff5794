import { nestedMethods } from './body.js'
import { type Known, own } from './contract.js'
import { type Input, inputsOf, type RelationshipInput } from './inputs.js'
import { METHODS } from './read-body.js'
import { choicesOf, controlOf } from './values.js'

/** The options at the caret in a body. */
export interface Completion {
  /** The part of the text that an option replaces. */
  readonly from: number
  readonly to: number
  /** Whether the caret follows a partial word. */
  readonly isBegun: boolean
  readonly options: readonly CompletionOption[]
}

export interface CompletionOption {
  readonly label: string
  readonly hint: string
  readonly insert: string
  /** The number of characters of the inserted text that follow the caret. */
  readonly back: number
}

/** The record that a body writes. */
interface Target {
  readonly type: string
  readonly id?: string | undefined
  readonly inputs: readonly Input[]
}

/** The members, types, names and values that the contract permits at the caret; undefined if there are none. */
export function completionAt(
  known: Known,
  target: Target,
  text: string,
  caret: number,
): Completion | undefined {
  const { frames, partial } = scanned(text.slice(0, caret))
  const all = optionsAt(known, target, frames)
  const typed = (partial ?? '').replace(/^"/, '').toLowerCase()
  const options = all.filter(({ label }) => label.toLowerCase().includes(typed))
  if (options.length === 0) return undefined
  const rest = partial?.startsWith('"') ? (/^[^"\n,:{}[\]]*"/.exec(text.slice(caret))?.[0] ?? '') : ''
  const to = caret + rest.length
  // A member that is already followed by its value needs only its name.
  const isFollowed = /^\s*:/.test(text.slice(to))
  return {
    from: caret - (partial?.length ?? 0),
    to,
    isBegun: typed !== '',
    options: options
      .toSorted(
        (a, b) =>
          Number(b.label.toLowerCase().startsWith(typed)) - Number(a.label.toLowerCase().startsWith(typed)),
      )
      .map((option) => (isFollowed ? { ...option, insert: JSON.stringify(option.label), back: 0 } : option)),
  }
}

/** An object or a list that is open at the caret. */
interface Frame {
  readonly isList: boolean
  /** The member whose value is next; undefined if a name is next. */
  key: string | undefined
  /** Whether the name or the value is complete. */
  isDone: boolean
  /** The text of its members so far. */
  readonly members: Map<string, string>
}

/** Parses text that ends in the middle of a document. */
function scanned(text: string): { readonly frames: readonly Frame[]; readonly partial: string | undefined } {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g)]
  const frames: Frame[] = []
  let partial: string | undefined
  for (const { 0: token, index } of tokens) {
    const isLast = index + token.length === text.length
    const top = frames.at(-1)
    if (token === '{' || token === '[') {
      frames.push({ isList: token === '[', key: undefined, isDone: false, members: new Map() })
    } else if (token === '}' || token === ']') {
      frames.pop()
      const outer = frames.at(-1)
      if (outer) outer.isDone = true
    } else if (!top) continue
    else if (token === ',') {
      top.key = undefined
      top.isDone = false
    } else if (token === ':') top.isDone = false
    else if (isLast && !/^".*"$/s.test(token.length > 1 ? token : '')) partial = token
    else {
      const word = token.replace(/^"|"$/g, '')
      if (top.isList || top.key !== undefined) top.members.set(top.key ?? '', word)
      else {
        top.key = word
        top.members.set(word, '')
      }
      top.isDone = true
    }
  }
  return { frames, partial }
}

function optionsAt(known: Known, target: Target, frames: readonly Frame[]): readonly CompletionOption[] {
  const top = frames.at(-1)
  if (!top || top.isDone) return []
  const path = frames.slice(0, -1).map(({ key = '' }) => key)
  const names = (all: readonly CompletionOption[]): readonly CompletionOption[] =>
    top.key === undefined ? all.filter(({ label }) => !top.members.has(label)) : []
  const [member, ...below] = path
  if (member === undefined) return names([object('data'), list('included')])
  if (member !== 'data' && member !== 'included') return []
  const isIncluded = member === 'included'
  const within = isIncluded ? below.slice(1) : below
  if (isIncluded && below.length === 0) return top.isList ? [bare('{}', 'record', 1)] : []
  const record = frames[isIncluded ? 2 : 1]
  const inputs = isIncluded ? inputsOfIncluded(known, record) : target.inputs
  const [part, name, ...deeper] = within
  if (part === undefined) {
    const types = isIncluded ? Object.keys(known.contract.resources) : [target.type]
    if (top.key === 'type') return types.map((type) => value(type))
    if (top.key === 'id' && !isIncluded && target.id !== undefined) return [value(target.id)]
    return names([
      text('type'),
      ...(isIncluded ? [text('temp-id')] : []),
      ...(isIncluded || target.id !== undefined ? [text('id')] : []),
      object('attributes'),
      object('relationships'),
    ])
  }
  if (part === 'attributes' && name === undefined) {
    const input = inputs.find((each) => each.kind === 'attribute' && each.name === top.key)
    if (input?.kind === 'attribute') return valuesOf(input)
    return names(inputs.flatMap((each) => (each.kind === 'attribute' ? [attribute(each)] : [])))
  }
  if (part !== 'relationships') return []
  if (name === undefined) {
    return names(inputs.flatMap((each) => (each.kind === 'relationship' ? [relationship(each)] : [])))
  }
  const input = inputs.find((each) => each.kind === 'relationship' && each.name === name)
  if (input?.kind !== 'relationship') return []
  const isMany = input.relationship.cardinality === 'many'
  if (deeper.length === 0) return names([isMany ? list('data') : object('data')])
  if (deeper[0] !== 'data' || deeper.length > (isMany ? 2 : 1)) return []
  if (top.isList) return [bare('{}', input.relationship.types.join(', '), 1)]
  return identifierOptions(known, input, top, names)
}

function identifierOptions(
  known: Known,
  { relationship: { types } }: RelationshipInput,
  { key, members }: Frame,
  names: (all: readonly CompletionOption[]) => readonly CompletionOption[],
): readonly CompletionOption[] {
  if (key === 'type') return types.map((type) => value(type))
  if (key === 'method') {
    const permitted = types.flatMap((type) => nestedMethods(known, members.get('type') ?? type))
    return METHODS.filter(
      (method) => (method !== 'create' && method !== 'destroy') || permitted.includes(method),
    ).map((method) => value(method))
  }
  return names([text('type'), text('id'), text('temp-id'), text('method')])
}

/** The inputs of an included record, whose type is written above the caret. */
function inputsOfIncluded(known: Known, record: Frame | undefined): readonly Input[] {
  const type = record?.members.get('type') ?? ''
  return own(known.contract.resources, type)
    ? inputsOf(known, type, record?.members.has('id') ? 'update' : 'create')
    : []
}

function valuesOf({
  type,
  hint,
}: Extract<Input, { readonly kind: 'attribute' | 'id' }>): readonly CompletionOption[] {
  if (type.list) return [bare('[]', hint, 1)]
  const choices = choicesOf(type).map((choice) =>
    type.type === 'boolean' ? bare(choice, hint, 0) : value(choice),
  )
  return [...choices, ...(type.nullable ? [bare('null', '', 0)] : [])]
}

const bare = (label: string, hint: string, back: number): CompletionOption => ({
  label,
  hint,
  insert: label,
  back,
})
const value = (label: string): CompletionOption => ({
  label,
  hint: '',
  insert: JSON.stringify(label),
  back: 0,
})
const named = (label: string, of: string, back: number, hint = ''): CompletionOption => ({
  label,
  hint,
  insert: `${JSON.stringify(label)}: ${of}`,
  back,
})
const text = (label: string): CompletionOption => named(label, '""', 1)
const object = (label: string): CompletionOption => named(label, '{}', 1)
const list = (label: string): CompletionOption => named(label, '[]', 1)

function attribute({
  name,
  type,
  hint,
}: Extract<Input, { readonly kind: 'attribute' | 'id' }>): CompletionOption {
  if (type.list) return named(name, '[]', 1, hint)
  const control = controlOf(type)
  const isText = !['number', 'json', 'choice'].includes(control)
  return named(name, isText ? '""' : '', isText ? 1 : 0, hint)
}

const relationship = ({ name, relationship: { cardinality, types } }: RelationshipInput): CompletionOption =>
  named(name, cardinality === 'many' ? '{ "data": [] }' : '{ "data": {} }', 3, types.join(', '))
