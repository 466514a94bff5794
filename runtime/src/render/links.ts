/** The addresses of an API: absolute, built from its base URL and prefix (rule 12.1). */
export interface Links {
  /** The address of a collection; undefined where the API serves none of that type. */
  collection(type: string): string | undefined
  /** What the address of a record begins with, up to its id; undefined where the API can't show one. */
  record(type: string): string | undefined
  /** Whether the API serves the relationships of a type. */
  relationships(type: string): boolean
}

/** Links of nothing: for documents that are rendered outside of an API. */
export const NO_LINKS: Links = Object.freeze({
  collection: () => undefined,
  record: () => undefined,
  relationships: () => false,
})

/** The address of a record; undefined where the API can't show it. */
export function recordAddress(links: Links, type: string, id: string): string | undefined {
  const prefix = links.record(type)
  return prefix === undefined ? undefined : prefix + encodedId(id)
}

/** An id as it stands in an address; most are numbers, or letters and digits, and need no encoding. */
export function encodedId(id: string): string {
  return PLAIN.test(id) ? id : encodeURIComponent(id)
}

const PLAIN = /^[\w-]+$/
