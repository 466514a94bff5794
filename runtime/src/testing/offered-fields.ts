import { isPlainKey } from '../value/key.js'
import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import { isToMany, type SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { mayHide } from '../plan/visibility.js'
import { joinResources, keyColumns } from '../resource/relations.js'
import { guardsOfRelationship, readersOfAttribute } from '../resource/link-guards.js'
import { isWritable } from '../resource/writable.js'
import type { AttributeType } from '../vocabulary/type.js'

/** The offer of a resource, as data: the members of a contract that its declarations decide. */
export type Offer = Readonly<Record<string, unknown>>

/** Those who may do something: everybody, nobody, or requests that pass all of the guards. */
export type OfferedTo = boolean | readonly string[]

/** Combines guards: whoever passes all of them. */
export function offeredTo(...guards: readonly (Guard | undefined)[]): OfferedTo {
  if (guards.includes(false)) return false
  const names = [...new Set(guards.filter((guard) => typeof guard === 'string'))]
  return names.length === 0 || names
}

export function offeredType({ kind, list, nullable, values }: AttributeType): Offer {
  return {
    type: kind,
    ...(kind === 'enum' && { values }),
    ...(list && { list }),
    ...(nullable && { nullable }),
  }
}

export function offeredId({ config, idType, key, byColumn }: CompiledResource): Offer {
  const columns = key.map(({ name, type }) => ({
    name: byColumn.get(name)?.name ?? name,
    type: offeredType(type),
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
      offeredAttribute(attribute, resource, links.has(attribute.column)),
    ]),
  )
}

export function offeredExtraFields({ config }: CompiledResource): Offer {
  return Object.fromEntries(
    [...config.extraFields].map(([name, { type }]) => [name, type ? offeredType(type) : {}]),
  )
}

export function offeredRelationships(resource: CompiledResource): Offer {
  return Object.fromEntries(
    [...resource.config.sideloads].map(([name, sideload]) => [name, offeredRelationship(sideload, resource)]),
  )
}

/** A member of the input of an action. */
export function offeredInput(input: AttributeConfig): Offer {
  const { type, required, default: preset } = input
  const { minLength, maxLength, pattern, format, minimum, maximum } = input
  const constraints = { minLength, maxLength, pattern, format, minimum, maximum }
  const isRequired = required ?? (!type.nullable && preset === undefined)
  return { ...offeredType(type), required: isRequired, default: preset, ...constraints }
}

function offeredAttribute(attribute: AttributeConfig, resource: CompiledResource, isKey: boolean): Offer {
  const { name, column, type, readable, writable, required, default: preset } = attribute
  const { version } = resource.config
  const { minLength, maxLength, pattern, format, minimum, maximum } = attribute
  const write = isKey ? false : offeredTo(readable === false ? true : readable, writable)
  const writeOn = name === version ? 'update' : resource.primaryKey.includes(column) ? 'create' : undefined
  return {
    ...offeredType(type),
    read: offeredTo(...readersOfAttribute(resource, attribute)),
    write,
    writeOn: write === false ? undefined : writeOn,
    required: write !== false && name !== version && (required ?? (!type.nullable && preset === undefined)),
    default: preset,
    minLength,
    maxLength,
    pattern,
    format,
    minimum,
    maximum,
  }
}

function offeredRelationship(sideload: SideloadConfig, resource: CompiledResource): Offer {
  const { kind, linkage, dependent } = sideload
  const { readable, writable } = guardsOfRelationship(resource, sideload)
  const through = joinResources(resource, sideload).map(({ type }) => type)
  const targets = [...resource.targets(sideload)].map(([group, { type }]) => [group, type] as const)
  const isKept = kind === 'custom' || isWritable(resource, sideload)
  const write = isKept && offeredTo(...readable.filter((guard) => guard !== false), ...writable)
  const isOfId =
    kind === 'belongsTo' && sideload.foreignKey.every((column) => resource.primaryKey.includes(column))
  return {
    cardinality: isToMany(sideload) ? 'many' : 'one',
    types: [...new Set(targets.map(([, type]) => type))].toSorted(),
    polymorphic: kind === 'polymorphicBelongsTo',
    groups: kind === 'polymorphicBelongsTo' ? Object.fromEntries(targets) : undefined,
    nullable: hidesOne(sideload, resource) ? true : undefined,
    custom: kind === 'custom',
    through: through.length > 0 ? through.toSorted() : undefined,
    dependent,
    read: offeredTo(...readable),
    write,
    writeOn: write !== false && isOfId ? 'create' : undefined,
    linkage,
  }
}

/** Whether a to-one relationship may lead to a hidden record, so that it reads as null. */
function hidesOne(sideload: SideloadConfig, resource: CompiledResource): boolean {
  const target = sideload.kind === 'belongsTo' ? resource.target(sideload) : undefined
  return target !== undefined && mayHide({ sideload, target })
}
