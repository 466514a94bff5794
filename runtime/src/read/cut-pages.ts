const cuts = new WeakMap<object, Set<string>>()

/** Notes that a relationship of a record has more records than its included page. */
export function noteCut(parent: object, relationship: string): void {
  const noted = cuts.get(parent) ?? new Set()
  cuts.set(parent, noted.add(relationship))
}

/** Whether a relationship of a record has more records than its included page. */
export const isCut = (parent: object, relationship: string): boolean =>
  cuts.get(parent)?.has(relationship) ?? false
