import { castTo } from './cast.js'

/** A value as the list that it is, or as the only member of one; nothing where it is undefined. */
export function listOf<Member>(value: Member | readonly Member[] | undefined): readonly Member[] {
  if (value === undefined) return []
  return Array.isArray(value) ? castTo<readonly Member[]>(value) : [castTo<Member>(value)]
}
