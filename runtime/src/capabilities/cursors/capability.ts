import { loaderOf, type Loader } from '../../base/loader.js'
import { MEDIA_TYPE, mediaIn } from '../../value/media-type.js'
import type { Paging } from '../../plan/paging.js'
import { isCursorProfile } from '../../vocabulary/cursor-profile.js'

/** The code of pages by cursors, which the first query with a cursor loads. */
export const paging: Loader<Paging> = loaderOf(() => import('./paging.js'))

/** A request whose Accept may name the profile of cursors, and what it then asks for. */
interface Cursors {
  readonly hasCursors: true
  readonly asked: (head: {
    readonly incoming: { readonly headers: Pick<Headers, 'get'> }
  }) => { readonly settings: { readonly cursorProfile: string } } | undefined
}

/** Pages by cursors, and their profile (chapter 24). */
export const cursors: Cursors = {
  hasCursors: true,
  asked: ({ incoming: { headers } }) => {
    const cursorProfile = profileIn(headers.get('accept'))
    return cursorProfile === undefined ? undefined : { settings: { cursorProfile } }
  },
}

/** The profile, as a member of Accept spells it (rule 24.2); undefined if none names it. */
function profileIn(accept: string | null): string | undefined {
  if (!accept?.includes('profile')) return undefined
  const profiles = mediaIn(accept).flatMap(({ type, parameters, weight }) =>
    type === MEDIA_TYPE && weight > 0 ? (parameters.get('profile') ?? '').split(/\s+/) : [],
  )
  return profiles.find(isCursorProfile)
}
