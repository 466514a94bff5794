import type { Span } from '../source/source.js'
import { linkGuards, readersOf } from './links.js'
import type { AttributeSchema, ResourceSchema, SideloadSchema } from './schema.js'

/** An attribute or a relationship that a create must get from the client, and the methods that guard it. */
export interface Need {
  readonly name: string
  readonly at: Span
  /** Includes those of the other side. */
  readonly guards: readonly string[]
  /** Set if it is a relationship. */
  readonly sideload: SideloadSchema | undefined
}

/**
 * The attributes and relationships that a create must get from the client, because neither the store nor code of the
 * application fills them in. Read-only ones are not included: their columns are in `unfilled`.
 */
export function needsOf(resource: ResourceSchema, resources: readonly ResourceSchema[]): readonly Need[] {
  const { attributes, filled, sideloads, version } = resource
  const keys = sideloads.flatMap((each) => (each.kind === 'belongsTo' ? each.foreignKey : []))
  const isFilled = (column: string): boolean => filled.includes(column)
  const needed = attributes
    .filter(({ name, column }) => name !== version && !keys.includes(column) && !isFilled(column))
    .filter(isNeeded)
    .map((attribute): Need => {
      const { name, at, writable } = attribute
      const guards = [writable, ...readersOf(resource, attribute, resources)].filter(isMethod)
      return { name, at, guards, sideload: undefined }
    })
  const relationships = sideloads.flatMap((sideload): readonly Need[] => {
    const { name, at, nullable, required, kind } = sideload
    if (kind !== 'belongsTo' && kind !== 'polymorphicBelongsTo') return []
    if (nullable || required === false) return []
    if (kind === 'belongsTo' && sideload.foreignKey.every(isFilled)) return []
    const { readable, writable } = linkGuards(resource, sideload, resources)
    if (writable.includes(false)) return []
    return [{ name, at, guards: [...readable, ...writable].filter(isMethod), sideload }]
  })
  return [...needed, ...relationships]
}

const isNeeded = ({ type, required, writable, default: preset }: AttributeSchema): boolean =>
  required !== false && writable !== false && !type.nullable && preset === undefined

const isMethod = (guard: boolean | string): guard is string => typeof guard === 'string'
