import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import {
  columnOf,
  type Datamodel,
  inverseRelation,
  modelOf,
  relationNamed,
  tellsRelations,
} from '../../datamodel/datamodel.js'
import { keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import type { Family, NewChildren, NewLinks, WrittenFamily } from '../../sql/write/families.js'
import { castTo, memberOf } from '../../base/cast.js'
import { asWritten } from '../values/read-values.js'
import { sentRow } from '../values/sent-floats.js'
import { delegateOf } from '../client.js'
import { comparedColumns, type Creating, recordsOfRows, type Row } from '../../sql/new-rows.js'
import { isImplicit } from '../../facts/join-records.js'
import { LeftOut } from '../../sql/refusals/left-out.js'
import { refuseUnfit } from '../../sql/refusals/refuse-unfit.js'
import { relationOver } from '../../facts/stored-relations.js'
import { uniqueWhere } from '../scope/unique-where.js'

/**
 * Creates a record, its new children and its links by one nested create, whose plan Prisma keeps: one INSERT each, and
 * the record and its children are read back. Each child is compared with its row, as in `createRecords`.
 *
 * Throws the errors of Prisma, and an Error if a child does not match its row.
 *
 * @returns undefined, without creating anything, if no relation of Prisma has the key of the children or the join of a
 * link, if the children could be confused with each other, or if they are more than one statement takes
 */
export async function createFamily(writing: Creating, family: Family): Promise<WrittenFamily | undefined> {
  const { datamodel, client, batches } = writing
  const { resource, links } = family
  const owner = String(resource.model)
  if (!batches || !tellsRelations(datamodel, owner)) return undefined
  const row = sentRow(datamodel, owner, family.row)
  const children = family.children && withSentRows(datamodel, family.children)
  const nested = children && nestedOf(writing, owner, children)
  if (children && !nested) return undefined
  const connected = connectedOf(writing, links)
  if (!connected) return undefined
  refuseUnfit(datamodel, row, resource)
  for (const each of children?.rows ?? []) {
    refuseUnfit(datamodel, each, children?.resource ?? resource)
  }
  const created = await delegateOf(client, owner).create({
    data: {
      ...row,
      ...(nested && { [nested.relation]: { create: children?.rows } }),
      ...connected,
    },
    ...(nested && { include: { [nested.relation]: nested.include } }),
  })
  if (created === null) throw new LeftOut(resource.type)
  asWritten(datamodel, owner, [created])
  if (!nested || !children) return { record: created, children: [], isLinked: true }
  const { [nested.relation]: found, ...record } = castTo<Readonly<Record<string, unknown>>>(created)
  return { record, children: nested.inOrder(castTo<readonly object[]>(found)), isLinked: true }
}

const withSentRows = (datamodel: Datamodel, children: NewChildren): NewChildren => ({
  ...children,
  rows: children.rows.map((row) => sentRow(datamodel, children.resource.model, row)),
})

/** The part of a nested create for new children. */
interface Nested {
  readonly relation: string
  readonly include: true | object
  /** The children in the order of their rows. Throws an Error if one does not match its row. */
  readonly inOrder: (found: readonly object[]) => readonly object[]
}

function nestedOf(
  { datamodel, maxKeys }: Creating,
  owner: string,
  { resource: of, key, rows }: NewChildren,
): Nested | undefined {
  const model = String(of.model)
  const columns = [...modelOf(datamodel, model).columns.keys()]
  if (rows.length > keysAtOnce({ maxKeys }, columns)) return undefined
  const relation = relationOver(datamodel, owner, model, Object.keys(key), Object.values(key))
  // A relation to one record takes no list, and has no order.
  if (relation === undefined || !relationNamed(datamodel, owner, relation)?.many) return undefined
  const compared = comparedColumns(datamodel, of, rows)
  const order = orderOf(rows, of, (name) => columnOf(datamodel, model, name)?.isCounted === true)
  if (!compared || !order) return undefined
  return {
    relation,
    include: order.isByKey ? true : { orderBy: { [order.column]: 'asc' } },
    inOrder: (found) => recordsOfRows(inOrder(found, rows, of, order), rows, compared, of),
  }
}

/** The parts of a nested create for links; undefined if Prisma does not manage the join of one, or for too many records. */
function connectedOf({ datamodel, maxKeys }: Creating, links: readonly NewLinks[]): object | undefined {
  // Two relationships may lead over the same relation, and to the same record.
  const connected = new Map<string, Map<string, object>>()
  for (const { relation, children } of links) {
    const { target, join } = relation
    const inverse = join && inverseRelation(datamodel, String(target.model), join.relation)
    if (!join || inverse === undefined || !isImplicit(datamodel, { ...relation, join })) return undefined
    const keys = connected.get(inverse) ?? new Map<string, object>()
    connected.set(inverse, keys)
    for (const child of children) {
      const key = uniqueWhere(datamodel, target, valuesOf(child, target.primaryKey))
      keys.set(keyIn(child, target.primaryKey) ?? '', key)
    }
    if (keys.size > keysAtOnce({ maxKeys }, target.primaryKey)) return undefined
  }
  return Object.fromEntries([...connected].map(([name, keys]) => [name, { connect: [...keys.values()] }]))
}

/** How children are found again: by the keys that their rows give, or by a key that the store counts up. */
type ChildOrder = { readonly isByKey: true } | { readonly isByKey: false; readonly column: string }

function orderOf(
  rows: readonly Row[],
  { primaryKey }: AdapterResource,
  isCounted: (column: string) => boolean,
): ChildOrder | undefined {
  if (rows.every((row) => keyIn(row, primaryKey) !== undefined)) return { isByKey: true }
  const [column = '', ...others] = primaryKey
  const isFree = rows.every((row) => memberOf(row, column) === undefined)
  return others.length === 0 && isFree && isCounted(column) ? { isByKey: false, column } : undefined
}

function inOrder(
  found: readonly object[],
  rows: readonly Row[],
  { primaryKey }: AdapterResource,
  { isByKey }: ChildOrder,
): readonly object[] {
  if (!isByKey) return found
  const byKey = new Map(found.map((record) => [keyIn(record, primaryKey), record]))
  return rows.flatMap((row) => byKey.get(keyIn(row, primaryKey)) ?? [])
}
