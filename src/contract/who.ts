import type { Who } from '@jsonapi-gen/runtime/vocabulary'

export { allOf, type Who } from '@jsonapi-gen/runtime/vocabulary'

/** Describes a permission in words. */
export function inWords(who: Who): string {
  if (typeof who === 'boolean') return who ? 'everybody' : 'nobody'
  return who.join(' and ')
}
