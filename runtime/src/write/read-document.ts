import { InvalidDocument } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { Limits } from '../query/limits.js'
import { checkRoot, type RootOptions } from './check-root.js'
import { type Draft, newDraft, type Reading } from './draft.js'
import { readIdentity } from './identity.js'
import { indexIncluded } from './included.js'
import { isJsonObject, type JsonObject, ownMember } from './json.js'
import type { WriteNode } from './payload.js'
import { readRelationships } from './read-relationships.js'

/** What a write document is read for. */
export interface DocumentOptions extends RootOptions {
  readonly limits: Limits
}

/** A write document: its primary record, if it has one, and everything that is wrong with its form. */
export interface WriteDocument {
  readonly root: WriteNode | undefined
  readonly faults: readonly JsonapiError[]
}

/** Reads the document of a write in one pass that collects every fault with its pointer (rules 11.1, 11.2, 11.4). */
export function readDocument(document: unknown, options: DocumentOptions): WriteDocument {
  const faults: JsonapiError[] = []
  const data = readData(document, faults)
  if (!data || !isJsonObject(document)) return { root: undefined, faults }
  const reading: Reading = {
    limits: options.limits,
    faults,
    included: indexIncluded(ownMember(document, 'included'), faults),
    used: new Set(),
    drafts: new Map(),
    open: [],
    count: 0,
  }
  const identity = readIdentity(data, '/data', faults)
  if (!identity || !checkRoot(identity, options, reading)) return { root: undefined, faults }
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
  readRelationships(root, reading)
  // What could not be read may have referred to anything.
  if (faults.length === before) refuseUnused(root, reading)
  return { root, faults }
}

function readData(document: unknown, faults: JsonapiError[]): JsonObject | undefined {
  const refuse = (detail: string, pointer?: string): undefined => {
    faults.push(new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) }))
    return undefined
  }
  if (document === undefined) return refuse('The request has no body.')
  if (!isJsonObject(document)) return refuse('The body is an object with "data".', '')
  const data = ownMember(document, 'data')
  if (data === undefined) return refuse('The body has no "data".', '')
  return isJsonObject(data) ? data : refuse('"data" is one resource object.', '/data')
}

/** Nothing of a request is dropped in silence: what is included, and not referred to, is a fault (rule 11.2). */
function refuseUnused(root: Draft, reading: Reading): void {
  for (const { pointer, identity } of reading.included.entries.filter((entry) => !reading.used.has(entry))) {
    const detail = `No relationship of "${root.resource.type}" or of what it leads to names this record of the type "${identity.type}".`
    reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
}
