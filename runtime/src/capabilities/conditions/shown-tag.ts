import { memberOf, castTo } from '../../base/cast.js'
import { deniedAction } from '../../controller/check-address.js'
import { stateOf } from '../../controller/context-state.js'
import { isResponse } from '../../controller/response/response.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { compile } from '../../resource/compile.js'
import { currentRequest, withRequest } from '../../resource/frame.js'
import type { ActionTarget } from '../../http/capability.js'
import { storedTag } from './stored-tag.js'

/**
 * Finds the tag that a GET by the same client would have now (rule 26.5): its action `show` runs with all of the
 * application's code, in the open transaction. If a version makes the tag, only that is read.
 */
export async function shownTag<Locals>({
  controller: writer,
  controllerClass,
  resourceClass,
  show: showing,
}: ActionTarget<Locals>): Promise<string | undefined> {
  const of = showing()
  if (!of) return undefined
  const { address, settings } = of
  const asked =
    address === undefined ? undefined : new Request(address, { headers: plainHeaders(of.request) })
  const reader = new controllerClass({
    ...of,
    request: asked,
    body: undefined,
    actionName: 'show',
    settings: { ...settings, queryLog: false },
  })
  stateOf(reader).reads = { settledBy: storedTag }
  const show = memberOf(reader, 'show')
  if (typeof show !== 'function') return undefined
  const run = async (): Promise<string | undefined> => {
    // The results of the request's guards and policies are valid here too.
    currentRequest().replaceContext(writer, reader)
    const response = await reader.wrapContext(async () => {
      // The address is not checked: the client has not used `show`.
      const refusal = await deniedAction(reader, compile(resourceClass), 'show')
      if (refusal) throw refusal
      return castTo<() => unknown>(show).call(reader)
    })
    return isResponse(response) ? (response.headers.get('etag') ?? undefined) : undefined
  }
  try {
    return await withRequest(currentRequest().separate(), run)
  } catch (error) {
    // A client that may not read the record does not get its tag.
    if (error instanceof JsonapiError && error.status < 500) return undefined
    throw error
  }
}

/** Headers about the body of a write, or about the tag. */
const OF_WRITES = ['if-match', 'content-type', 'content-length', 'x-http-method-override']

/** The headers of the client for a GET. */
function plainHeaders(request: Request | undefined): Headers {
  const headers = new Headers(request?.headers)
  for (const name of OF_WRITES) headers.delete(name)
  return headers
}
