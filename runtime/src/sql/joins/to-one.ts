import { type Datamodel, foreignKeyOf, inverseRelation, relatedModel } from '../../datamodel/datamodel.js'

/** The columns of two tables that must be equal. */
export type Pairs = readonly (readonly [here: string, there: string])[]

/** A to-one relation: its model, and the columns that must be equal. Throws an Error if the facts do not have it. */
export function toOneRelation(
  datamodel: Datamodel,
  model: string,
  relation: string,
): { readonly model: string; readonly pairs: Pairs } {
  const target = relatedModel(datamodel, model, relation)
  const inverse = inverseRelation(datamodel, model, relation)
  const own = foreignKeyOf(datamodel, model, relation)
  if (target !== undefined && own) return { model: target, pairs: pairsOf(own.columns, own.references) }
  const other =
    target === undefined || inverse === undefined ? undefined : foreignKeyOf(datamodel, target, inverse)
  if (target !== undefined && other) return { model: target, pairs: pairsOf(other.references, other.columns) }
  throw new Error(`The facts about the store contain no to-one relation "${relation}" of ${model}.`)
}

/** The columns of two lists, in pairs. */
export const pairsOf = (here: readonly string[], there: readonly string[]): Pairs =>
  here.map((column, index) => [column, there[index] ?? ''])
