import type { RequestConditions } from '../../controller/conditions.js'
import type { RequestHeaders } from '../incoming.js'
import type { ShownAddress } from '../../conditional/shown-tag.js'

/** Whether a request has conditions on entity tags. */
export const hasConditions = (headers: RequestHeaders): boolean =>
  headers.has('if-match') || headers.has('if-none-match')

/**
 * The conditions of a request on entity tags. The code for them is loaded by the first request that has any.
 *
 * Throws InvalidParameter for a header that is malformed, or that has no meaning for this request.
 */
export async function loadConditions(
  headers: RequestHeaders,
  method: string,
  hasTag: boolean,
): Promise<RequestConditions> {
  const { requestConditions } = await import('../../conditional/request-conditions.js')
  return requestConditions({ headers, method, hasTag })
}

/** The tag that a GET of the address would have now, for a request that writes. */
export async function shownTagOf<Locals>(address: ShownAddress<Locals>): Promise<string | undefined> {
  const { shownTag } = await import('../../conditional/shown-tag.js')
  return shownTag(address)
}
