/** The addresses of an API: absolute, built from its base URL and prefix (rule 12.1). */
export interface Links {
  /** The address of a collection; undefined if the API does not serve it. */
  collection(type: string): string | undefined
  /** The address of a record without its id; undefined if the API does not serve records of the type, nor their relationships. */
  record(type: string): string | undefined
}

/** No links: for documents that are rendered outside an API. */
export const NO_LINKS: Links = Object.freeze({
  collection: () => undefined,
  record: () => undefined,
})

/** The address of a record; undefined if the API does not serve it. */
export function recordAddress(links: Links, type: string, id: string): string | undefined {
  const prefix = links.record(type)
  return prefix === undefined ? undefined : prefix + encodedId(id)
}

/** An id as part of an address. Most ids are numbers, or letters and digits, and need no encoding. */
export function encodedId(id: string): string {
  return PLAIN.test(id) ? id : encodeURIComponent(id)
}

const PLAIN = /^[\w-]+$/
