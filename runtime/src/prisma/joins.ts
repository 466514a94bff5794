import type { Association } from '../adapter/store-step.js'
import type { JoinedTo } from '../adapter/narrowing.js'
import { columnValues, valuesOf } from '../adapter/column-values.js'
import { columnType, type Datamodel, relatedModel } from '../adapter/datamodel.js'
import { keysOfType } from '../adapter/keys.js'
import { plainWhere } from './plain-where.js'
import { delegateOf } from './client.js'
import type { Dialect } from './dialect.js'
import type { PrismaScope } from './prisma-scope.js'
import { isImplicit, type KeyedJoin } from '../sql/join-records.js'
import { uniqueWhere } from './unique-where.js'
import { whereOf } from './where.js'

/** A child and a parent to join or to separate, and their association. */
export interface JoinChange {
  readonly parent: object
  readonly child: object
  readonly association: Association
  /** Includes the columns of the parent that its key refers to. */
  readonly join: KeyedJoin
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
  dialect: Omit<Dialect, 'model'>,
): PrismaScope {
  const model = relatedModel(datamodel, scope.model, relation)
  const types = key.map((column) => (model === undefined ? undefined : columnType(datamodel, model, column)))
  const ofParents = plainWhere(key, keysOfType(parents, types))
  const among = condition
    ? { AND: [ofParents, whereOf(condition, { ...dialect, model: model ?? scope.model })] }
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
  const { association, join } = change
  const { where, among, relation } = joinOf(datamodel, change)
  const delegate = delegateOf(client, association.target.model)
  if (isImplicit(datamodel, association, join)) {
    await delegate.update({ where, data: { [relation]: { connect: among } } })
    return
  }
  const present = await delegate.count({ where: { ...where, [relation]: { some: among } } })
  if (present === 0) await delegate.update({ where, data: { [relation]: { create: among } } })
}

/** Removes the join of a child and a parent, but keeps both (rule 11.4). */
export async function removeJoin({ datamodel, client }: Writing, change: JoinChange): Promise<void> {
  const { association, join } = change
  const { where, among, relation } = joinOf(datamodel, change)
  const operation = isImplicit(datamodel, association, join) ? 'disconnect' : 'deleteMany'
  await delegateOf(client, association.target.model).update({
    where,
    data: { [relation]: { [operation]: among } },
  })
}

function joinOf(
  datamodel: Datamodel,
  { parent, child, association: { target }, join: { relation, key, parentKey } }: JoinChange,
) {
  const where = uniqueWhere(datamodel, target, valuesOf(child, target.primaryKey))
  return { where, among: columnValues(key, valuesOf(parent, parentKey)), relation }
}
