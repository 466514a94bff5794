import { sameColumns } from '../adapter/rows/column-values.js'
import type { AdapterRelation } from '../adapter/condition.js'
import {
  type Datamodel,
  inverseRelation,
  modelThrough,
  relationNamed,
  tellsRelations,
} from '../datamodel/datamodel.js'
import { ofModel } from '../datamodel/cache-by-model.js'

/**
 * Prisma's relations for a to-many relationship: one, or two through a join model. They are found by their columns,
 * because the relationship may have a different name. If they are unknown, the relationship's name is used. Undefined
 * if there are no such relations, as for a polymorphic key.
 *
 * @param through the to-one relations to the model with the relationship
 */
export function storedRelations(
  datamodel: Datamodel,
  model: string,
  relation: AdapterRelation,
  through: readonly string[] = [],
): readonly string[] | undefined {
  const owner = modelThrough(datamodel, model, through)
  if (!tellsRelations(datamodel, owner ?? model)) {
    const { stored, pairs, join } = relation
    return !join || sameColumns(join.key, pairs.owner) ? [stored] : undefined
  }
  if (owner === undefined) return undefined
  return over(datamodel, owner, relation)
}

/**
 * The reason why a many-to-many of a model is not a relation of Prisma. Undefined if it is one, if that is not known,
 * or if the resource has no model.
 */
export function faultOfJoin(
  datamodel: Datamodel,
  owner: string | undefined,
  relation: AdapterRelation,
): string | undefined {
  const { join } = relation
  if (!join || owner === undefined || !tellsRelations(datamodel, owner) || over(datamodel, owner, relation)) {
    return undefined
  }
  const target = String(relation.target.model)
  if (!inverseRelation(datamodel, target, join.relation)) {
    return `the model ${target} has no relation "${join.relation}"`
  }
  return `${join.key.join(', ')} is not the key that connects "${join.relation}" of ${target} to ${owner}`
}

function over(
  datamodel: Datamodel,
  owner: string,
  { target: { model }, pairs, join }: AdapterRelation,
): readonly string[] | undefined {
  const target = String(model)
  if (!join) {
    const relation = relationOver(datamodel, owner, target, pairs.target, pairs.owner)
    return relation === undefined ? undefined : [relation]
  }
  const { model: joinModel, inverse, otherKey } = relationNamed(datamodel, target, join.relation) ?? {}
  if (joinModel === undefined || inverse === undefined) return undefined
  // Prisma manages the join itself if the relation leads directly here.
  if (joinModel === owner && !otherKey) {
    return sameColumns(join.key, pairs.owner) ? [inverse] : undefined
  }
  const relation = relationOver(datamodel, owner, joinModel, join.key, pairs.owner)
  // In a join of a model with itself, a row would name the same record twice.
  const isOneEnd = owner === target && relation === join.relation
  return relation === undefined || isOneEnd ? undefined : [relation, inverse]
}

/** A model's relation to the records whose foreign key consists of these columns. */
export function relationOver(
  datamodel: Datamodel,
  owner: string,
  model: string,
  foreignKey: readonly string[],
  key: readonly string[],
): string | undefined {
  return relationsOver(datamodel, owner).get(nameOfKey(model, foreignKey, key))
}

/**
 * The relations of a model to the records that refer to it, by model and key; if two have the same key, the first
 * counts.
 */
const relationsOver = ofModel(({ relations }): ReadonlyMap<string, string> => {
  const byKey = [...relations.values()].flatMap(
    ({ model, otherKey: key, name }): readonly [string, string][] =>
      key ? [[nameOfKey(model, key.columns, key.references), name]] : [],
  )
  return new Map(byKey.toReversed())
})

function nameOfKey(model: string, columns: readonly string[], references: readonly string[]): string {
  const pairs = columns.map((column, index) => `\n${column} ${references[index] ?? ''}`)
  return model + (pairs.length === 1 ? pairs[0] : pairs.toSorted().join(''))
}
