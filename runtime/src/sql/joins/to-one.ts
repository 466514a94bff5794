import { type Datamodel, relationNamed } from '../../datamodel/datamodel.js'

/** The columns of two tables that must be equal. */
export type Pairs = readonly (readonly [here: string, there: string])[]

/** A to-one relation: its model, and the columns that must be equal. Throws an Error if the facts do not have it. */
export function toOneRelation(
  datamodel: Datamodel,
  model: string,
  relation: string,
): { readonly model: string; readonly pairs: Pairs } {
  const { model: target, key, otherKey } = relationNamed(datamodel, model, relation) ?? {}
  if (target !== undefined && key) return { model: target, pairs: pairsOf(key.columns, key.references) }
  if (target !== undefined && otherKey) {
    return { model: target, pairs: pairsOf(otherKey.references, otherKey.columns) }
  }
  throw new Error(`The facts about the store contain no to-one relation "${relation}" of ${model}.`)
}

/** The columns of two lists, in pairs. */
export const pairsOf = (here: readonly string[], there: readonly string[]): Pairs =>
  here.map((column, index) => [column, there[index] ?? ''])
