import type { Link } from '../adapter/condition.js'
import { type Datamodel, modelOf, relationNamed } from '../adapter/datamodel.js'
import { findsBy } from '../vocabulary/indexes.js'

/**
 * Whether an index finds the related records of a relationship to many, or the rows of its join. What is not known is taken to have
 * one, and so has a join without a model: Prisma makes it.
 */
export function findsRelated(datamodel: Datamodel, link: Link): boolean {
  const target = String(link.model)
  if (link.kind === 'keyed') return hasIndex(datamodel, target, link.foreignKey)
  const relation = relationNamed(datamodel, target, link.join.relation)
  return !relation || relation.join !== undefined || hasIndex(datamodel, relation.model, link.join.key)
}

function hasIndex(datamodel: Datamodel, name: string, columns: readonly string[]): boolean {
  const { isPartial, indexes } = modelOf(datamodel, name)
  return isPartial || findsBy(columns, indexes)
}
