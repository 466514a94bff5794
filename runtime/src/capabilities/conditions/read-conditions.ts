import { stateOf } from '../../controller/context-state.js'
import type { RequestPart } from '../../http/capability.js'
import { preconditionFailed } from './write-conditions.js'
import { storedTag } from './stored-tag.js'
import { isStronglyIn, isWeaklyIn, type TagList } from './tag-list.js'

/** The conditions of a reading request on the tag of its target. */
interface ReadHeaders {
  readonly match: TagList | undefined
  readonly noneMatch: TagList | undefined
}

/**
 * The conditions of a GET or a HEAD (rule 26.3): if the client already has the response, 304 is returned. They apply
 * only to successful responses.
 */
export function readConditions({ match, noneMatch }: ReadHeaders): RequestPart {
  const isKnown = (tag: string | undefined): boolean =>
    (!match || isStronglyIn(tag, match)) && noneMatch !== undefined && isWeaklyIn(tag, noneMatch)
  return {
    begin: ({ controller }) => {
      if (!noneMatch) return
      stateOf(controller).reads = {
        settledBy: async (...of) => {
          const tag = await storedTag(...of)
          return isKnown(tag) ? tag : undefined
        },
      }
    },
    finish: (response) => {
      if (!response.ok) return response
      const tag = response.headers.get('etag') ?? undefined
      if (match && !isStronglyIn(tag, match)) throw preconditionFailed()
      return isKnown(tag) ? notModified(response) : response
    },
  }
}

/** Headers about the document, which is not sent; all other headers are those of the document. */
const OF_DOCUMENT = ['content-type', 'content-length', 'content-encoding', 'content-language']

function notModified(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of OF_DOCUMENT) headers.delete(name)
  void response.body?.cancel()
  return new Response(null, { status: 304, headers })
}
