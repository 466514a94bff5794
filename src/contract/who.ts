import type { Who } from '@jsonapi-gen/runtime/vocabulary'

export { allOf, type Who } from '@jsonapi-gen/runtime/vocabulary'

/** Names those who may do something, in words. */
export function inWords(who: Who): string {
  if (typeof who === 'boolean') return who ? 'everybody' : 'nobody'
  return who.join(' and ')
}
