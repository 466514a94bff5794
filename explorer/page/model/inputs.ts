import type { RelationshipContract, ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { guardsOf, isOpen, type Known, own, resourceOf } from './contract.js'
import { isObject, type JsonObject, memberText, prettyJson } from './json.js'
import type { Identifier } from './rows.js'
import { hintOf, textOf, valueOf } from './values.js'

/** An input of a form. */
export type Input = AttributeInput | RelationshipInput

export interface AttributeInput {
  readonly kind: 'attribute' | 'id'
  readonly name: string
  /** The place in the body that errors point to. */
  readonly pointer: string
  readonly type: ValueContract
  readonly isRequired: boolean
  readonly hint: string
  readonly description: string | undefined
  /** The guards that decide whether it may be written. */
  readonly guards: readonly string[]
}

export interface RelationshipInput {
  readonly kind: 'relationship'
  readonly name: string
  readonly pointer: string
  readonly relationship: RelationshipContract
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly guards: readonly string[]
}

/** The typed input. A name without a text is omitted from the body. */
export interface Typed {
  readonly texts: { readonly [name: string]: string | null }
  readonly links: { readonly [name: string]: readonly Identifier[] }
}

export const NOTHING_TYPED: Typed = { texts: {}, links: {} }

/** The inputs of a create or an update, the required ones first. */
export function inputsOf(known: Known, type: string, write: 'create' | 'update'): readonly Input[] {
  const resource = resourceOf(known, type)
  if (!resource) return []
  const { attributes, relationships, id } = resource
  const isCreate = write === 'create'
  const ids: readonly AttributeInput[] =
    isCreate && id.clientIds !== 'forbidden'
      ? [
          {
            kind: 'id',
            name: 'id',
            pointer: '/data/id',
            type: { type: id.type },
            isRequired: id.clientIds === 'required',
            hint: id.type,
            description: undefined,
            guards: [],
          },
        ]
      : []
  const values = Object.entries(attributes).flatMap(([name, attribute]): readonly Input[] => {
    const { write: who, writeOn, required, default: preset, description } = attribute
    if (!isOpen(who) || (writeOn !== undefined && writeOn !== write)) return []
    return [
      {
        kind: 'attribute',
        name,
        pointer: `/data/attributes/${escaped(name)}`,
        type: attribute,
        isRequired: isCreate && required,
        hint:
          hintOf(attribute) +
          (isCreate && preset !== undefined ? `, ${JSON.stringify(preset)} by default` : ''),
        description,
        guards: guardsOf(who),
      },
    ]
  })
  const links = Object.entries(relationships).flatMap(([name, relationship]): readonly Input[] => {
    const { write: who, writeOn, required, description } = relationship
    if (!isOpen(who) || (!isCreate && (writeOn === 'create' || relationship.cardinality === 'many'))) {
      return []
    }
    return [
      {
        kind: 'relationship',
        name,
        pointer: `/data/relationships/${escaped(name)}`,
        relationship,
        isRequired: isCreate && required,
        description,
        guards: guardsOf(who),
      },
    ]
  })
  const all = [...ids, ...values, ...links]
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)]
}

/** The inputs of a type's own action, the required ones first. */
export function ownInputs(known: Known, type: string, action: string): readonly AttributeInput[] {
  const input = resourceOf(known, type)?.ownActions?.[action]?.input ?? {}
  const all = Object.entries(input).map(([name, of]): AttributeInput => ({
    kind: 'attribute',
    name,
    pointer: `/meta/${escaped(name)}`,
    type: of,
    isRequired: of.required,
    hint: hintOf(of) + (of.default === undefined ? '' : `, ${JSON.stringify(of.default)} by default`),
    description: of.description,
    guards: [],
  }))
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)]
}

/** The body of a type's own action. */
export function ownBody(inputs: readonly AttributeInput[], { texts }: Typed): Body {
  const faults: Record<string, string> = {}
  const meta: [string, unknown][] = []
  for (const { name, type } of inputs) {
    const text = own(texts, name)
    if (text === undefined) continue
    const converted = text === null ? { value: null } : valueOf(type, text)
    if ('fault' in converted) faults[name] = converted.fault
    else meta.push([name, converted.value])
  }
  return { document: { meta: Object.fromEntries(meta) }, faults }
}

/**
 * The values that a form shows for an existing record.
 *
 * @param json the response, from which JSON values are copied exactly as written
 */
export function typedOf(
  inputs: readonly Input[],
  attributes: JsonObject,
  json: string,
): { readonly [name: string]: string | null } {
  return Object.fromEntries(
    inputs.flatMap((input): readonly (readonly [name: string, text: string | null])[] => {
      const { kind, name } = input
      if (kind !== 'attribute' || !Object.hasOwn(attributes, name)) return []
      if (attributes[name] === null) return [[name, null]]
      const isJson = input.type.type === 'json' && !input.type.list
      const written = isJson ? memberText(json, ['data', 'attributes', name]) : undefined
      return [[name, written === undefined ? textOf(input.type, attributes[name]) : prettyJson(written)]]
    }),
  )
}

/** A body, and the inputs that have no valid value for it, by name. */
export interface Body {
  readonly document: object
  readonly faults: { readonly [name: string]: string }
}

/** The body of a create, or of an update of `id`. */
export function bodyOf(
  inputs: readonly Input[],
  type: string,
  id: string | undefined,
  { texts, links }: Typed,
): Body {
  const faults: Record<string, string> = {}
  const attributes: [string, unknown][] = []
  const relationships: [string, unknown][] = []
  let ownId = id
  for (const input of inputs) {
    if (input.kind === 'relationship') {
      const linked = own(links, input.name)
      if (!linked) continue
      const isMany = input.relationship.cardinality === 'many'
      relationships.push([
        input.name,
        { data: isMany ? linked.map(plain) : linked[0] ? plain(linked[0]) : null },
      ])
      continue
    }
    const text = own(texts, input.name)
    if (text === undefined) continue
    if (input.kind === 'id') {
      ownId = text ?? ''
      continue
    }
    const converted = text === null ? { value: null } : valueOf(input.type, text)
    if ('fault' in converted) faults[input.name] = converted.fault
    else attributes.push([input.name, converted.value])
  }
  const data = {
    type,
    ...(ownId !== undefined && { id: ownId }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  }
  return { document: { data }, faults }
}

const plain = ({ type, id }: Identifier): Identifier => ({ type, id })

/** An error in a response. */
export interface ShownError {
  readonly title: string
  readonly detail: string
  readonly pointer: string
}

/** The errors in a response, by the input that their pointer identifies; other errors have the key `''`. */
export function errorsByInput(
  inputs: readonly Input[],
  document: unknown,
): { readonly [name: string]: readonly ShownError[] } {
  const errors = isObject(document) && Array.isArray(document['errors']) ? document['errors'] : []
  const found: Record<string, ShownError[]> = {}
  for (const error of errors.filter(isObject)) {
    const source = isObject(error['source']) ? error['source'] : {}
    const pointer = String(source['pointer'] ?? '')
    // A missing member has no place of its own, so its error points to the parent and contains the name.
    const meta = isObject(error['meta']) ? error['meta'] : {}
    const input =
      inputs.find((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)) ??
      inputs.find((each) => isWithin(each.pointer, pointer) && each.name === meta['attribute'])
    const name = input?.name ?? ''
    const shown = { title: String(error['title'] ?? ''), detail: String(error['detail'] ?? ''), pointer }
    found[name] = [...(Object.hasOwn(found, name) ? (found[name] ?? []) : []), shown]
  }
  return found
}

const isWithin = (place: string, pointer: string): boolean => place.startsWith(`${pointer}/`)

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
