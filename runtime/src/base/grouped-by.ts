/** Groups the members of a list by a key. */
export function groupedBy<Member, Key>(
  list: readonly Member[],
  keyOf: (one: Member) => Key,
): ReadonlyMap<Key, readonly Member[]> {
  const groups = new Map<Key, Member[]>()
  for (const one of list) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
