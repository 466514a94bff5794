/** The URL of an API, and the base of its links. */
export interface Place {
  /** Without a trailing slash. */
  readonly api: string
  readonly base?: string
}

/** The part of a link below the API's URL; undefined if the link leads elsewhere, or to no page at all. */
export function followed(href: unknown, { api, base }: Place): string | undefined {
  if (typeof href !== 'string') return undefined
  let url: URL
  try {
    url = new URL(href, `${api}/`)
  } catch {
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  for (const start of [base, api]) {
    if (start !== undefined && url.href.startsWith(`${start}/`)) return url.href.slice(start.length)
  }
  return undefined
}

/** The URL of a link: its text, or its `href`. */
export function hrefOf(link: unknown): unknown {
  return typeof link === 'object' && link !== null && 'href' in link ? link.href : link
}

/** A URL that a browser may open: only a web URL, and not, for example, `javascript:`. */
export function webAddress(text: string): string | undefined {
  if (text.length > 2000 || !/^https?:\/\//i.test(text)) return undefined
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}
