import { isPlainKey } from '../value/key.js'
import type { AttributeConfig } from '../declare/config.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { mayHide } from '../plan/visibility.js'
import { keyColumns, relationshipOf } from '../resource/relations.js'
import { readersOfAttribute } from '../resource/link-guards.js'
import {
  type DeclaredInput,
  offeredAttribute,
  offeredRelationship,
  offeredValue,
} from '../vocabulary/offered-members.js'
import { holdsKey, type Relationship } from '../vocabulary/relation.js'

/** The offer of a resource, as data: the members of a contract that its declarations decide. */
export type Offer = Readonly<Record<string, unknown>>

export function offeredId({ config, idType, key, byColumn }: CompiledResource): Offer {
  const columns = key.map(({ name, type }) => ({
    name: byColumn.get(name)?.name ?? name,
    type: offeredValue(type),
  }))
  return {
    type: idType.kind,
    clientIds: config.id.clientIds,
    minLength: config.id.minLength,
    maxLength: config.id.maxLength,
    ...(!isPlainKey(key) && { key: columns }),
  }
}

export function offeredAttributes(resource: CompiledResource): Offer {
  const links = keyColumns(resource)
  return Object.fromEntries(
    [...resource.config.attributes].map(([name, attribute]) => [
      name,
      offeredAttribute({
        ...inputOf(attribute),
        ...attributeIn(attribute),
        readers: readersOfAttribute(resource, attribute),
        isVersion: name === resource.config.version,
        isKey: links.has(attribute.column),
        primaryKey: resource.primaryKey,
      }),
    ]),
  )
}

export function offeredExtraFields({ config }: CompiledResource): Offer {
  return Object.fromEntries(
    [...config.extraFields].map(([name, { type }]) => [name, type ? offeredValue(type) : {}]),
  )
}

export function offeredRelationships(resource: CompiledResource): Offer {
  return Object.fromEntries(
    [...resource.config.sideloads].map(([name, sideload]) => {
      const { linkage, dependent } = sideload
      const relationship = relationshipOf(resource, sideload)
      const { primaryKey } = resource
      const common = offeredRelationship(relationship, { linkage, dependent, primaryKey })
      return [name, hidesOne(relationship, sideload) ? { ...common, nullable: true } : common]
    }),
  )
}

/** What a class declares of a value that a request gives. */
export function inputOf({
  type,
  required,
  default: preset,
  minLength,
  maxLength,
  pattern,
  format,
  minimum,
  maximum,
}: AttributeConfig): DeclaredInput {
  const constraints = { minLength, maxLength, pattern, format, minimum, maximum }
  return { type, required, default: preset, constraints }
}

/** Whether a to-one relationship may lead to a hidden record, so that it reads as null. */
function hidesOne(relationship: Relationship<CompiledResource>, sideload: SideloadConfig): boolean {
  const target = holdsKey(relationship) ? relationship.relations[0]?.target : undefined
  return target !== undefined && mayHide({ sideload, target })
}

const attributeIn = ({
  column,
  readable,
  writable,
}: AttributeConfig): Pick<AttributeConfig, 'column' | 'readable' | 'writable'> => ({
  column,
  readable,
  writable,
})
