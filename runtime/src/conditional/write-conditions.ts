import { noteWriteCondition, type RequestConditions } from '../controller/conditions.js'
import { isVersionTag } from '../controller/entity-tag.js'
import { compiledOf } from '../resource/compile.js'
import { PreconditionFailed } from '../error/errors.js'
import { isStronglyIn, type TagList } from './tag-list.js'

/**
 * The condition of a PATCH or a DELETE (rules 26.4, 26.5): the record has the tag that a GET of the same address has now. It is
 * checked inside of the transaction. A record that is not there, or that the request may not change, is answered as without
 * it: so it tells nothing of what is hidden, and `*` demands no more.
 */
export function writeConditions(match: TagList): RequestConditions {
  let left: string | undefined
  return {
    tell: (controller, shown) => {
      if (match === 'any') return
      const { version } = compiledOf(controller.jsonapiResource)
      const byVersion = version !== undefined && match.every(isVersionTag)
      noteWriteCondition(controller, {
        byVersion,
        check: async () => {
          if (!isStronglyIn(await shown(), match)) throw preconditionFailed()
        },
        written: async () => {
          // The version of a record makes its tag where the record is read back.
          left = byVersion ? undefined : await shown()
        },
      })
    },
    answered: (response) => (left === undefined ? response : withTag(response, left)),
  }
}

/** The error for a record that has another tag than the request demands. */
export function preconditionFailed(): PreconditionFailed {
  const detail = 'This has changed since it was read: it has another entity tag now.'
  return new PreconditionFailed({ detail, source: { header: 'If-Match' } })
}

/** The answer with the tag that the write has left; the application may have said another. */
function withTag(response: Response, tag: string): Response {
  if (!response.ok || response.headers.has('etag')) return response
  const headers = new Headers(response.headers)
  headers.set('etag', tag)
  return new Response(response.body, { status: response.status, headers })
}
