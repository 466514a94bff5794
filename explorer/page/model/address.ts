/** The part of the page's own URL after the `#`. */
export interface PageAddress {
  /** The URL below the API's URL. */
  readonly url: string
  /** Whether the first page is requested by cursors. */
  readonly isByCursor: boolean
}

const BY_CURSOR = '~cursors'

/** The part of the page's URL after the `#`, for a query. */
export const hashOf = ({ url, isByCursor }: PageAddress): string => `#${isByCursor ? BY_CURSOR : ''}${url}`

/** Reads the part after the `#`; undefined if it is not a query. */
export function readHash(hash: string): PageAddress | undefined {
  const text = hash.replace(/^#/, '')
  const isByCursor = text.startsWith(BY_CURSOR)
  const url = isByCursor ? text.slice(BY_CURSOR.length) : text
  return url.startsWith('/') ? { url, isByCursor } : undefined
}

/**
 * Pasted text as a URL below the API's URL. The text may be a whole URL, or a path with or without the
 * prefix. A whole URL is recognized even if it was pasted in front of the query. A URL that is not below the
 * API's stays unchanged, without a leading slash.
 */
export function pasted(text: string, api: string, base?: string): string {
  const trimmed = text.trimStart().replace(/^GET\s+/i, '')
  const whole = /^[^?#]*?(https?:\/\/.*)$/is.exec(trimmed)?.[1]
  if (whole !== undefined && api !== '') {
    const origin = URL.canParse(whole) ? new URL(whole).origin : undefined
    const found = [api, base ?? ''].map((place) => {
      if (!URL.canParse(place) || new URL(place).origin !== origin) return undefined
      return within(pathIn(whole), place)
    })
    return found.find((path) => path !== undefined) ?? whole
  }
  const path = whole === undefined ? trimmed : pathIn(whole)
  const below = (URL.canParse(api) ? within(path, api) : undefined) ?? path
  // An empty input shows "/", after which the user may type the whole path.
  return below.replace(/^\/*/, '/')
}

const pathIn = (whole: string): string => whole.replace(/^https?:\/\/[^/?#]*/i, '')

function within(path: string, place: string): string | undefined {
  const prefix = new URL(place).pathname.replace(/\/+$/, '')
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/** Whether a URL is not below the API's URL. */
export const isElsewhere = (url: string): boolean => !url.startsWith('/')
