import { type Known, own, resourceOf } from './contract.js'
import {
  type AttributeInput,
  type Input,
  inputsOf,
  type Linked,
  NOTHING_TYPED,
  type RelationshipInput,
  type Typed,
} from './inputs.js'
import type { JsonObject } from './json.js'
import { valueOf } from './values.js'

/**
 * A body. The faults are the inputs that have no valid value for it, by path: `title`, or `comments/0/body` for a nested
 * record.
 */
export interface Body {
  readonly document: JsonObject
  readonly faults: { readonly [path: string]: string }
  /** The path of the record in each place of `included`. */
  readonly places: readonly string[]
}

/** The body of a create, or of an update of `id`, with the nested records. */
export function bodyOf(
  known: Known,
  inputs: readonly Input[],
  { type, id }: { readonly type: string; readonly id?: string | undefined },
  typed: Typed,
): Body {
  const printing: Printing = { known, faults: {}, included: new Map() }
  const data = recordOf(printing, inputs, { type, ...(id !== undefined && { id }) }, typed, '')
  const included = [...printing.included.values()]
  return {
    document: { data, ...(included.length > 0 && { included: included.map(({ record }) => record) }) },
    faults: printing.faults,
    places: included.map(({ place }) => place),
  }
}

/** The body of a type's own action. */
export function ownBody(inputs: readonly AttributeInput[], { texts }: Typed): Body {
  const faults: Record<string, string> = {}
  return { document: { meta: attributesOf(inputs, texts, '', faults) }, faults, places: [] }
}

/** The inputs of a nested record, without those that its position in the document determines. */
export function childInputs(
  known: Known,
  { fills = [] }: RelationshipInput['relationship'],
  { type, id }: Linked,
): readonly Input[] {
  const inputs = inputsOf(known, type, id === undefined ? 'create' : 'update')
  return inputs.filter(({ kind, name }) => kind !== 'relationship' || !fills.includes(name))
}

/**
 * Whether a nested record has its own form, rather than only being referenced by its id or by an operation's
 * `lid`.
 */
export const isNested = ({ method, typed, id, isLid }: Linked): boolean =>
  method !== undefined || typed !== undefined || (id === undefined && !isLid)

interface Printing {
  readonly known: Known
  readonly faults: Record<string, string>
  readonly included: Map<string, { readonly place: string; record: JsonObject }>
}

function recordOf(
  printing: Printing,
  inputs: readonly Input[],
  identity: JsonObject,
  { texts, links }: Typed,
  place: string,
): JsonObject {
  const values = inputs.filter((input): input is AttributeInput => input.kind === 'attribute')
  const attributes = attributesOf(values, texts, place, printing.faults)
  const relationships = inputs.flatMap((input) => {
    const linked = input.kind === 'relationship' ? own(links, input.name) : undefined
    if (input.kind !== 'relationship' || !linked) return []
    return [[input.name, { data: linkageOf(printing, input, linked, `${place}${input.name}/`) }] as const]
  })
  const ownId = own(texts, 'id')
  const takesId = inputs.some(({ kind }) => kind === 'id') && ownId !== undefined
  return {
    ...identity,
    ...(takesId && { id: ownId ?? '' }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  }
}

function attributesOf(
  inputs: readonly AttributeInput[],
  texts: Typed['texts'],
  place: string,
  faults: Record<string, string>,
): JsonObject {
  return Object.fromEntries(
    inputs.flatMap(({ name, type }) => {
      const text = own(texts, name)
      if (text === undefined) return []
      const converted = text === null ? { value: null } : valueOf(type, text)
      if ('value' in converted) return [[name, converted.value] as const]
      faults[place + name] = converted.fault
      return []
    }),
  )
}

function linkageOf(
  printing: Printing,
  { relationship }: RelationshipInput,
  linked: readonly Linked[],
  place: string,
): unknown {
  const isMany = relationship.cardinality === 'many'
  // In a to-many relationship, either all entries have a method, or none.
  const preset = isMany && linked.some(({ method }) => method !== undefined)
  const data = linked.map((each, index) => {
    const { type, id, tempId, isLid, typed = NOTHING_TYPED } = each
    const identity = {
      type,
      ...(id !== undefined && { id }),
      ...(tempId !== undefined && { [isLid ? 'lid' : 'temp-id']: tempId }),
    }
    const method = each.method ?? (preset ? (id === undefined ? 'create' : 'update') : undefined)
    const isKept = method !== 'destroy' && method !== 'disassociate'
    const key = JSON.stringify(identity)
    if (isNested(each) && isKept && (id === undefined || hasContent(typed)) && !printing.included.has(key)) {
      const at = `${place}${index}/`
      const slot: { readonly place: string; record: JsonObject } = { place: at, record: identity }
      printing.included.set(key, slot)
      slot.record = recordOf(printing, childInputs(printing.known, relationship, each), identity, typed, at)
    }
    return { ...identity, ...(method !== undefined && { method }) }
  })
  return isMany ? data : (data[0] ?? null)
}

const hasContent = ({ texts, links }: Typed): boolean =>
  Object.keys(texts).length + Object.keys(links).length > 0

/** Whether the contract lets a nested record of a type be created, or destroyed. */
export function nestedMethods(known: Known, type: string): readonly ('create' | 'destroy')[] {
  const actions = resourceOf(known, type)?.actions
  return (['create', 'destroy'] as const).filter((action) => actions && actions[action].who !== false)
}
