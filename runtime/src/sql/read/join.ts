import type { Join } from '../../adapter/condition.js'
import { type Model, modelOf, relationNamed } from '../../datamodel/datamodel.js'
import { pairsOf } from '../joins/to-one.js'
import { type Store, codingAt } from '../statement/store.js'
import type { Coding } from '../values/coding.js'

/** The join of a many-to-many relationship in the database: the rows of a model, or a table that Prisma manages. */
export type StoredJoin = (
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'table'; readonly table: Model['table'] }
) & {
  /** The coding with which the values of the parents' key are read and written. */
  readonly ownerCodings: readonly Coding[]
  /** The join's columns that refer to the parents, in the order of the join's key. */
  readonly owner: readonly string[]
  /** The join's columns that refer to the related records, each with the column that it refers to. */
  readonly target: readonly (readonly [own: string, target: string])[]
  /** The coding with which the values of the related records' key are written. */
  readonly targetCodings: readonly Coding[]
}

/**
 * The join that a relation of the related model goes through. Throws an Error if the facts do not have it.
 *
 * @param target the model of the related records
 */
export function joinOf(
  store: Store,
  target: string,
  { relation, key }: Pick<Join, 'relation' | 'key'>,
): StoredJoin {
  const { datamodel } = store
  const { model, inverse, join, otherKey } = relationNamed(datamodel, target, relation) ?? {}
  if (model === undefined || inverse === undefined) {
    throw new Error(`The facts about the store contain no relation "${relation}" of ${target}.`)
  }
  if (otherKey) {
    return {
      kind: 'model',
      model,
      owner: key,
      target: pairsOf(otherKey.columns, otherKey.references),
      targetCodings: otherKey.references.map((column) => codingAt(store, target, column)),
      ownerCodings: key.map((column) => codingAt(store, model, column)),
    }
  }
  const [first = model] = [target, model].toSorted()
  // The columns A and B follow the order of the models. For a model joined with itself, they follow the order of the
  // relations, in which the inverse belongs to the owner.
  const isTargetFirst = target === model ? relation < inverse : first === target
  const [own, other] = isTargetFirst ? ['A', 'B'] : ['B', 'A']
  return {
    kind: 'table',
    // Prisma creates it in the database schema of the first model's table.
    table: { ...modelOf(datamodel, first).table, name: join ?? '' },
    owner: [other],
    target: [[own, keyOf(store, target)]],
    targetCodings: [codingAt(store, target, keyOf(store, target))],
    ownerCodings: [codingAt(store, model, keyOf(store, model))],
  }
}

/** A join table that Prisma manages refers to a model's key, which must be one column. */
const keyOf = ({ datamodel }: Store, model: string): string =>
  modelOf(datamodel, model).constraints[0]?.columns[0] ?? 'id'
