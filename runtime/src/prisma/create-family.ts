import type { AdapterResource } from '../adapter/adapter-resource.js'
import { columnOf, modelOf, relationNamed, tellsRelations } from '../adapter/datamodel.js'
import { keyIn, keysAtOnce } from '../adapter/keys.js'
import { type NewChildren, ONE_BY_ONE, type StepResult } from '../adapter/store-step.js'
import { castTo, memberOf } from '../base/cast.js'
import { delegateOf } from './client.js'
import {
  comparedColumns,
  type Creating,
  isOfRow,
  keepsValues,
  otherValues,
  type Row,
} from '../sql/new-rows.js'
import { refuseUnfit } from '../sql/refuse-unfit.js'
import { relationOver } from '../sql/relations-of-link.js'

/**
 * Creates a record and its new children by one nested create, whose plan Prisma keeps: one INSERT each, and both are
 * read back. Each child is compared with its row, as in `createRecords`.
 *
 * Throws the errors of Prisma, and an Error if a child does not match its row.
 *
 * @returns `oneByOne`, without creating anything, if no relation of Prisma has the key, if the children could be confused
 * with each other, or if they are more than one statement takes
 */
export async function createFamily(
  { datamodel, client, batches, provider, maxKeys }: Creating,
  row: Row,
  resource: AdapterResource,
  { resource: of, key, rows }: NewChildren,
): Promise<StepResult> {
  const [owner, model] = [String(resource.model), String(of.model)]
  const columns = [...modelOf(datamodel, model).columns.keys()]
  if (!batches || !tellsRelations(datamodel, owner) || !keepsValues(of)) return ONE_BY_ONE
  if (rows.length > keysAtOnce({ maxKeys }, columns)) return ONE_BY_ONE
  const relation = relationOver(datamodel, owner, model, Object.keys(key), Object.values(key))
  // A relation to one record takes no list, and has no order.
  if (relation === undefined || !relationNamed(datamodel, owner, relation)?.many) return ONE_BY_ONE
  const given = [...new Set(rows.flatMap((each) => Object.keys(each)))]
  const compared = comparedColumns(datamodel, model, given, rows)
  const order = orderOf(rows, of, (name) => columnOf(datamodel, model, name)?.isCounted === true)
  if (!compared || !order) return ONE_BY_ONE
  refuseUnfit(datamodel, row, resource, provider)
  for (const each of rows) refuseUnfit(datamodel, each, of, provider)
  const created = await delegateOf(client, owner).create({
    data: { ...row, [relation]: { create: rows } },
    include: { [relation]: order.isByKey ? true : { orderBy: { [order.column]: 'asc' } } },
  })
  const { [relation]: found, ...record } = castTo<Readonly<Record<string, unknown>>>(created)
  const children = inOrder(castTo<readonly object[]>(found), rows, of, order)
  const isWhole =
    children.length === rows.length && rows.every((each, at) => isOfRow(children[at], each, compared))
  if (isWhole) return { kind: 'records', records: [record], children }
  throw otherValues(of)
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
