import type { AdapterResource, NewChildren, NewLink, NewRecords, NewRelatives } from '../adapter/adapter.js'
import { sameColumns } from '../adapter/column-values.js'
import { modelOf, relationNamed } from '../adapter/datamodel.js'
import { memberOf, setMember } from '../cast.js'
import { keyOf, keysAtOnce } from '../read/keys.js'
import { delegateOf } from './client.js'
import { LeftOut } from './left-out.js'
import { LinkedRecords } from './linked-records.js'
import { comparedColumns, type Creating, isOfRow, keepsValues, otherValues, type Row } from './new-rows.js'
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
 * Creates a record with new records that refer to it, by one nested create of Prisma, whose plan Prisma keeps. Prisma reads
 * them behind the last of its statements. Which of the children is of which row, their values tell: what is equal in all of
 * them is the same. What the records refer to is found behind that, each once. It is asked for in the same turn: Prisma keeps
 * one plan for all of it.
 *
 * Throws what Prisma throws, and an Error where the children are not those of the rows.
 *
 * @returns undefined, and nothing is created, if a relationship is no relation of Prisma, if rows could be mistaken for one
 *   another or are too many, or if the client has extensions, which may want to see each create
 */
export async function createNested(
  { datamodel, client, batches, provider, maxKeys }: Creating,
  row: Row,
  { children, linked: links }: NewRelatives,
  resource: AdapterResource,
): Promise<NewRecords | undefined> {
  if (!batches) return undefined
  const nested = children.flatMap((each) => nestedOf({ datamodel, maxKeys }, each, resource) ?? [])
  const relations = new Set(nested.map(({ relation }) => relation))
  if (relations.size < children.length) return undefined
  const linked = linkedRecords(row, links, nested)
  if (!linked?.fits(maxKeys)) return undefined
  refuseUnfit(datamodel, row, resource, provider)
  const data: Record<string, unknown> = { ...row }
  const include: Record<string, unknown> = {}
  for (const { relation, many, children: below } of nested) {
    for (const each of below.rows) refuseUnfit(datamodel, each, below.resource, provider)
    data[relation] = { create: many ? below.rows : below.rows[0] }
    include[relation] = many ? { orderBy: orderByKey(below.resource) } : true
  }
  const create = delegateOf(client, String(resource.model)).create({ data, include })
  const [record, ...found] = await Promise.all([create, ...linked.queries(client)])
  if (record === null) throw new LeftOut(resource.type)
  linked.note(found)
  const created = nested.map((each) => {
    const { rows, linked: ofEach } = each.children
    return inOrderOfRows(each, record).map((child, at) => ({
      record: child,
      linked: linked.of(ofEach, rows[at] ?? {}),
    }))
  })
  // V8 reads what lost a member slowly.
  for (const relation of relations) setMember(record, relation, undefined)
  return { record, linked: linked.of(links, row), children: created }
}

const orderByKey = ({ primaryKey }: AdapterResource): readonly object[] =>
  primaryKey.map((column) => ({ [column]: 'asc' }))

/** What the records refer to; undefined where that can't be found by one column each. */
function linkedRecords(
  row: Row,
  links: readonly NewLink[],
  nested: readonly Nested[],
): LinkedRecords | undefined {
  const linked = new LinkedRecords()
  const isOfColumns =
    linked.add(links, row) &&
    nested.every(({ children: { rows, linked: ofEach } }) => rows.every((each) => linked.add(ofEach, each)))
  return isOfColumns ? linked : undefined
}

function nestedOf(
  { datamodel, maxKeys }: Pick<Creating, 'datamodel' | 'maxKeys'>,
  children: NewChildren,
  owner: AdapterResource,
): Nested | undefined {
  const { resource, rows, foreignKey, key } = children
  const model = String(resource.model)
  const link = { kind: 'keyed', name: '', model, foreignKey, key } as const
  const [relation, further] = relationsOfLink(datamodel, String(owner.model), link) ?? []
  if (!relation || further !== undefined || !keepsValues(resource)) return undefined
  const many = relationNamed(datamodel, String(owner.model), relation)?.many === true
  const [first = {}] = rows
  const columns = Object.keys(first)
  const isAlike = rows.every((row) => sameColumns(Object.keys(row), columns))
  const isBounded = rows.length <= keysAtOnce({ maxKeys }, [...modelOf(datamodel, model).columns.keys()])
  if (!isAlike || !isBounded || (!many && rows.length > 1)) return undefined
  const compared = comparedColumns(datamodel, model, columns, rows)
  return compared && { relation, children, many, compared }
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
