import type { RequestConditions } from '../controller/conditions.js'
import type { ShownAddress } from '../conditional/shown-tag.js'

/** Whether a request says anything of entity tags. */
export const hasConditions = (headers: Headers): boolean =>
  headers.has('if-match') || headers.has('if-none-match')

/**
 * What a request says of entity tags. What reads that is loaded by the first request that says anything.
 *
 * Throws InvalidParameter for a header that is malformed, or that has no meaning where it is sent.
 */
export async function loadConditions(
  headers: Headers,
  method: string,
  action: string | undefined,
): Promise<RequestConditions> {
  const { requestConditions } = await import('../conditional/request-conditions.js')
  return requestConditions({ headers, method, action })
}

/** The tag that a GET would have now, at the address of a request that writes. */
export async function shownTagOf<Locals>(address: ShownAddress<Locals>): Promise<string | undefined> {
  const { shownTag } = await import('../conditional/shown-tag.js')
  return shownTag(address)
}
