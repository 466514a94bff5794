import { sameColumns } from '../adapter/column-values.js'
import type { JoinedLink, KeyedLink, Link } from '../adapter/condition.js'
import { foreignKeyOf } from './columns.js'
import { inverseRelation, relatedModel, relationNames, tellsModels } from './datamodel.js'
import { ofModel } from './of-model.js'

/**
 * The relations of Prisma that a relationship to many is: one, or two over a join model. They are found by their
 * columns, for a relationship may be called otherwise. A client that does not tell of its datamodel is taken at its
 * word. Undefined where there are none: no relation of Prisma holds a polymorphic key.
 *
 * @param through to-one relations that lead to the model which has the relationship
 */
export function relationsOfLink(
  client: object,
  model: string,
  link: Link,
  through: readonly string[] = [],
): readonly string[] | undefined {
  if (!tellsModels(client)) {
    return link.kind === 'keyed' || sameColumns(link.join.key, link.key) ? [link.name] : undefined
  }
  const owner = through.reduce<string | undefined>(
    (current, relation) => (current === undefined ? undefined : relatedModel(client, current, relation)),
    model,
  )
  if (owner === undefined) return undefined
  return link.kind === 'keyed' ? overKey(client, owner, link) : overJoin(client, owner, link)
}

/**
 * Why a many-to-many of a model is no relation of Prisma; undefined where it is one, or nobody can tell: the client does not,
 * or the resource has no model.
 */
export function faultOfJoin(client: object, owner: string | undefined, link: JoinedLink): string | undefined {
  if (owner === undefined || !tellsModels(client) || overJoin(client, owner, link)) return undefined
  const target = String(link.model)
  const { relation, key } = link.join
  if (relatedModel(client, target, relation) === undefined || !inverseRelation(client, target, relation)) {
    return `the model ${target} has no relation "${relation}"`
  }
  return `${key.join(', ')} is not the key by which "${relation}" of ${target} leads to ${owner}`
}

function overKey(client: object, owner: string, { model, foreignKey, key }: KeyedLink) {
  const relation = relationOver(client, owner, String(model), foreignKey, key)
  return relation === undefined ? undefined : [relation]
}

function overJoin(client: object, owner: string, { model, join, key }: JoinedLink) {
  const target = String(model)
  const joinModel = relatedModel(client, target, join.relation)
  const inverse = inverseRelation(client, target, join.relation)
  if (joinModel === undefined || inverse === undefined) return undefined
  // Prisma keeps the join itself where the relation leads straight here.
  if (joinModel === owner && !foreignKeyOf(client, joinModel, inverse)) {
    return sameColumns(join.key, key) ? [inverse] : undefined
  }
  const relation = relationOver(client, owner, joinModel, join.key, key)
  // Of a join of a model with itself, a row would name the same record twice.
  const isOneEnd = owner === target && relation === join.relation
  return relation === undefined || isOneEnd ? undefined : [relation, inverse]
}

/** The relation of a model to those that refer to it by a foreign key of these columns. */
function relationOver(
  client: object,
  owner: string,
  model: string,
  foreignKey: readonly string[],
  key: readonly string[],
): string | undefined {
  return relationsOver(client, owner).get(nameOfKey(model, foreignKey, key))
}

/** The relations of a model to those that refer to it, by their model and key; where two have one key, the first one counts. */
const relationsOver = ofModel((client, owner): ReadonlyMap<string, string> => {
  const relations = relationNames(client, owner).flatMap((relation): readonly [string, string][] => {
    const model = relatedModel(client, owner, relation)
    const inverse = inverseRelation(client, owner, relation)
    const key =
      model === undefined || inverse === undefined ? undefined : foreignKeyOf(client, model, inverse)
    return model && key ? [[nameOfKey(model, key.columns, key.references), relation]] : []
  })
  return new Map(relations.toReversed())
})

function nameOfKey(model: string, columns: readonly string[], references: readonly string[]): string {
  const pairs = columns.map((column, index) => `\n${column} ${references[index] ?? ''}`)
  return model + (pairs.length === 1 ? pairs[0] : pairs.toSorted().join(''))
}
