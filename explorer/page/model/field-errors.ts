import { childInputs, isNested } from './body.js'
import { type Known, own } from './contract.js'
import { type Input, NOTHING_TYPED, type Typed } from './inputs.js'
import { isObject } from './json.js'

/** An error in a response. */
export interface ShownError {
  readonly title: string
  readonly detail: string
  readonly pointer: string
}

/**
 * Errors by the path of their input. Errors without an input have the path of a record, such as `''` or
 * `comments/0/`.
 */
export interface ErrorsByPath {
  readonly [path: string]: readonly ShownError[]
}

/**
 * The errors in a response, by the input that their pointer identifies.
 *
 * @param places the path of the record in each place of the request's `included`
 */
export function errorsByPath(
  known: Known,
  inputs: readonly Input[],
  { typed, places }: { readonly typed: Typed; readonly places: readonly string[] },
  document: unknown,
): ErrorsByPath {
  const errors = isObject(document) && Array.isArray(document['errors']) ? document['errors'] : []
  const found = new Map<string, ShownError[]>()
  for (const error of errors.filter(isObject)) {
    const source = isObject(error['source']) ? error['source'] : {}
    const pointer = String(source['pointer'] ?? '')
    const [, index, rest = ''] = /^\/included\/(\d+)(.*)$/.exec(pointer) ?? []
    const place = index === undefined ? '' : (places[Number(index)] ?? '')
    const record = recordAt(known, inputs, typed, place)
    const within = index === undefined ? pointer : `/data${rest}`
    const path = place + inputAt(record, within, attributeOf(error['meta']))
    const shown = { title: String(error['title'] ?? ''), detail: String(error['detail'] ?? ''), pointer }
    found.set(path, [...(found.get(path) ?? []), shown])
  }
  return Object.fromEntries(found)
}

interface FormRecord {
  readonly inputs: readonly Input[]
  readonly typed: Typed
}

/** The record at a path such as `comments/0/replies/1/`. */
function recordAt(known: Known, inputs: readonly Input[], typed: Typed, path: string): FormRecord {
  const [name, index, ...rest] = path.split('/')
  const input = inputs.find((each) => each.name === name)
  const linked = own(typed.links, name ?? '')?.[Number(index)]
  if (input?.kind !== 'relationship' || !linked) return { inputs, typed }
  const below = childInputs(known, input.relationship, linked)
  return recordAt(known, below, linked.typed ?? NOTHING_TYPED, rest.join('/'))
}

/** The path of the input of a record that a pointer identifies; empty if there is none. */
function inputAt({ inputs, typed }: FormRecord, pointer: string, attribute: unknown): string {
  // A missing member has no place of its own, so its error points to the parent and contains the name.
  const input =
    inputs.find((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)) ??
    inputs.find((each) => each.pointer.startsWith(`${pointer}/`) && each.name === attribute)
  if (input?.kind !== 'relationship') return input?.name ?? ''
  const [, index = '0'] = /^\/data(?:\/(\d+))?/.exec(pointer.slice(input.pointer.length)) ?? []
  const linked = own(typed.links, input.name)?.[Number(index)]
  const isOfChild = pointer !== input.pointer && linked !== undefined && isNested(linked)
  return isOfChild ? `${input.name}/${index}/` : input.name
}

/** The attribute that an error is about; for a nested record, the attribute in the innermost relationship. */
function attributeOf(meta: unknown): unknown {
  if (!isObject(meta)) return undefined
  return isObject(meta['relationship']) ? attributeOf(meta['relationship']) : meta['attribute']
}
