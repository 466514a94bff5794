import { castTo } from './cast.js'

/** A value as the list that it is, or as the only member of one; nothing where it is undefined or null. */
export function listOf<Member>(value: Member | readonly Member[] | undefined | null): readonly Member[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? castTo<readonly Member[]>(value) : [castTo<Member>(value)]
}
