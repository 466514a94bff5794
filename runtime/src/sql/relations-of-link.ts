import { sameColumns } from '../adapter/column-values.js'
import type { JoinedLink, KeyedLink, Link } from '../adapter/condition.js'
import {
  type Datamodel,
  foreignKeyOf,
  inverseRelation,
  modelThrough,
  relatedModel,
  tellsRelations,
} from '../adapter/datamodel.js'
import { ofModel } from './cache-by-model.js'

/**
 * The relations of Prisma for a to-many relationship: one, or two through a join model. They are found by their
 * columns, because the relationship may have another name. If relations are not known, its name is trusted. Undefined
 * if there are none: no relation of Prisma has a polymorphic key.
 *
 * @param through the to-one relations to the model with the relationship
 */
export function relationsOfLink(
  datamodel: Datamodel,
  model: string,
  link: Link,
  through: readonly string[] = [],
): readonly string[] | undefined {
  const owner = modelThrough(datamodel, model, through)
  if (!tellsRelations(datamodel, owner ?? model)) {
    return link.kind === 'keyed' || sameColumns(link.join.key, link.key) ? [link.name] : undefined
  }
  if (owner === undefined) return undefined
  return link.kind === 'keyed' ? overKey(datamodel, owner, link) : overJoin(datamodel, owner, link)
}

/**
 * The reason why a many-to-many of a model is not a relation of Prisma. Undefined if it is one, if that is not known,
 * or if the resource has no model.
 */
export function faultOfJoin(
  datamodel: Datamodel,
  owner: string | undefined,
  link: JoinedLink,
): string | undefined {
  if (owner === undefined || !tellsRelations(datamodel, owner) || overJoin(datamodel, owner, link)) {
    return undefined
  }
  const target = String(link.model)
  const { relation, key } = link.join
  if (!inverseRelation(datamodel, target, relation)) {
    return `the model ${target} has no relation "${relation}"`
  }
  return `${key.join(', ')} is not the key that connects "${relation}" of ${target} to ${owner}`
}

function overKey(datamodel: Datamodel, owner: string, { model, foreignKey, key }: KeyedLink) {
  const relation = relationOver(datamodel, owner, String(model), foreignKey, key)
  return relation === undefined ? undefined : [relation]
}

function overJoin(datamodel: Datamodel, owner: string, { model, join, key }: JoinedLink) {
  const target = String(model)
  const joinModel = relatedModel(datamodel, target, join.relation)
  const inverse = inverseRelation(datamodel, target, join.relation)
  if (joinModel === undefined || inverse === undefined) return undefined
  // Prisma manages the join itself if the relation leads directly here.
  if (joinModel === owner && !foreignKeyOf(datamodel, joinModel, inverse)) {
    return sameColumns(join.key, key) ? [inverse] : undefined
  }
  const relation = relationOver(datamodel, owner, joinModel, join.key, key)
  // In a join of a model with itself, a row would name the same record twice.
  const isOneEnd = owner === target && relation === join.relation
  return relation === undefined || isOneEnd ? undefined : [relation, inverse]
}

/** The relation of a model to the records whose foreign key has these columns. */
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
const relationsOver = ofModel(({ relations }, datamodel): ReadonlyMap<string, string> => {
  const byKey = [...relations.values()].flatMap(({ model, inverse, name }): readonly [string, string][] => {
    const key = inverse === undefined ? undefined : foreignKeyOf(datamodel, model, inverse)
    return key ? [[nameOfKey(model, key.columns, key.references), name]] : []
  })
  return new Map(byKey.toReversed())
})

function nameOfKey(model: string, columns: readonly string[], references: readonly string[]): string {
  const pairs = columns.map((column, index) => `\n${column} ${references[index] ?? ''}`)
  return model + (pairs.length === 1 ? pairs[0] : pairs.toSorted().join(''))
}
