import { Conflict, Forbidden, InvalidDocument, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { CompiledResource } from '../../resource/compile.js'
import { findContradictions } from './contradictions.js'
import { type Draft, newDraft, newReading, type Reading, type ReadingOptions } from './draft.js'
import { DOCUMENT_LINKAGE } from './linkage/document-linkage.js'
import { withFaultMeta } from './fault-meta.js'
import { haveCommonName, type Identity, readIdentity } from './identity.js'
import type { LinkageSource } from './linkage/linkage-entry.js'
import { isJsonObject, type JsonObject, ownMember } from '../../value/json.js'
import { Graph } from './graph.js'
import { readRelationships } from './linkage/read-relationships.js'

/** The requirements on the primary record of a request. */
interface RootOptions {
  readonly resource: CompiledResource
  readonly method: 'create' | 'update'
  /** The id in the URL, on an update. */
  readonly id: string | undefined
}

/** Options for reading a write document. */
export interface DocumentOptions extends RootOptions, ReadingOptions {}

/** A parsed write document: its records, if the primary record can be read, and its faults. */
export interface WriteDocument {
  readonly graph: Graph | undefined
  readonly faults: readonly JsonapiError[]
}

/** Reads the document of a write in one pass, and collects every fault with its pointer (rules 11.1, 11.2, 11.4). */
export function readDocument(document: unknown, options: DocumentOptions): WriteDocument {
  const faults: JsonapiError[] = []
  const data = readData(document, faults)
  const included = isJsonObject(document) && data ? ownMember(document, 'included') : undefined
  const reading = newReading(options, included, faults)
  return writeDocumentOf(reading, data && readRoot(data, options, reading, DOCUMENT_LINKAGE))
}

/** The result of reading, with the `meta` that existing clients read added to its faults (rule 13.2). */
export function writeDocumentOf({ faults, drafts }: Reading, graph: Graph | undefined): WriteDocument {
  return { graph, faults: faults.map((fault) => withFaultMeta(fault, drafts)) }
}

/** Reads the primary record and everything below it; undefined if it cannot be read. */
export function readRoot(
  data: JsonObject,
  options: DocumentOptions,
  reading: Reading,
  source: LinkageSource,
): Graph | undefined {
  const { faults } = reading
  // An id that the resource does not accept is refused in any form.
  const hasId = options.method === 'create' && (ownMember(data, 'id') ?? undefined) !== undefined
  const isForbidden = hasId && options.resource.config.id.clientIds === 'forbidden'
  const identity = readIdentity(
    isForbidden ? { ...data, id: undefined } : data,
    '/data',
    faults,
    reading.strict,
  )
  if (!identity || !checkRoot(identity, options, reading)) return undefined
  if (isForbidden) {
    const detail = `"${identity.type}" does not accept client-generated ids.`
    faults.push(new Forbidden({ detail, source: { pointer: '/data/id' } }))
  }
  const root = newDraft(reading, {
    resource: options.resource,
    identity: options.method === 'update' ? { ...identity, id: options.id } : identity,
    method: options.method,
    object: data,
    pointer: '/data',
    via: undefined,
    depth: 0,
  })
  const before = faults.length
  readRelationships(root, reading, source)
  const graph = new Graph(root)
  // A record that could not be read may have referred to any other.
  if (faults.length === before) {
    refuseUnused(root, reading)
    findContradictions(graph, faults)
  }
  return graph
}

/**
 * Checks that the primary record fits the endpoint: its type, and the id of the URL (rules 11.2, 11.4). Returns false
 * if the type is wrong, because further checks then make no sense.
 */
function checkRoot(
  identity: Identity,
  { resource, method, id }: RootOptions,
  { faults, included, used }: Reading,
): boolean {
  if (identity.type !== resource.type) {
    const detail = `This endpoint accepts only the type "${resource.type}", not "${identity.type}".`
    faults.push(new Conflict({ detail, source: { pointer: '/data/type' } }))
    return false
  }
  if (method === 'update' && identity.id === undefined) {
    faults.push(
      new InvalidDocument({
        detail: 'An update must contain the id of its record.',
        source: { pointer: '/data' },
      }),
    )
  } else if (method === 'update' && identity.id !== id) {
    const detail = `The id in the body differs from the id in the URL, ${JSON.stringify(id)}.`
    faults.push(new Conflict({ detail, source: { pointer: '/data/id' } }))
  }
  for (const entry of included.entries) {
    if (!haveCommonName(identity, entry.identity)) continue
    const { pointer } = entry
    used.add(entry)
    faults.push(
      new InvalidDocument({
        detail: 'The primary record cannot be a member of "included".',
        source: { pointer },
      }),
    )
  }
  return true
}

function readData(document: unknown, faults: JsonapiError[]): JsonObject | undefined {
  const data = dataOf(document, faults)
  if (data === undefined || isJsonObject(data)) return data
  faults.push(
    new InvalidDocument({ detail: '"data" must be one resource object.', source: { pointer: '/data' } }),
  )
  return undefined
}

/** The primary data of a document; undefined, with a fault, if it has none. */
export function dataOf(document: unknown, faults: JsonapiError[]): unknown {
  const refuse = (detail: string, pointer?: string): undefined => {
    faults.push(new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) }))
    return undefined
  }
  if (document === undefined) return refuse('The request has no body.')
  if (!isJsonObject(document)) return refuse('The body must be an object with the member "data".', '')
  const data = ownMember(document, 'data')
  return data === undefined ? refuse('The body has no "data".', '') : data
}

/** A record in `included` that nothing refers to is a fault: no part of a request is dropped silently (rule 11.2). */
function refuseUnused(root: Draft, reading: Reading): void {
  for (const { pointer, identity } of reading.included.entries.filter((entry) => !reading.used.has(entry))) {
    if (isFull(reading.faults)) break
    const detail = `No relationship of "${root.resource.type}" or of its related records refers to this record of type "${identity.type}".`
    reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
}
