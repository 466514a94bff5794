import { InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { Limits } from '../../query/limits.js'
import type { CompiledResource } from '../../resource/compile.js'
import { Guards } from '../../resource/guards.js'
import { mayBeSameRecord, type Identity } from './identity.js'
import { type IncludedEntry, type IncludedIndex, indexIncluded } from './linkage/included.js'
import { fieldsIn, isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'
import type { WriteMethod } from '../../resource/payload.js'
import { Named } from './named.js'
import type { NodePlace, WriteNode, WriteRelationship } from './node.js'

/** A record of a request while it is read: its relationships are added later. */
export interface Draft extends WriteNode {
  readonly relationships: DraftRelationship[]
  readonly toRelatives: DraftRelationship[]
  readonly toMembers: DraftRelationship[]
  readonly depth: number
}

/** A relationship of such a record. */
export interface DraftRelationship extends WriteRelationship {
  readonly node: Draft
}

/** The state of reading a request: its records and its faults so far. */
export interface Reading {
  readonly limits: Limits
  /** Whether ids have to be strings (rule 14.8). */
  readonly strict: boolean
  /** The guards of attributes and relationships. */
  readonly guards: Guards
  readonly faults: JsonapiError[]
  readonly included: IncludedIndex
  /** The members of `included` that a linkage has named. */
  readonly used: Set<IncludedEntry>
  /** All records, including those at fault. */
  readonly drafts: Draft[]
  readonly named: Named<Draft>
  /** The records above the one that is being read. */
  readonly open: Draft[]
  /** How many records are written; records that are only linked do not count. */
  count: number
  /** How many linkage entries the request has so far. */
  links: number
}

/** Options for reading a request. */
export interface ReadingOptions {
  readonly limits: Limits
  readonly strict?: boolean
  /** The request's guards, with those of relationships decided. Without them, guarded relationships do not exist. */
  readonly guards?: Guards
}

const WITHOUT_CONTEXT = new Guards(undefined, true)

/** Begins to read a request and its `included`; faults are added to the given list. */
export function newReading(
  { limits, strict = false, guards = WITHOUT_CONTEXT }: ReadingOptions,
  included: unknown,
  faults: JsonapiError[],
): Reading {
  return {
    limits,
    strict,
    guards,
    faults,
    included: indexIncluded(included, faults, strict),
    used: new Set(),
    drafts: [],
    named: new Named(),
    open: [],
    count: 0,
    links: 0,
  }
}

/** The parts of a draft. */
export interface DraftOptions {
  readonly resource: CompiledResource
  readonly identity: Identity
  readonly method: WriteMethod
  /** The resource object, undefined for a bare linkage entry; and the place of either. */
  readonly object: JsonObject | undefined
  readonly pointer: string
  readonly via: NodePlace['via']
  readonly depth: number
}

/** Creates the draft of a record, with the attributes as the request has them. */
export function newDraft(reading: Reading, options: DraftOptions): Draft {
  const { resource, identity, method, object, pointer, via, depth } = options
  const attributes = object ? readAttributes(object, pointer, reading.faults) : new Map<string, unknown>()
  const relationships = object && ownMember(object, 'relationships')
  const hasRelationships = isJsonObject(relationships) && fieldsIn(relationships).length > 0
  const { id, tempId } = identity
  const hasContent = attributes.size > 0 || hasRelationships
  const isChanged = depth === 0 || hasContent
  const draft: Draft = {
    resource,
    method,
    action: method === 'create' || method === 'destroy' ? method : isChanged ? 'update' : undefined,
    id,
    tempId,
    attributes,
    relationships: [],
    toRelatives: [],
    toMembers: [],
    hasContent,
    place: { pointer, object, via },
    depth,
  }
  reading.drafts.push(draft)
  reading.named.add(identity, draft)
  if (method !== 'associate' || hasContent) countRecord(reading, pointer)
  return draft
}

/** The draft of a record that the request has named before. */
export function findDraft({ named }: Reading, identity: Identity): Draft | undefined {
  return named.find(identity, mayBeSameRecord)
}

/** Whether the request has more records than it may write; the rest of it is then not read. */
export function isOverLimit({ count, links, limits }: Reading): boolean {
  return count > limits.writeRecords || links > limits.links
}

/** Counts one linkage entry. */
export function countLink(reading: Reading, pointer: string): void {
  reading.links++
  const { links } = reading.limits
  if (reading.links !== links + 1) return
  const detail = `A request can list at most ${links} records in its relationships.`
  reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
}

function countRecord(reading: Reading, pointer: string): void {
  reading.count++
  const { writeRecords } = reading.limits
  if (reading.count !== writeRecords + 1) return
  reading.faults.push(
    new InvalidDocument({
      detail: `A request can write at most ${writeRecords} records.`,
      source: { pointer },
    }),
  )
}

function readAttributes(
  object: JsonObject,
  pointer: string,
  faults: JsonapiError[],
): ReadonlyMap<string, unknown> {
  const attributes = ownMember(object, 'attributes')
  const values = new Map<string, unknown>()
  if (isJsonObject(attributes)) for (const name of fieldsIn(attributes)) values.set(name, attributes[name])
  else if (attributes !== undefined) {
    faults.push(
      new InvalidDocument({
        detail: '"attributes" must be an object.',
        source: { pointer: pointerTo(pointer, 'attributes') },
      }),
    )
  }
  return values
}
