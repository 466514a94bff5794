import { Conflict } from '../../../error/errors.js'
import type { JsonapiError } from '../../../error/jsonapi-error.js'
import type { CompiledResource } from '../../../resource/compile.js'
import { pointerTo } from '../../../value/json.js'
import type { Draft, DraftRelationship, Reading } from '../draft.js'
import type { Identity } from '../identity.js'
import type { IncludedEntry } from './included.js'
import type { WriteMethod } from '../../../resource/payload.js'
import { isKnown, type KnownRelation } from '../../../resource/relations.js'

/** The place of a linkage entry. */
export interface LinkagePlace {
  readonly relationship: DraftRelationship
  /** The pointer of the entry. */
  readonly pointer: string
}

/** One linkage entry while it is read: the record that it names, and the method. */
export interface LinkageEntry extends LinkagePlace {
  readonly identity: Identity
  /** Whether the entry itself has the id, and not only its member of `included`. */
  readonly isNamedById: boolean
  /** The method in the request; undefined if it has none. */
  readonly given: WriteMethod | undefined
  readonly resource: CompiledResource
  /** The relation to the record's type. */
  readonly relation: KnownRelation
  /** The record's member of `included`. */
  readonly included: IncludedEntry | undefined
  /** The record, if the request has named it before. */
  readonly known: Draft | undefined
}

/** The form of relationships: that of a document, or that of payloads which an application has built. */
export interface LinkageSource {
  /** The `data` of a relationship, or the reason why it has none. */
  dataOf(value: unknown, name: string): { readonly data: unknown } | { readonly refusal: string }
  /** Whether an entry has a method. */
  hasMethod(member: unknown): boolean
  /** Reads an entry; undefined if it is at fault. */
  entryOf(member: unknown, place: LinkagePlace, reading: Reading): LinkageEntry | undefined
}

/** The resource of a linkage entry's type; a type that the relationship does not permit returns 409. */
export function targetOf(
  { relationship: { declared }, pointer }: LinkagePlace,
  { type }: Identity,
  faults: JsonapiError[],
): Pick<LinkageEntry, 'resource' | 'relation'> | undefined {
  const relations = declared.relations.filter(isKnown)
  const relation = relations.find(({ target }) => target.type === type)
  if (relation) return { resource: relation.target, relation }
  const types = [...new Set(relations.map(({ target }) => `"${target.type}"`))].join(' or ')
  const detail = `"${declared.name}" must be of type ${types}, not "${type}".`
  faults.push(new Conflict({ detail, source: { pointer: pointerTo(pointer, 'type') } }))
  return undefined
}
