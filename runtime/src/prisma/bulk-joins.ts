import type { Association } from '../adapter/adapter.js'
import { memberOf } from '../cast.js'
import { keyOf } from '../read/keys.js'
import { delegateOf } from './client.js'
import { foreignKeyOf } from './columns.js'
import { inverseRelation, relatedModel } from './datamodel.js'

/** Joins many children to a parent, or removes their joins, in a few statements. */
export interface BulkJoin {
  add(client: object, parent: object, children: readonly object[]): Promise<void>
  remove(client: object, parent: object, children: readonly object[]): Promise<void>
}

/**
 * The join of an association as one that many children at once can be joined by: from the parent where Prisma keeps the
 * join itself, else by the rows of the join model. Undefined where the client does not tell enough for either.
 */
export function bulkJoinOf(root: object, association: Association): BulkJoin | undefined {
  const { owner, target, join } = association
  if (!join) return undefined
  const model = relatedModel(root, String(target.model), join.relation)
  const inverse = inverseRelation(root, String(target.model), join.relation)
  if (model === undefined || inverse === undefined) return undefined
  return model === owner.model ? implicitJoin(association, inverse) : joinModel(root, join, model, inverse)
}

function implicitJoin({ owner, target }: Association, relation: string): BulkJoin {
  const change =
    (operation: 'connect' | 'disconnect'): BulkJoin['add'] =>
    async (client, parent, children) => {
      const ids = children.map((child) => ({ [target.primaryKey]: memberOf(child, target.primaryKey) }))
      await delegateOf(client, owner.model).update({
        where: { [owner.primaryKey]: memberOf(parent, owner.primaryKey) },
        data: { [relation]: { [operation]: ids } },
        select: { [owner.primaryKey]: true },
      })
    }
  return { add: change('connect'), remove: change('disconnect') }
}

function joinModel(
  root: object,
  { key, parentKey }: NonNullable<Association['join']>,
  model: string,
  relation: string,
): BulkJoin | undefined {
  const foreignKey = foreignKeyOf(root, model, relation)
  if (!foreignKey) return undefined
  const { column, references } = foreignKey
  const among = (parent: object, children: readonly object[]): Readonly<Record<string, unknown>> => ({
    [key]: memberOf(parent, parentKey),
    [column]: { in: children.map((child) => memberOf(child, references)) },
  })
  return {
    async add(client, parent, children) {
      const joins = delegateOf(client, model)
      const present = await joins.findMany({
        where: among(parent, children),
        select: { [column]: true },
      })
      const joined = new Set(present.map((row) => keyOf(memberOf(row, column))))
      const missing = new Map<string | undefined, unknown>()
      for (const child of children) {
        const value = memberOf(child, references)
        if (!joined.has(keyOf(value))) missing.set(keyOf(value), value)
      }
      if (missing.size === 0) return
      await joins.createMany({
        data: [...missing.values()].map((value) => ({
          [key]: memberOf(parent, parentKey),
          [column]: value,
        })),
      })
    },
    async remove(client, parent, children) {
      await delegateOf(client, model).deleteMany({ where: among(parent, children) })
    },
  }
}
