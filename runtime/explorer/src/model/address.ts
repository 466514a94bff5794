/** What the page's own address holds, behind the `#`. */
export interface PageAddress {
  /** The URL below the address of the API. */
  readonly url: string
  /** Whether the first page is by cursors. */
  readonly isByCursor: boolean
}

const BY_CURSOR = '~cursors'

/** The part behind `#` that holds a query. */
export const hashOf = ({ url, isByCursor }: PageAddress): string => `#${isByCursor ? BY_CURSOR : ''}${url}`

/** Reads what stands behind `#`; undefined where it is no query. */
export function readHash(hash: string): PageAddress | undefined {
  const text = hash.replace(/^#/, '')
  const isByCursor = text.startsWith(BY_CURSOR)
  const url = isByCursor ? text.slice(BY_CURSOR.length) : text
  return url.startsWith('/') ? { url, isByCursor } : undefined
}

/**
 * What somebody has pasted as a URL below the address of the API: a whole address, or a path with the prefix or without. A
 * whole address is taken wherever it was pasted before the query. One that is not below the API stays as it is, without a
 * slash before it.
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
  return below.startsWith('/') ? below : `/${below}`
}

const pathIn = (whole: string): string => whole.replace(/^https?:\/\/[^/?#]*/i, '')

function within(path: string, place: string): string | undefined {
  const prefix = new URL(place).pathname.replace(/\/+$/, '')
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/** Whether a URL is an address that is not below the API. */
export const isElsewhere = (url: string): boolean => !url.startsWith('/')
