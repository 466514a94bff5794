import type { AdapterResource, NewChildren, NewRecords } from '../adapter/adapter.js'
import { memberOf } from '../cast.js'
import { keyOf, keysAtOnce } from '../read/keys.js'
import { delegateOf } from './client.js'
import { columnForm } from './columns.js'
import { storedNames } from './datamodel.js'
import { isPlainClient } from './extensions.js'
import { comparedColumns, type Creating, keepsValues, otherValues, type Row } from './new-rows.js'
import { refuseUnfit } from './refuse-unfit.js'
import { relationsOfLink } from './relations-of-link.js'

/** New records that a relation of Prisma leads to, and how they are told from one another. */
interface Nested {
  readonly relation: string
  readonly children: NewChildren
  readonly many: boolean
  readonly compared: ReadonlySet<string>
}

/**
 * Creates a record with new records that refer to it, by one nested create of Prisma, whose plan Prisma keeps. Which of the
 * children is of which row, their values tell: what is equal in all of them is the same.
 *
 * Throws what Prisma throws, and an Error where the children are not those of the rows.
 *
 * @returns undefined, and nothing is created, if a relationship is no relation of Prisma, if rows could be mistaken for one
 *   another or are too many, or if the client has extensions, which may want to see each create
 */
export async function createNested(
  { root, client, provider, maxKeys }: Creating,
  row: Row,
  children: readonly NewChildren[],
  resource: AdapterResource,
): Promise<NewRecords | undefined> {
  if (!isPlainClient(root)) return undefined
  const nested = children.flatMap((each) => nestedOf({ root, maxKeys }, each, resource) ?? [])
  const relations = new Set(nested.map(({ relation }) => relation))
  if (nested.length < children.length || relations.size < nested.length) return undefined
  refuseUnfit(root, row, resource, provider)
  for (const { rows, resource: target } of children) {
    for (const each of rows) refuseUnfit(root, each, target, provider)
  }
  const record = await delegateOf(client, String(resource.model)).create({
    data: {
      ...row,
      ...Object.fromEntries(
        nested.map((each) => [
          each.relation,
          { create: each.many ? each.children.rows : each.children.rows[0] },
        ]),
      ),
    },
    include: Object.fromEntries(
      nested.map(({ relation, many, children: { resource: target } }) => [
        relation,
        many ? { orderBy: target.primaryKey.map((column) => ({ [column]: 'asc' })) } : true,
      ]),
    ),
  })
  const created = nested.map((each) => inOrder(each, record))
  for (const { relation } of nested) Reflect.deleteProperty(record, relation)
  return { record, children: created }
}

function nestedOf(
  { root, maxKeys }: Pick<Creating, 'root' | 'maxKeys'>,
  children: NewChildren,
  owner: AdapterResource,
): Nested | undefined {
  const { resource, rows, foreignKey, key } = children
  const model = String(resource.model)
  const link = { kind: 'keyed', name: '', model, foreignKey, key } as const
  const [relation, further] = relationsOfLink(root, String(owner.model), link) ?? []
  if (!relation || further !== undefined || !keepsValues(resource)) return undefined
  const { list: many } = columnForm(root, String(owner.model), relation)
  const [first] = rows
  const columns = Object.keys(first ?? {})
  const isAlike = rows.every((row) => Object.keys(row).join() === columns.join())
  const isBounded = rows.length <= keysAtOnce({ maxKeys }, [...storedNames(root, model).keys()])
  if (!isAlike || !isBounded || (!many && rows.length > 1)) return undefined
  const compared = comparedColumns(root, model, rows)
  return compared && { relation, children, many, compared }
}

/** The children of a record that was created, in the order of their rows. */
function inOrder({ relation, children, compared }: Nested, record: object): readonly object[] {
  const { resource, rows } = children
  const found = [memberOf(record, relation)].flat().filter((one) => typeof one === 'object' && one !== null)
  const byValues = new Map<string, object[]>()
  const nameOf = (values: object): string =>
    JSON.stringify([...compared].map((column) => keyOf(memberOf(values, column)) ?? null))
  for (const child of found.toReversed()) {
    const name = nameOf(child)
    const alike = byValues.get(name)
    if (alike) alike.push(child)
    else byValues.set(name, [child])
  }
  const ordered = rows.flatMap((row) => byValues.get(nameOf(row))?.pop() ?? [])
  if (ordered.length !== rows.length || found.length !== rows.length) throw otherValues(resource)
  return ordered
}
