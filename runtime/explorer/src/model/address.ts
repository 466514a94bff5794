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

/** What somebody has pasted as a URL below the address of the API: a whole address, or a path with the prefix or without. */
export function pasted(text: string, api: string): string {
  const trimmed = text.trimStart().replace(/^GET\s+/i, '')
  const { pathname: prefix } = new URL(api)
  const isWhole = /^https?:\/\//i.test(trimmed)
  const path = isWhole ? trimmed.replace(/^https?:\/\/[^/?#]*/i, '') : trimmed
  const within =
    prefix !== '/' && (path === prefix || path.startsWith(`${prefix}/`)) ? path.slice(prefix.length) : path
  return within.startsWith('/') ? within : `/${within}`
}
