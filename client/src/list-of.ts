import { castTo } from './cast.js'

/** A list as it is; any other value as the only member of a list; an empty list for undefined and null. */
export function listOf<Member>(value: Member | readonly Member[] | undefined | null): readonly Member[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? castTo<readonly Member[]>(value) : [castTo<Member>(value)]
}
