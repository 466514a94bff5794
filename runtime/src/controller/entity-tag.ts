import { typeOfColumn } from '../facts/implied.js'
import { createHash } from 'node:crypto'
import { isDefault } from '../adapter/default-operations.js'
import { memberOf } from '../base/cast.js'
import type { AttributeConfig } from '../declare/config.js'
import type { ReadPlan } from '../plan/plan.js'
import type { DocumentBytes } from '../render/document.js'
import { type CompiledResource, idOf } from '../resource/compile.js'
import { viewOf } from '../plan/view/view.js'
import { currentRequest } from '../resource/frame.js'
import type { Context, RenderOptions } from './context.js'

/** The entity tag of a document, made from its bytes (rule 26.1). */
export const tagOfDocument = (bytes: DocumentBytes): string => `"b.${digest(bytes)}"`

/** Whether a tag was made from a version: it changes exactly with the version. */
export const isVersionTag = (tag: string): boolean => VERSION_TAG.test(tag)

const VERSION_TAG = /^"v\.[\w-]{22}"$/

/** Makes entity tags from versions, for responses that change only if the version does. */
export interface VersionTags {
  /** The columns that the tag is made from. */
  readonly columns: readonly string[]
  /** The tag of a record with these columns; undefined if it has no version. */
  readonly of: (record: object) => string | undefined
}

/** The parts of a response about one record that determine its tag. */
export interface TaggedAnswer {
  readonly context: Context
  /** Its address: a tag belongs to an address. */
  readonly address: string | undefined
  readonly plan: Pick<ReadPlan, 'root' | 'fields' | 'included'>
  readonly options: Pick<RenderOptions, 'meta' | 'links'>
}

/**
 * Makes the tag of a response from the record's version (rule 26.2). Undefined if the response may change without the
 * version: with includes, extra fields or linkage, an application's `resolve`, or a field that is not a column. A
 * version that the viewer may not read is never part of a tag, which would reveal it.
 */
export function versionTags(answer: TaggedAnswer): VersionTags | undefined {
  const { address, plan } = answer
  const { version, config } = plan.root.resource
  const attribute = version === undefined ? undefined : config.attributes.get(config.version ?? '')
  if (version === undefined || !attribute || address === undefined) return undefined
  return tagsOfVersion(answer, version, attribute)
}

function tagsOfVersion(
  answer: TaggedAnswer,
  version: string,
  attribute: AttributeConfig,
): VersionTags | undefined {
  const { context, address, plan, options } = answer
  const { resource } = plan.root
  const guards = currentRequest().guardsOf(context)
  if (!viewOf(resource, guards).attribute(attribute.name) || !isAllVersioned(resource, version, answer)) {
    return undefined
  }
  const fields = plan.fields.types.get(resource.type)
  const attributes = fields?.attributes.map(({ name, column, type }) => [name, column, type.kind])
  const sideloads = fields?.relations.map(({ config }) => config.name)
  const { meta, links } = options
  const asked = JSON.stringify([address, resource.type, attributes, sideloads, meta, links])
  return {
    columns: [...new Set([...resource.primaryKey, version])],
    of: (record) => {
      const value = memberOf(record, version)
      if (value === null || value === undefined) return undefined
      const text = value instanceof Date ? value.toISOString() : String(value)
      return `"v.${digest(JSON.stringify([asked, idOf(resource, record), text]))}"`
    },
  }
}

/** Whether a response shows only columns of the record that change only with the version. */
function isAllVersioned(
  resource: CompiledResource,
  version: string,
  { context, plan: { root, fields, included } }: TaggedAnswer,
): boolean {
  const own = fields.types.get(resource.type)
  const columns = [version, ...(own?.attributes ?? []).map(({ column }) => column)]
  return (
    !included &&
    root.includes.length === 0 &&
    root.extraFields.length === 0 &&
    (own?.linked ?? []).length === 0 &&
    isDefault(context.jsonapiResource.resolve) &&
    resource.facts().can.readColumns &&
    columns.every((column) => typeOfColumn(resource, column) !== undefined)
  )
}

function digest(data: string | DocumentBytes): string {
  return createHash('sha256').update(data).digest('base64url').slice(0, 22)
}
