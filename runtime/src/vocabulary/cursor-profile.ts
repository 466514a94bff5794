/** The name of the profile "Cursor Pagination". */
export const CURSOR_PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

/** The types of the errors that the profile defines. */
export const CURSOR_ERRORS: Readonly<Record<'unsupportedSort' | 'maxSizeExceeded', string>> = Object.freeze({
  unsupportedSort: `${CURSOR_PROFILE}unsupported-sort`,
  maxSizeExceeded: `${CURSOR_PROFILE}max-size-exceeded`,
})

/** Whether a URI names the profile. Its text writes `http:`, its errors `https:`; both may end in a slash. */
export const isCursorProfile = (uri: string): boolean =>
  uri.replace(/^http:/, 'https:').replace(/\/?$/, '/') === CURSOR_PROFILE
