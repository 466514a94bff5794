import { Conflict } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { CompiledResource } from '../../resource/compile.js'
import { pointerTo } from '../../value/json.js'
import type { Draft, Reading } from './draft.js'
import type { Identity } from './identity.js'
import type { IncludedEntry } from './included.js'
import type { WriteMethod } from '../../resource/payload.js'
import type { WriteRelationship } from './node.js'

/** Where an entry of a linkage stands. */
export interface LinkagePlace {
  /** The record whose relationship it stands in. */
  readonly parent: Draft
  readonly relationship: WriteRelationship
  /** Of the entry. */
  readonly pointer: string
}

/** One entry of a linkage that is being read: which record it names, and what for. */
export interface LinkageEntry extends LinkagePlace {
  readonly identity: Identity
  /** Whether the entry itself says an id, and not only what `included` has of the record. */
  readonly isNamedById: boolean
  /** The method as it is given; undefined where none is. */
  readonly given: WriteMethod | undefined
  readonly resource: CompiledResource
  /** The value of the type column that leads to the record's type, where the sideload is polymorphic. */
  readonly group: string
  /** What `included` has of the record. */
  readonly included: IncludedEntry | undefined
  /** The record, where the request has named it before. */
  readonly known: Draft | undefined
}

/** How the relationships of a record are said: by a document, or by what an application has put together. */
export interface LinkageSource {
  /** The `data` of a relationship; why it has none where it has none. */
  dataOf(value: unknown, name: string): { readonly data: unknown } | { readonly refusal: string }
  /** Whether an entry says what is to be done with its record. */
  hasMethod(member: unknown): boolean
  /** Reads an entry; undefined where it is at fault. */
  entryOf(member: unknown, place: LinkagePlace, reading: Reading): LinkageEntry | undefined
}

/** The resource that a linkage entry's type stands for; a type that the relationship does not lead to is a 409. */
export function targetOf(
  { parent, relationship, pointer }: LinkagePlace,
  { type }: Identity,
  faults: JsonapiError[],
): Pick<LinkageEntry, 'resource' | 'group'> | undefined {
  const { sideload } = relationship
  const only = parent.resource.target(sideload)
  if (only?.type === type) return { resource: only, group: '' }
  const targets = parent.resource.targets(sideload)
  for (const [group, target] of targets) if (target.type === type) return { resource: target, group }
  const types = [...new Set([...targets.values()].map((target) => `"${target.type}"`))].join(' or ')
  const detail = `"${sideload.name}" is of the type ${types}, not "${type}".`
  faults.push(new Conflict({ detail, source: { pointer: pointerTo(pointer, 'type') } }))
  return undefined
}
