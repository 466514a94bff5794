import { columnValues, pickColumns, valuesOf } from '../../adapter/rows/column-values.js'
import { type Datamodel, type ForeignKey, relationNamed } from '../../datamodel/datamodel.js'
import { keyIn } from '../../adapter/rows/keys.js'
import { plainWhere } from '../scope/keys-where.js'
import { delegateOf } from '../client.js'
import type { JoinedRelation } from '../../facts/join-records.js'
import { addJoin, type JoinChange } from '../scope/joins.js'
import { joinRow } from '../../sql/joins/join-row.js'

/** Joins many children to a parent, or removes their joins, in a few statements. */
export interface BulkJoin {
  add(client: object, parent: object, children: readonly object[]): Promise<void>
  remove(client: object, parent: object, children: readonly object[]): Promise<void>
}

/**
 * The join of a relationship, in a form that can join many children together. If Prisma manages the join itself, it is
 * updated from the parent; otherwise through the rows of the join model. Undefined if too little is known for either.
 */
export function bulkJoinOf(datamodel: Datamodel, joined: JoinedRelation): BulkJoin | undefined {
  const { owner, target, join } = joined
  const { model, inverse, otherKey } = relationNamed(datamodel, String(target.model), join.relation) ?? {}
  if (model === undefined || inverse === undefined) return undefined
  if (model === owner.model) return implicitJoin(joined, inverse)
  return otherKey && joinModel(joined, model, otherKey)
}

/** Joins a child to a parent in the store, unless they are joined already (rule 11.4). */
export async function joinChild(
  writing: { readonly datamodel: Datamodel; readonly client: object },
  change: JoinChange,
): Promise<void> {
  const { parent, child, relation } = change
  // If the two keys of the join share a column, a nested create silently takes its value from one of them.
  const isComposite = relation.join.key.length + relation.target.primaryKey.length > 2
  const joins = isComposite ? bulkJoinOf(writing.datamodel, relation) : undefined
  if (joins) await joins.add(writing.client, parent, [child])
  else await addJoin(writing, change)
}

function implicitJoin({ owner, target }: JoinedRelation, relation: string): BulkJoin {
  const change =
    (operation: 'connect' | 'disconnect'): BulkJoin['add'] =>
    async (client, parent, children) => {
      await delegateOf(client, owner.model).update({
        where: pickColumns(parent, owner.primaryKey),
        data: { [relation]: { [operation]: children.map((child) => pickColumns(child, target.primaryKey)) } },
        select: Object.fromEntries(owner.primaryKey.map((column) => [column, true])),
      })
    }
  return { add: change('connect'), remove: change('disconnect') }
}

function joinModel(
  { pairs, join: { key } }: JoinedRelation,
  model: string,
  { columns, references }: ForeignKey,
): BulkJoin {
  const own = (parent: object) => columnValues(key, valuesOf(parent, pairs.owner))
  const among = (parent: object, children: readonly object[]): object => {
    const keys = children.map((child) => valuesOf(child, references))
    return { ...own(parent), ...plainWhere(columns, keys) }
  }
  return {
    async add(client, parent, children) {
      const joins = delegateOf(client, model)
      const rows = children.map((child) =>
        joinRow(own(parent), columnValues(columns, valuesOf(child, references))),
      )
      const present = await joins.findMany({
        where: among(parent, children),
        select: Object.fromEntries(columns.map((column) => [column, true])),
      })
      const joined = new Set(present.map((row) => keyIn(row, columns)))
      const missing = new Map(rows.map((row) => [keyIn(row, columns), row]))
      for (const key of joined) missing.delete(key)
      if (missing.size > 0) await joins.createMany({ data: [...missing.values()] })
    },
    async remove(client, parent, children) {
      await delegateOf(client, model).deleteMany({ where: among(parent, children) })
    },
  }
}
