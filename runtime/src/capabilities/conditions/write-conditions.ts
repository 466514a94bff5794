import { stateOf } from '../../controller/context-state.js'
import { isVersionTag } from '../../controller/entity-tag.js'
import { compiledOf } from '../../resource/compile.js'
import { PreconditionFailed } from '../../error/errors.js'
import type { RequestPart } from '../../http/capability.js'
import { shownTag } from './shown-tag.js'
import { isStronglyIn, type TagList } from './tag-list.js'

/**
 * The condition of a PATCH or a DELETE (rules 26.4, 26.5): the record must have the tag that a GET of the same address
 * has now. It is checked inside the transaction. For a record that does not exist, or that the request may not change,
 * the response is the same as without the condition, so the condition reveals nothing that is hidden, and `*` adds no
 * requirement.
 */
export function writeConditions(match: TagList): RequestPart {
  let left: string | undefined
  return {
    begin: (target) => {
      if (match === 'any') return
      const { controller } = target
      const { version } = compiledOf(controller.jsonapiResource)
      const byVersion = version !== undefined && match.every(isVersionTag)
      stateOf(controller).writes = {
        byVersion,
        check: async () => {
          if (!isStronglyIn(await shownTag(target), match)) throw preconditionFailed()
        },
        written: async () => {
          // The version makes the tag, and it is known once the record is read back.
          left = byVersion ? undefined : await shownTag(target)
        },
      }
    },
    finish: (response) => (left === undefined ? response : withTag(response, left)),
  }
}

/** The error if the record's tag differs from the one that the request requires. */
export function preconditionFailed(): PreconditionFailed {
  const detail = 'The record has changed since it was read: its entity tag no longer matches.'
  return new PreconditionFailed({ detail, source: { header: 'If-Match' } })
}

/** The response with the tag after the write, unless the application has set a different one. */
function withTag(response: Response, tag: string): Response {
  if (!response.ok || response.headers.has('etag')) return response
  const headers = new Headers(response.headers)
  headers.set('etag', tag)
  return new Response(response.body, { status: response.status, headers })
}
