import { castTo } from './cast.js'

/** Returns a list unchanged, any other value as a list of one, and an empty list for undefined and null. */
export function listOf<Member>(value: Member | readonly Member[] | undefined | null): readonly Member[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? castTo<readonly Member[]>(value) : [castTo<Member>(value)]
}
