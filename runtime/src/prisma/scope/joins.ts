import type { JoinedTo } from '../../adapter/narrowing.js'
import { columnValues, valuesOf } from '../../adapter/rows/column-values.js'
import { columnType, type Datamodel, relatedModel } from '../../datamodel/datamodel.js'
import { plainWhere } from './keys-where.js'
import { delegateOf } from '../client.js'
import type { PrismaScope } from './prisma-scope.js'
import { isImplicit, type JoinedRelation } from '../../facts/join-records.js'
import { uniqueWhere } from './unique-where.js'
import { whereOf } from './where.js'

/** A child and a parent to join or to separate, and their relationship. */
export interface JoinChange {
  readonly parent: object
  readonly child: object
  readonly relation: JoinedRelation
}

/** The datamodel, and the client to use now. */
interface Writing {
  readonly datamodel: Datamodel
  readonly client: object
}

/**
 * The records that are joined to some parents. With rows, each has the permitted rows of the join, with its parents'
 * keys: they take a statement of their own.
 */
export function scopeOfJoined(
  datamodel: Datamodel,
  scope: PrismaScope,
  { join: { relation, key, condition }, parents, withRows }: JoinedTo<PrismaScope>,
): PrismaScope {
  const model = relatedModel(datamodel, scope.model, relation)
  const types = key.map((column) => (model === undefined ? undefined : columnType(datamodel, model, column)))
  const ofParents = plainWhere(key, parents, types)
  const among = condition
    ? { AND: [ofParents, whereOf(condition, { datamodel, model: model ?? scope.model })] }
    : ofParents
  const joined = scope.where({ [relation]: { some: among } })
  const select = Object.fromEntries(key.map((column) => [column, true]))
  return withRows ? joined.include({ [relation]: { where: among, select } }) : joined
}

/**
 * Joins a child to a parent, unless they are joined already (rule 11.4): through the join that Prisma manages, or a row
 * of the join model.
 */
export async function addJoin({ datamodel, client }: Writing, change: JoinChange): Promise<void> {
  const { relation } = change
  const { where, among, name } = joinOf(datamodel, change)
  const delegate = delegateOf(client, relation.target.model)
  if (isImplicit(datamodel, relation)) {
    await delegate.update({ where, data: { [name]: { connect: among } } })
    return
  }
  const present = await delegate.count({ where: { ...where, [name]: { some: among } } })
  if (present === 0) await delegate.update({ where, data: { [name]: { create: among } } })
}

/** Removes the join of a child and a parent, but keeps both (rule 11.4). */
export async function removeJoin({ datamodel, client }: Writing, change: JoinChange): Promise<void> {
  const { relation } = change
  const { where, among, name } = joinOf(datamodel, change)
  const operation = isImplicit(datamodel, relation) ? 'disconnect' : 'deleteMany'
  await delegateOf(client, relation.target.model).update({
    where,
    data: { [name]: { [operation]: among } },
  })
}

function joinOf(datamodel: Datamodel, { parent, child, relation: { target, pairs, join } }: JoinChange) {
  const where = uniqueWhere(datamodel, target, valuesOf(child, target.primaryKey))
  return { where, among: columnValues(join.key, valuesOf(parent, pairs.owner)), name: join.relation }
}
