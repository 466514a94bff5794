import { type RenderValue, renderValueOf } from '../attribute/render.js'
import { memberOf } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import type { FieldPlan, TypeFields } from '../scope/plan-fields.js'
import type { SideloadConfig } from '../sideload/config.js'
import type { DocumentEntry, Identifier } from './collect.js'
import type { ExtraValues } from './extra-values.js'
import { keyLinkage } from './key-linkage.js'
import { encodedId, type Links } from './links.js'

/**
 * A resource object on its way to its text (JSON:API, "Resource Objects"). Every member is always there, so that all of
 * them have one form, which is what makes `JSON.stringify` fast; it leaves out what is undefined.
 */
export interface RenderedResource extends Identifier {
  readonly 'temp-id': string | undefined
  readonly attributes: Readonly<Record<string, unknown>> | undefined
  readonly relationships: Readonly<Record<string, RenderedRelationship>> | undefined
  readonly links: { readonly self: string } | undefined
}

/** A relationship object on its way to its text. */
export interface RenderedRelationship {
  readonly links: { readonly self: string; readonly related: string } | undefined
  readonly data: Identifier | readonly Identifier[] | null | undefined
}

/** What the resource objects of one document have in common. */
export interface RenderEnvironment {
  readonly fields: FieldPlan
  readonly links: Links
  readonly extraValues: ExtraValues
  readonly tempId: ((type: string, id: string) => string | undefined) | undefined
}

/** Renders one record with the fields selected of its type (rules 7.1, 12.1, 12.3). */
export type RenderResource = (entry: DocumentEntry) => RenderedResource

/** What renders the records of one document; what their type implies is worked out once for each type. */
export function resourceRenderer(environment: RenderEnvironment): RenderResource {
  const byType = new Map<string, RenderResource>()
  return (entry) => {
    let render = byType.get(entry.identifier.type)
    if (!render) byType.set(entry.identifier.type, (render = rendererOfType(entry.resource, environment)))
    return render(entry)
  }
}

function rendererOfType(resource: CompiledResource, environment: RenderEnvironment): RenderResource {
  const { type } = resource
  const { links, tempId } = environment
  const fields = environment.fields.get(type)
  const address = links.record(type)
  const attributesOf = fields && attributesRenderer(fields, environment.extraValues)
  const relationshipsOf =
    fields && relationshipsRenderer(fields, links.relationships(type) ? address : undefined)
  return (entry) => {
    const { id } = entry.identifier
    const self = address === undefined ? undefined : address + encodedId(id)
    return {
      type,
      id,
      'temp-id': tempId?.(type, id),
      attributes: attributesOf?.(entry),
      relationships: relationshipsOf?.(entry, self),
      links: self === undefined ? undefined : { self },
    }
  }
}

type RenderAttributes = (entry: DocumentEntry) => Readonly<Record<string, unknown>>

/** Attributes and extra fields; undefined where none are selected. */
function attributesRenderer(fields: TypeFields, extra: ExtraValues): RenderAttributes | undefined {
  const { extraFields } = fields
  if (fields.attributes.length === 0 && extraFields.length === 0) return undefined
  const names = fields.attributes.map(({ name }) => name)
  const renderers = fields.attributes.map(({ type }): RenderValue => renderValueOf(type))
  return (entry) => {
    const attributes: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? ''
      attributes[name] = renderers[index]?.(memberOf(entry.record, name))
    }
    for (const { name, type } of extraFields) {
      const value = extra.get(entry)?.get(name)
      attributes[name] = type ? renderValueOf(type)(value) : (value ?? null)
    }
    return attributes
  }
}

type RenderRelationships = (
  entry: DocumentEntry,
  self: string | undefined,
) => Readonly<Record<string, RenderedRelationship>> | undefined

/** Each relationship: its links where the API serves it, its linkage where that was loaded. */
function relationshipsRenderer(fields: TypeFields, address: string | undefined): RenderRelationships {
  const relationships = fields.sideloads.map((sideload) => {
    const path = encodeURIComponent(sideload.name)
    return { sideload, own: `/relationships/${path}`, related: `/${path}` }
  })
  return (entry, self) => {
    let rendered: Record<string, RenderedRelationship> | undefined
    for (const { sideload, own, related } of relationships) {
      const data = linkageOf(entry, sideload)
      if (data === undefined && address === undefined) continue
      const links =
        address === undefined || self === undefined
          ? undefined
          : { self: self + own, related: self + related }
      rendered ??= {}
      rendered[sideload.name] = { links, data }
    }
    return rendered
  }
}

/** The linkage of a relationship where it was loaded, or where it is always rendered; undefined elsewhere (rule 12.1). */
function linkageOf(entry: DocumentEntry, sideload: SideloadConfig): RenderedRelationship['data'] {
  for (const { name, many, related } of entry.linkage ?? []) {
    if (name === sideload.name) {
      return many ? related.map(({ identifier }) => identifier) : (related[0]?.identifier ?? null)
    }
  }
  return keyLinkage(entry, sideload)
}
