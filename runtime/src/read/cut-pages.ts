const cuts = new WeakMap<object, Set<string>>()

/** Notes that a record has more records in a relationship than the page of it that was included. */
export function noteCut(parent: object, relationship: string): void {
  const noted = cuts.get(parent) ?? new Set()
  cuts.set(parent, noted.add(relationship))
}

/** Whether a record has more records in a relationship than the page of it that was included. */
export const isCut = (parent: object, relationship: string): boolean =>
  cuts.get(parent)?.has(relationship) ?? false
