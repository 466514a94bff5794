import { Forbidden, InvalidDocument, RecordNotFound } from '../../../error/errors.js'
import type { JsonapiError } from '../../../error/jsonapi-error.js'
import { describeIdentity, isNamed } from '../identity.js'
import type { IncludedEntry } from './included.js'
import { fieldsIn, isJsonObject, ownMember, pointerTo } from '../../../value/json.js'
import type { LinkageEntry } from './linkage-entry.js'
import type { WriteMethod } from '../../../resource/payload.js'

/**
 * The method of a linkage entry (rule 11.3): without one, an existing record is associated, and a new record is
 * created. An update without attributes, as existing clients send it, only associates (rule 16.5).
 */
export function linkageMethod(entry: LinkageEntry, faults: JsonapiError[]): WriteMethod | undefined {
  if (entry.known) return methodOfKnown(entry)
  const { given, identity, included, resource, isNamedById } = entry
  const id = identity.id ?? included?.identity.id
  // A temp-id or lid names a new record, whose id the client may give.
  const isNamedNew = id === undefined || (!isNamedById && resource.config.id.clientIds !== 'forbidden')
  const isNew = given === 'create' || (given === undefined && isNamedNew)
  const fault = isNew ? creationFault(entry, id) : id === undefined ? needsId(entry) : undefined
  if (fault) {
    faults.push(fault)
    return undefined
  }
  if (isNew) return 'create'
  return given === 'update' && !hasContent(included) ? 'associate' : (given ?? 'associate')
}

/** A record that the request names again is created once, and linked afterwards (rule 11.3). */
function methodOfKnown({ known, given }: LinkageEntry): WriteMethod {
  if (given === undefined || given === 'create') return 'associate'
  const isLinked = given === 'update' && (known?.method === 'create' || known?.hasContent !== true)
  return isLinked ? 'associate' : given
}

function needsId({ given, pointer }: LinkageEntry): InvalidDocument {
  return new InvalidDocument({
    detail: `The method "${given}" requires the id of a record.`,
    source: { pointer },
  })
}

function creationFault(
  { identity, isNamedById, included, resource, pointer }: LinkageEntry,
  id: string | undefined,
): JsonapiError | undefined {
  if (!included && !isNamed(identity)) {
    const detail = 'A linkage entry needs an id, or the temp-id or lid of a member of "included".'
    return new InvalidDocument({ detail, source: { pointer } })
  }
  if (id === undefined && !included) {
    const detail = `"included" has no member ${describeIdentity(identity)}.`
    return new RecordNotFound({ detail, source: { pointer } })
  }
  if (id === undefined || resource.config.id.clientIds !== 'forbidden') return undefined
  const at = !isNamedById && included ? included.pointer : pointer
  return new Forbidden({
    detail: `"${resource.type}" does not accept client-generated ids.`,
    source: { pointer: pointerTo(at, 'id') },
  })
}

const hasContent = (included: IncludedEntry | undefined): boolean =>
  included !== undefined &&
  ['attributes', 'relationships'].some((name) => isFilled(ownMember(included.object, name)))

const isFilled = (value: unknown): boolean =>
  value !== undefined && !(isJsonObject(value) && fieldsIn(value).length === 0)
