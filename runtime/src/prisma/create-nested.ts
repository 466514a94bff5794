import type {
  AdapterResource,
  NewChildren,
  NewLink,
  NewRecord,
  NewRecords,
  NewRelatives,
} from '../adapter/adapter.js'
import { sameColumns } from '../adapter/column-values.js'
import { memberOf, setMember } from '../cast.js'
import { keyOf, keysAtOnce } from '../read/keys.js'
import { delegateOf } from './client.js'
import { columnForm } from './columns.js'
import { storedNames } from './datamodel.js'
import { isPlainClient } from './extensions.js'
import { LeftOut } from './left-out.js'
import { comparedColumns, type Creating, isOfRow, keepsValues, otherValues, type Row } from './new-rows.js'
import { refuseUnfit } from './refuse-unfit.js'
import { relationOfKey, relationsOfLink } from './relations-of-link.js'

/** New records that a relation of Prisma leads to, how they are told from one another, and the relations to what they refer to. */
interface Nested {
  readonly relation: string
  readonly children: NewChildren
  readonly many: boolean
  readonly compared: ReadonlySet<string>
  readonly linked: readonly string[]
}

/**
 * Creates a record with new records that refer to it, by one nested create of Prisma, whose plan Prisma keeps. Prisma reads
 * them, with what they refer to, behind the last of its statements. Which of the children is of which row, their values tell:
 * what is equal in all of them is the same.
 *
 * Throws what Prisma throws, and an Error where the children are not those of the rows.
 *
 * @returns undefined, and nothing is created, if a relationship is no relation of Prisma, if rows could be mistaken for one
 *   another or are too many, or if the client has extensions, which may want to see each create
 */
export async function createNested(
  { root, client, provider, maxKeys }: Creating,
  row: Row,
  { children, linked: links }: NewRelatives,
  resource: AdapterResource,
): Promise<NewRecords | undefined> {
  if (!isPlainClient(root)) return undefined
  const nested = children.flatMap((each) => nestedOf({ root, maxKeys }, each, resource) ?? [])
  const linked = relationsOfLinks(root, resource, links)
  const relations = new Set([...nested.map(({ relation }) => relation), ...(linked ?? [])])
  const wanted = children.length + links.length
  if (!linked || nested.length + linked.length < wanted || relations.size < wanted) return undefined
  refuseUnfit(root, row, resource, provider)
  for (const { rows, resource: target } of children) {
    for (const each of rows) refuseUnfit(root, each, target, provider)
  }
  const data: Record<string, unknown> = { ...row }
  const include: Record<string, unknown> = included(linked)
  for (const { relation, many, children: below, linked: ofEach } of nested) {
    data[relation] = { create: many ? below.rows : below.rows[0] }
    const order = many ? { orderBy: orderByKey(below.resource) } : {}
    const wantedBelow = ofEach.length > 0 ? { include: included(ofEach) } : {}
    const isBare = !many && ofEach.length === 0
    include[relation] = isBare ? true : { ...order, ...wantedBelow }
  }
  const record = await delegateOf(client, String(resource.model)).create(
    wanted === 0 ? { data } : { data, include },
  )
  if (record === null) throw new LeftOut(resource.type)
  const created = nested.map((each) =>
    inOrderOfRows(each, record).map((child) => newRecord(child, each.linked)),
  )
  for (const { relation } of nested) setMember(record, relation, undefined)
  return { ...newRecord(record, linked), children: created }
}

const included = (relations: readonly string[]): Record<string, true> =>
  Object.fromEntries(relations.map((relation) => [relation, true]))

const orderByKey = ({ primaryKey }: AdapterResource): readonly object[] =>
  primaryKey.map((column) => ({ [column]: 'asc' }))

/** A record that Prisma has returned with what it refers to, as a record and as that. V8 reads what lost a member slowly. */
function newRecord(record: object, relations: readonly string[]): NewRecord {
  const linked = relations.map((relation) => {
    const found = memberOf(record, relation)
    setMember(record, relation, undefined)
    return typeof found === 'object' ? found : null
  })
  return { record, linked }
}

/** The relations of Prisma by which records refer to others; undefined where a link is none. */
function relationsOfLinks(
  root: object,
  { model }: AdapterResource,
  links: readonly NewLink[],
): readonly string[] | undefined {
  const relations = links.flatMap(
    ({ resource, foreignKey, key }) =>
      relationOfKey(root, String(model), String(resource.model), foreignKey, key) ?? [],
  )
  return relations.length === links.length ? relations : undefined
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
  const linked = relationsOfLinks(root, resource, children.linked)
  if (!relation || !linked || further !== undefined || !keepsValues(resource)) return undefined
  const { list: many } = columnForm(root, String(owner.model), relation)
  const [first = {}] = rows
  const columns = Object.keys(first)
  const isAlike = rows.every((row) => sameColumns(Object.keys(row), columns))
  const isBounded = rows.length <= keysAtOnce({ maxKeys }, [...storedNames(root, model).keys()])
  if (!isAlike || !isBounded || (!many && rows.length > 1)) return undefined
  const compared = comparedColumns(root, model, columns, rows)
  return compared && { relation, children, many, compared, linked }
}

/** The children of a record that was created, in the order of their rows. */
function inOrderOfRows({ relation, children, compared }: Nested, record: object): readonly object[] {
  const { resource, rows } = children
  const found = [memberOf(record, relation)].flat().filter((one) => typeof one === 'object' && one !== null)
  const isInOrder = (row: Row, at: number): boolean => isOfRow(found[at], row, compared)
  if (found.length === rows.length && rows.every(isInOrder)) return found
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
