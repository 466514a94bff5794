import type { Deprecable, RelationshipContract, ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { guardsOf, isOpen, type Known, resourceOf } from './contract.js'
import { type JsonObject, memberText, prettyJson } from './json.js'
import { hintOf, textOf } from './values.js'

/** An input of a form. */
export type Input = AttributeInput | RelationshipInput

export interface AttributeInput extends Deprecable {
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

export interface RelationshipInput extends Deprecable {
  readonly kind: 'relationship'
  readonly name: string
  readonly pointer: string
  readonly relationship: RelationshipContract
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly guards: readonly string[]
}

/** The typed input. A name without text is omitted from the body. */
export interface Typed {
  readonly texts: { readonly [name: string]: string | null }
  /** By relationship; an empty list is null, or the empty set. */
  readonly links: { readonly [name: string]: readonly Linked[] }
}

/** The action of a nested write on a record. */
export type Method = 'create' | 'update' | 'destroy' | 'disassociate'

/** A record in a relationship of a body. */
export interface Linked {
  readonly type: string
  /** A new record has no id. */
  readonly id?: string
  readonly tempId?: string
  /** Whether the temporary id is a `lid`. */
  readonly isLid?: boolean
  readonly method?: Method
  /** The record's own members. */
  readonly typed?: Typed
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
    const { write: who, writeOn, required, default: preset, description, deprecated } = attribute
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
        deprecated,
        guards: guardsOf(who),
      },
    ]
  })
  const links = Object.entries(relationships).flatMap(([name, relationship]): readonly Input[] => {
    const { write: who, writeOn, required, description, deprecated } = relationship
    if (!isOpen(who) || (!isCreate && writeOn === 'create')) return []
    return [
      {
        kind: 'relationship',
        name,
        pointer: `/data/relationships/${escaped(name)}`,
        relationship,
        isRequired: isCreate && required,
        description,
        deprecated,
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

/**
 * The values that a form shows for an existing record.
 *
 * @param json the response; JSON values are copied from it exactly as written
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

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
