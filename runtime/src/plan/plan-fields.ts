import { UnknownField } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import type { NamesByKey } from '../query/read-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Guards } from '../resource/guards.js'
import { rulesOnPath } from './view/names.js'
import { linkedIn, type TypeFields, type View, type Views } from './view/view.js'

/** The fields of every type that may be in the response. */
export interface FieldPlan {
  readonly types: ReadonlyMap<string, TypeFields>
  /** Whether any type has extra fields, and whether any has linkage without an include. */
  readonly hasExtra: boolean
  readonly hasLinked: boolean
  /** The extra fields that this reading has computed so far, by record. Another reading may compute other values. */
  readonly values: Map<object, ReadonlyMap<string, unknown>>
}

/** Checks `fields` and `extra_fields` against the types that the request can reach, and selects the rendered fields. */
export function planFields(
  resources: ReadonlyMap<string, CompiledResource>,
  fields: NamesByKey,
  extraFields: NamesByKey,
  views: Views,
  faults: JsonapiError[],
): FieldPlan {
  unknownTypes('fields', fields, resources, faults)
  unknownTypes('extra_fields', extraFields, resources, faults)
  const types = new Map<string, TypeFields>()
  for (const [type, resource] of resources) {
    const view = views.of(resource)
    const isWhole = !fields.has(type) && !extraFields.has(type)
    const asked = { fields: fields.get(type), extra: extraFields.get(type) }
    types.set(type, isWhole ? view.fields : select(view, asked, views.guards, faults))
  }
  return fieldPlan(types)
}

/** The plan of the fields of some types. */
export function fieldPlan(types: FieldPlan['types']): FieldPlan {
  const all = [...types.values()]
  return {
    types,
    hasExtra: all.some((type) => type.extraFields.length > 0),
    hasLinked: all.some((type) => type.linked.length > 0),
    values: new Map(),
  }
}

type RequestedNames = { readonly parameter: string; readonly value: readonly string[] } | undefined

/** The fields of one type that a request names. */
interface AskedFields {
  readonly fields: RequestedNames
  readonly extra: RequestedNames
}

function select(
  view: View,
  { fields, extra }: AskedFields,
  guards: Guards,
  faults: JsonapiError[],
): TypeFields {
  const { resource } = view.names
  const { config } = resource
  const { attributes: readable, relations } = view.fields
  const asked = new Set(extra?.value)
  const known = [...readable.map(({ name }) => name), ...relations.map(({ config }) => config.name)]
  for (const name of fields?.value ?? []) {
    if (!known.includes(name) && !asked.has(name)) {
      const fault = unknownField(resource.type, name, known, fields?.parameter ?? 'fields')
      faults.push(guards.unknown(fault, rulesOnPath(resource, [name])))
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
  const rendered = named ? relations.filter(({ config }) => named.has(config.name)) : relations
  return {
    attributes: named ? readable.filter(({ name }) => named.has(name)) : readable,
    extraFields: [...config.extraFields.values()].filter(({ name }) => asked.has(name)),
    relations: rendered,
    linked: linkedIn(rendered),
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
