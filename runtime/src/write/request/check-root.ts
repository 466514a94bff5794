import { Conflict, InvalidDocument } from '../../error/errors.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Reading } from './draft.js'
import { type Identity, haveCommonName } from './identity.js'

/** The requirements on the primary record of a request. */
export interface RootOptions {
  readonly resource: CompiledResource
  readonly method: 'create' | 'update'
  /** The id in the URL, on an update. */
  readonly id: string | undefined
}

/**
 * Checks that the primary record fits the endpoint: its type, and the id of the URL (rules 11.2, 11.4). Returns false
 * if the type is wrong, because further checks then make no sense.
 */
export function checkRoot(
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
