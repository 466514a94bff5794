import { UnknownField } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import type { NamesByKey } from '../query/read-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { AttributeConfig, ExtraFieldConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { unknownTo } from '../resource/denied-names.js'
import type { Guards } from '../resource/guards.js'
import { guardsOfRelationship, readersOfAttribute } from '../resource/link-guards.js'

/** The rendered fields of one type (rules 7.1, 7.3). */
export interface TypeFields {
  readonly attributes: readonly AttributeConfig[]
  readonly extraFields: readonly ExtraFieldConfig[]
  readonly sideloads: readonly SideloadConfig[]
}

/** The fields of every type that may be in the answer. */
export type FieldPlan = ReadonlyMap<string, TypeFields>

/** Checks `fields` and `extra_fields` against the types that the request can reach, and selects the rendered fields. */
export function planFields(
  resources: ReadonlyMap<string, CompiledResource>,
  fields: NamesByKey,
  extraFields: NamesByKey,
  guards: Guards,
  faults: JsonapiError[],
): FieldPlan {
  unknownTypes('fields', fields, resources, faults)
  unknownTypes('extra_fields', extraFields, resources, faults)
  const plan = new Map<string, TypeFields>()
  for (const [type, resource] of resources) {
    const whole = fields.has(type) || extraFields.has(type) ? undefined : wholeFields(resource)
    if (whole) {
      plan.set(type, whole)
      continue
    }
    const attributes = [...resource.config.attributes.values()]
    guards.needs(attributes.flatMap((attribute) => readersOfAttribute(resource, attribute)))
    const readable = attributes.filter((attribute) => guards.shows(resource, attribute))
    const sideloads = [...resource.config.sideloads.values()].filter((sideload) =>
      guards.sees(resource, sideload),
    )
    const visible = { resource, readable, sideloads, guards }
    plan.set(type, select(visible, fields.get(type), extraFields.get(type), faults))
  }
  return plan
}

const whole = new WeakMap<CompiledResource, TypeFields | undefined>()

/**
 * All fields of a resource, if none of them has a guard: they are the same for every viewer. Computed once; the texts
 * for rendering them are too (`textOfType`).
 */
function wholeFields(resource: CompiledResource): TypeFields | undefined {
  if (whole.has(resource)) return whole.get(resource)
  const attributes = [...resource.config.attributes.values()]
  const sideloads = [...resource.config.sideloads.values()]
  const guardsOf = (sideload: SideloadConfig): readonly Guard[] =>
    guardsOfRelationship(resource, sideload).readable
  const all = [
    ...attributes.flatMap((one) => readersOfAttribute(resource, one)),
    ...sideloads.flatMap(guardsOf),
  ]
  const isSame = all.every((readable) => typeof readable !== 'string')
  const fields = isSame
    ? {
        attributes: attributes.filter(({ readable }) => readable !== false),
        extraFields: [],
        sideloads: sideloads.filter((sideload) => !guardsOf(sideload).includes(false)),
      }
    : undefined
  whole.set(resource, fields)
  return fields
}

type RequestedNames = { readonly parameter: string; readonly value: readonly string[] } | undefined

/** The fields of a resource that the viewer may see. */
interface VisibleFields {
  readonly resource: CompiledResource
  readonly readable: readonly AttributeConfig[]
  readonly sideloads: readonly SideloadConfig[]
  readonly guards: Guards
}

function select(
  { resource, readable, sideloads, guards }: VisibleFields,
  fields: RequestedNames,
  extra: RequestedNames,
  faults: JsonapiError[],
): TypeFields {
  const { config } = resource
  const asked = new Set(extra?.value)
  const known = [...readable.map(({ name }) => name), ...sideloads.map(({ name }) => name)]
  for (const name of fields?.value ?? []) {
    if (!known.includes(name) && !asked.has(name)) {
      const fault = unknownField(resource.type, name, known, fields?.parameter ?? 'fields')
      faults.push(unknownTo(fault, resource, [name], guards))
    }
  }
  for (const name of extra?.value ?? []) {
    if (!config.extraFields.has(name)) {
      faults.push(
        unknownField(resource.type, name, [...config.extraFields.keys()], extra?.parameter ?? 'extra_fields'),
      )
    }
  }
  const named = fields && new Set(fields.value)
  return {
    attributes: named ? readable.filter(({ name }) => named.has(name)) : readable,
    extraFields: [...config.extraFields.values()].filter(({ name }) => asked.has(name)),
    sideloads: named ? sideloads.filter(({ name }) => named.has(name)) : sideloads,
  }
}

function unknownTypes(
  parameter: string,
  names: NamesByKey,
  resources: ReadonlyMap<string, CompiledResource>,
  faults: JsonapiError[],
): void {
  for (const [type, given] of names) {
    if (resources.has(type)) continue
    const detail = `The type "${type}" is not in this response.${didYouMean(type, resources.keys())}`
    faults.push(new UnknownField({ detail, source: { parameter: given.parameter || parameter } }))
  }
}

function unknownField(type: string, name: string, known: readonly string[], parameter: string): UnknownField {
  return new UnknownField({
    detail: `"${type}" has no field "${name}".${didYouMean(name, known)}`,
    source: { parameter },
  })
}
