import { Forbidden, InvalidDocument, RecordNotFound } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { describeIdentity, namesOf } from './identity.js'
import type { IncludedEntry } from './included.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'
import type { Mention } from './linkage-entry.js'
import { WRITE_METHODS, type WriteMethod } from '../../resource/payload.js'

/** The method that a linkage entry gives; one that is unknown is a fault. */
export function givenMethod(
  member: JsonObject,
  pointer: string,
  faults: JsonapiError[],
): WriteMethod | undefined {
  const method = ownMember(member, 'method')
  const known = WRITE_METHODS.find((name) => name === method)
  if (method !== undefined && known === undefined) {
    const detail = `A "method" is one of ${WRITE_METHODS.join(', ')}.`
    faults.push(new InvalidDocument({ detail, source: { pointer: pointerTo(pointer, 'method') } }))
  }
  return known
}

/**
 * What a linkage entry is to do (rule 11.3): without a method, a record that is there is associated, and one that is not is
 * created. What existing clients send as an update of nothing only associates (rule 16.5).
 */
export function methodOf(mention: Mention, faults: JsonapiError[]): WriteMethod | undefined {
  if (mention.known) return methodAgain(mention)
  const { given, identity, entry } = mention
  const id = identity.id ?? entry?.identity.id
  const isNew = given === 'create' || (given === undefined && id === undefined)
  const fault = isNew ? creationFault(mention, id) : id === undefined ? needsId(mention) : undefined
  if (fault) {
    faults.push(fault)
    return undefined
  }
  if (isNew) return 'create'
  return given === 'update' && !hasContent(entry) ? 'associate' : (given ?? 'associate')
}

/** A record that the request has named before is created once; from then on it is only linked (rule 11.3). */
function methodAgain({ known, given }: Mention): WriteMethod {
  if (given === undefined || given === 'create') return 'associate'
  const isLinked = given === 'update' && (known?.method === 'create' || known?.hasContent !== true)
  return isLinked ? 'associate' : given
}

function needsId({ given, pointer }: Mention): InvalidDocument {
  return new InvalidDocument({
    detail: `The method "${given}" needs the id of a record.`,
    source: { pointer },
  })
}

function creationFault(
  { identity, entry, resource, pointer }: Mention,
  id: string | undefined,
): JsonapiError | undefined {
  if (namesOf(identity).length === 0) {
    const detail = 'A linkage entry has an id, or the temp-id or lid of a member of "included".'
    return new InvalidDocument({ detail, source: { pointer } })
  }
  if (id === undefined && !entry) {
    const detail = `"included" has no member ${describeIdentity(identity)}.`
    return new RecordNotFound({ detail, source: { pointer } })
  }
  if (id === undefined || resource.config.id.clientIds !== 'forbidden') return undefined
  const at = identity.id === undefined && entry ? entry.pointer : pointer
  return new Forbidden({
    detail: `"${resource.type}" takes no ids from clients.`,
    source: { pointer: pointerTo(at, 'id') },
  })
}

const hasContent = (entry: IncludedEntry | undefined): boolean =>
  entry !== undefined &&
  ['attributes', 'relationships'].some((name) => isFilled(ownMember(entry.object, name)))

const isFilled = (value: unknown): boolean =>
  value !== undefined && !(isJsonObject(value) && Object.keys(value).length === 0)
