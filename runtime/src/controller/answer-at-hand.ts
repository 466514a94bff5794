import type { Order } from '../adapter/adapter.js'
import { memberOf, setMember } from '../cast.js'
import { isToMany } from '../declare/sideload.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import { relatedRecords } from '../render/collect.js'
import { currentRequest } from '../resource/frame.js'

/**
 * What a write has at hand for its answer, in the order of a reading: then nothing is read back (rule 11.9). The record and
 * what was written with it are as the store had them behind the last statement of the write.
 *
 * @param answer the primary record, with what was written in its relationships
 * @param root what is shown of it, and with it: what was written alone
 * @returns undefined where only a reading can tell: of extra fields, a relationship with a scope of its own, or an order
 *   that is not that of numbers
 */
export function answerAtHand(
  answer: object,
  root: Pick<NodePlan, 'extraFields' | 'includes'>,
): object | undefined {
  const count = countOf([answer], root)
  const { budget } = currentRequest()
  if (count === undefined || budget.left('records') < count) return undefined
  budget.spend('records', count)
  return answer
}

/** How many records there are, once those of each relationship are put in order; undefined where they can't be. */
function countOf(
  records: readonly object[],
  { extraFields, includes }: Pick<NodePlan, 'extraFields' | 'includes'>,
): number | undefined {
  if (extraFields.length > 0) return undefined
  let count = records.length
  for (const record of records) {
    for (const include of includes) {
      const node = include.nodes.get('')
      const related = node && relatedInOrder(record, include, node.order)
      const below = node && related && countOf(related, node)
      if (below === undefined) return undefined
      count += below
    }
  }
  return count
}

/** What was written in a relationship of a record, which then has it in that order; undefined where only a reading has it. */
function relatedInOrder(
  record: object,
  { sideload }: IncludePlan,
  order: readonly Order[],
): readonly object[] | undefined {
  if (sideload.scope !== undefined || sideload.assign !== undefined) return undefined
  const related = relatedRecords(record, sideload.name)
  if (!isToMany(sideload)) return related
  const ordered = inOrderOfNumbers(related, order)
  if (ordered) setMember(record, sideload.name, ordered)
  return ordered
}

/** Records in an order by numbers, which every store has as we do. */
function inOrderOfNumbers(
  records: readonly object[],
  order: readonly Order[],
): readonly object[] | undefined {
  if (records.length < 2) return records
  const [first, further] = order
  if (!first || further || first.through.length > 0) return undefined
  const sign = first.direction === 'asc' ? 1 : -1
  let isSorted = true
  let before = Number.NEGATIVE_INFINITY
  for (const record of records) {
    const value = memberOf(record, first.column)
    if (typeof value !== 'number') return undefined
    isSorted &&= sign * value >= before
    before = sign * value
  }
  const numberOf = (record: object): number => sign * Number(memberOf(record, first.column))
  return isSorted ? records : records.toSorted((a, b) => numberOf(a) - numberOf(b))
}
