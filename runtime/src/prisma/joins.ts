import type { Association, Join, JoinRecords } from '../adapter/adapter.js'
import { columnValues, sameColumns, valuesOf } from '../adapter/column-values.js'
import { keysOfType } from '../read/keys.js'
import type { KeyValues } from '../value/key.js'
import { plainWhere } from './among.js'
import { delegateOf } from './client.js'
import { foreignKeyOf } from './columns.js'
import type { Dialect } from './dialect.js'
import { columnType, inverseRelation, relatedModel, relationName } from './datamodel.js'
import type { PrismaScope } from './prisma-scope.js'
import { hasUniqueAmong } from './unique-constraints.js'
import { uniqueWhere } from './unique-where.js'
import { whereOf } from './where.js'

/** A child and a parent, and the association that joins them or no longer does. */
export interface JoinChange {
  readonly parent: object
  readonly child: object
  readonly association: Association
  /** With the columns of the parent whose values its key has. */
  readonly join: KeyedJoin
}

type KeyedJoin = Join & { readonly parentKey: readonly string[] }

/** The client, and the one that it is in a transaction. */
interface Clients {
  readonly root: object
  readonly client: object
}

/** The records that are joined to parents, each with the keys of those that it is joined to, over the rows that may join. */
export function scopeOfJoined(
  root: object,
  scope: PrismaScope,
  { relation, key, condition }: Join<PrismaScope>,
  parents: readonly KeyValues[],
  dialect: Omit<Dialect, 'model'>,
): PrismaScope {
  const model = relatedModel(root, scope.model, relation)
  const types = key.map((column) => (model === undefined ? undefined : columnType(root, model, column)))
  const ofParents = plainWhere(key, keysOfType(parents, types))
  const among = condition
    ? { AND: [ofParents, whereOf(condition, { ...dialect, model: model ?? scope.model })] }
    : ofParents
  const select = Object.fromEntries(key.map((column) => [column, true]))
  return scope.where({ [relation]: { some: among } }).include({ [relation]: { where: among, select } })
}

/** Joins a child to a parent, unless it is (rule 11.4): by the join that Prisma keeps itself, or a row of the join model. */
export async function addJoin({ root, client }: Clients, change: JoinChange): Promise<void> {
  const { association, join } = change
  const { where, among, relation } = joinOf(root, change)
  const delegate = delegateOf(client, association.target.model)
  if (isImplicit(root, association, join)) {
    await delegate.update({ where, data: { [relation]: { connect: among } } })
    return
  }
  const present = await delegate.count({ where: { ...where, [relation]: { some: among } } })
  if (present === 0) await delegate.update({ where, data: { [relation]: { create: among } } })
}

/** Removes the join of a child and a parent and keeps both (rule 11.4). */
export async function removeJoin({ root, client }: Clients, change: JoinChange): Promise<void> {
  const { association, join } = change
  const { where, among, relation } = joinOf(root, change)
  const operation = isImplicit(root, association, join) ? 'disconnect' : 'deleteMany'
  await delegateOf(client, association.target.model).update({
    where,
    data: { [relation]: { [operation]: among } },
  })
}

/** What the store keeps of a join; undefined where the client does not tell. */
export function joinRecordsOf(
  root: object,
  target: string,
  { relation, key }: Join,
): JoinRecords | undefined {
  const model = relatedModel(root, target, relation)
  const inverse = inverseRelation(root, target, relation)
  if (model === undefined || inverse === undefined) return undefined
  const foreignKey = foreignKeyOf(root, model, inverse)
  if (foreignKey) {
    const { columns: otherKey, references: otherReferences } = foreignKey
    return { name: model, model, key, otherKey, otherReferences }
  }
  // Prisma keeps the join itself: the two relations are its two ends.
  const name = relationName(root, target, relation)
  return { name, key: [relation], otherKey: [inverse], otherReferences: [] }
}

/** Whether a key of the store keeps a join from holding a pair twice; a client that does not tell has none. */
export function hasKeyOfPair(root: object, association: Association): boolean {
  const { target, join } = association
  if (!join || isImplicit(root, association, join)) return true
  const model = relatedModel(root, String(target.model), join.relation)
  const inverse = inverseRelation(root, String(target.model), join.relation)
  const foreignKey =
    model === undefined || inverse === undefined ? undefined : foreignKeyOf(root, model, inverse)
  if (model === undefined || !foreignKey) return false
  return hasUniqueAmong(root, model, [...join.key, ...foreignKey.columns])
}

function joinOf(
  root: object,
  { parent, child, association: { target }, join: { relation, key, parentKey } }: JoinChange,
) {
  const where = uniqueWhere(root, target, valuesOf(child, target.primaryKey))
  return { where, among: columnValues(key, valuesOf(parent, parentKey)), relation }
}

/** Prisma keeps the join itself where the relation leads straight to the parent's model; a client that does not tell is guessed by the key. */
function isImplicit(
  root: object,
  { owner, target }: Association,
  { relation, key, parentKey }: KeyedJoin,
): boolean {
  const model = relatedModel(root, String(target.model), relation)
  return model === undefined ? sameColumns(key, parentKey) : model === owner.model
}
