import { madeOnce } from '../base/made-once.js'

const cuts = new WeakMap<object, Set<string>>()

/** Notes that a relationship of a record has more records than its included page. */
export function noteCut(parent: object, relationship: string): void {
  madeOnce(cuts, parent, () => new Set<string>()).add(relationship)
}

/** Whether a relationship of a record has more records than its included page. */
export const isCut = (parent: object, relationship: string): boolean =>
  cuts.get(parent)?.has(relationship) ?? false
