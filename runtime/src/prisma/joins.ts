import type { Association, Join } from '../adapter/adapter.js'
import { memberOf } from '../cast.js'
import { delegateOf } from './client.js'
import { relatedModel } from './datamodel.js'

/** The join of an association, with the attribute of the parent whose value its key has. */
type KeyedJoin = Join & { readonly parentKey: string }

/** Joins a child to a parent, unless it is (rule 11.4): by the join that Prisma keeps itself, or a row of the join model. */
export async function addJoin(
  root: object,
  client: object,
  parent: object,
  child: object,
  association: Association,
  join: KeyedJoin,
): Promise<void> {
  const { where, among, relation } = joinOf(parent, child, association, join)
  const delegate = delegateOf(client, association.target.model)
  if (isImplicit(root, association, join)) {
    await delegate.update({ where, data: { [relation]: { connect: among } } })
    return
  }
  const present = await delegate.count({ where: { ...where, [relation]: { some: among } } })
  if (present === 0) await delegate.update({ where, data: { [relation]: { create: among } } })
}

/** Removes the join of a child and a parent and keeps both (rule 11.4). */
export async function removeJoin(
  root: object,
  client: object,
  parent: object,
  child: object,
  association: Association,
  join: KeyedJoin,
): Promise<void> {
  const { where, among, relation } = joinOf(parent, child, association, join)
  const operation = isImplicit(root, association, join) ? 'disconnect' : 'deleteMany'
  await delegateOf(client, association.target.model).update({
    where,
    data: { [relation]: { [operation]: among } },
  })
}

function joinOf(
  parent: object,
  child: object,
  { target }: Association,
  { relation, key, parentKey }: KeyedJoin,
) {
  const where = { [target.primaryKey]: memberOf(child, target.primaryKey) }
  return { where, among: { [key]: memberOf(parent, parentKey) }, relation }
}

/** Prisma keeps the join itself where the relation leads straight to the parent's model; a client that does not tell is guessed by the key. */
function isImplicit(
  root: object,
  { owner, target }: Association,
  { relation, key, parentKey }: KeyedJoin,
): boolean {
  const model = relatedModel(root, String(target.model), relation)
  return model === undefined ? key === parentKey : model === owner.model
}
