/** Where an API is, and what its links begin with. */
export interface Place {
  /** Without a slash at its end. */
  readonly api: string
  readonly base?: string
}

/** The URL below the address of the API that a link leads to; undefined for a link to elsewhere, or to no page at all. */
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

/** The address that a link names: its text, or its `href`. */
export function hrefOf(link: unknown): unknown {
  return typeof link === 'object' && link !== null && 'href' in link ? link.href : link
}

/** A text that a browser may open: an address of the web, and nothing else, such as `javascript:`. */
export function webAddress(text: string): string | undefined {
  if (text.length > 2000 || !/^https?:\/\//i.test(text)) return undefined
  try {
    const { protocol, href } = new URL(text)
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}
