import { withNotes } from '../error/notes.js'
import { RecordNotFound } from '../error/errors.js'
import { type CompiledResource, hasReadPolicy, hintOfSpelling, idOf, keyOfId } from '../resource/compile.js'
import { currentFrame, currentRequest, withoutPolicies } from '../resource/frame.js'
import { basesOf } from './base/bases.js'
import type { Read } from './read.js'
import { read } from './reader.js'

/**
 * The error for a record that a read by its id does not find. It says how the id is spelled, if the store has it in
 * another spelling. If only the scope `read` hides the record, the error names that scope as its denial (rule 14.13).
 *
 * @param pointer where the request names the record; undefined if it is the primary record
 * @param found the record that the store finds by the id, with another spelling; undefined if it is to be looked up
 */
export async function missingRecord(
  asked: Read,
  id: string,
  pointer?: string,
  found?: object | 'none',
): Promise<RecordNotFound> {
  const { resource } = asked
  const known = typeof found === 'object' ? spelled(idOf(resource, found)) : hintOfSpelling(resource, id)
  const hint = known === '' && found === undefined ? await storedHint(asked, id) : known
  // A record that a relationship names may be there, but not in that relationship.
  const where = pointer === undefined ? '' : ' here'
  const detail = `There is no record of type "${resource.type}" with the id "${id}"${where}.${hint}`
  const fault = new RecordNotFound({ detail, ...(pointer !== undefined && { source: { pointer } }) })
  return withReadDenial(fault, asked, id)
}

const spelled = (id: string): string => ` The id must be written as ${JSON.stringify(id)}.`

/** A store that ignores case finds a string that is spelled differently. */
async function storedHint({ resource, base }: Read, id: string): Promise<string> {
  const key = keyOfId(resource, id)
  if (!key.ok || !hasTexts(resource) || currentRequest().hasIncomparable) return ''
  const [record] = await read({ resource, base, keys: [key.value] })
  const stored = record && idOf(resource, record)
  return stored === undefined || stored === id ? '' : spelled(stored)
}

const hasTexts = ({ key }: CompiledResource): boolean => key.some(({ type }) => type.kind === 'string')

/**
 * The error for a record that is not a member of a relationship, if the store has it in another spelling: it may be a member.
 * Undefined if no record has the id.
 */
export async function misspelledRecord(
  asked: Read,
  id: string,
  pointer: string | undefined,
): Promise<RecordNotFound | undefined> {
  const isMisspelled = hintOfSpelling(asked.resource, id) !== '' || (await storedHint(asked, id)) !== ''
  return isMisspelled ? missingRecord(asked, id, pointer) : undefined
}

/** Looked up only if the application listens: the response and its cost are the same in both cases. */
async function withReadDenial(fault: RecordNotFound, asked: Read, id: string): Promise<RecordNotFound> {
  const { resource } = asked
  const { watch, policies } = currentRequest()
  const { context } = currentFrame()
  if (!watch.denials || !policies || !hasReadPolicy(resource)) return fault
  try {
    const [scope] = await basesOf({ resource, base: asked.base }, context)
    const again: Read = { resource, base: { kind: 'given', scope }, ids: [id] }
    const isThere = (await withoutPolicies(() => read(again))).length > 0
    const isHidden = isThere && (await read(again)).length === 0
    return isHidden
      ? withNotes(fault, { denials: [{ rule: 'scopes.read', resource: resource.type, id, context }] })
      : fault
  } catch {
    // A failing log does not change the response.
    return fault
  }
}
