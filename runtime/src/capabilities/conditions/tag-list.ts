import { InvalidParameter } from '../../error/errors.js'

/** The value of a condition header: any tag, or a list of entity tags. */
export type TagList = 'any' | readonly string[]

/** The headers that contain entity tags. */
export type TagHeader = 'If-Match' | 'If-None-Match'

/**
 * Reads a header with entity tags (RFC 9110, "Conditional Requests"): `*`, or a list of tags; undefined if it is
 * absent.
 *
 * Throws InvalidParameter for any other value.
 */
export function readTagList(headers: Pick<Headers, 'get'>, name: TagHeader): TagList | undefined {
  const text = headers.get(name)
  if (text === null) return undefined
  if (text.trim() === '*') return 'any'
  const tags: string[] = []
  let end = 0
  for (const [member, tag] of text.matchAll(MEMBER)) {
    end += member.length
    if (tag !== undefined) tags.push(tag)
  }
  if (end === text.length && tags.length > 0) return tags
  const detail = `"${name}" must be "*" or a list of entity tags, each in double quotes.`
  throw new InvalidParameter({ detail, source: { header: name } })
}

/** A member may be empty, because lists may be put together from parts. */
const MEMBER = /[\t ]*(?:((?:W\/)?"[\u0021\u0023-\u007e\u0080-\u00ff]*")[\t ]*)?(?:,|$)/gy

/** Whether a tag is in a list and both are strong: responses with the same strong tag are identical, byte for byte. */
export const isStronglyIn = (tag: string | undefined, list: TagList): boolean =>
  list === 'any' || (tag !== undefined && !tag.startsWith('W/') && list.includes(tag))

/** Whether a tag is in a list; weak tags count too. */
export const isWeaklyIn = (tag: string | undefined, list: TagList): boolean =>
  list === 'any' || (tag !== undefined && list.some((one) => opaque(one) === opaque(tag)))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
