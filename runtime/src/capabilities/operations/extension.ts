import { MEDIA_TYPE } from '../../value/media-type.js'

/** The URI of the extension Atomic Operations. */
export const ATOMIC = 'https://jsonapi.org/ext/atomic'

/** The media type of its documents. */
export const ATOMIC_MEDIA_TYPE: string = `${MEDIA_TYPE};ext="${ATOMIC}"`

/** Its path in an API, after the prefix. */
export const OPERATIONS_PATH = '/operations'
