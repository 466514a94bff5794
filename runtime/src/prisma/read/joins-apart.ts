import { valuesOf } from '../../adapter/rows/column-values.js'
import { type Datamodel, relationNamed } from '../../datamodel/datamodel.js'
import { groupByKey, inPieces, keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import { memberOf } from '../../base/cast.js'
import { plainWhere } from '../scope/keys-where.js'
import { delegateOf, type PrismaDelegate } from '../client.js'
import { isTooMany } from '../too-many-parameters.js'

/** A relation to rows of a join model that is read separately. */
interface SeparateJoin {
  readonly relation: string
  readonly model: string
  readonly where: object
  readonly select: object
  /** The join's columns that refer to the record, and the record's columns that they refer to. */
  readonly columns: readonly string[]
  readonly references: readonly string[]
}

/** A read of records. */
export interface Reading {
  readonly datamodel: Datamodel
  /** The client to use now; inside a transaction, the transaction's own client. */
  readonly client: object
  readonly model: string
  readonly parameters: object
  /** How many values of keys the store accepts in one query. */
  readonly maxKeys: number
}

/**
 * Reads records with the rows that join them to their parents. Prisma looks the rows up by the keys of all found
 * records. If that list is too long for the store, it splits it only if a key has one column. For keys of several
 * columns, the rows are looked up here, in parts.
 */
export async function findWithJoins(reading: Reading): Promise<object[]> {
  const { client, model, parameters } = reading
  try {
    return await delegateOf(client, model).findMany(parameters)
  } catch (error) {
    const joins = isTooMany(error) ? joinsIn(reading) : []
    if (joins.length === 0) throw error
    return findApart(reading, joins)
  }
}

async function findApart(
  { client, model, parameters, maxKeys }: Reading,
  joins: readonly SeparateJoin[],
): Promise<object[]> {
  const delegate: PrismaDelegate = delegateOf(client, model)
  const records = await delegate.findMany(withoutJoins(parameters, joins))
  const apart = await Promise.all(
    joins.map(async (join) => [join, await rowsOf(client, join, records, maxKeys)] as const),
  )
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(
      apart.map(([{ relation, references }, rows]) => [
        relation,
        rows.get(keyIn(record, references) ?? '') ?? [],
      ]),
    ),
  }))
}

async function rowsOf(
  client: object,
  { model, where, select, columns, references }: SeparateJoin,
  records: readonly object[],
  maxKeys: number,
): Promise<ReadonlyMap<string, object[]>> {
  // The condition of the join has keys of its own, up to the limit, and the limit leaves a third of itself for
  // everything else.
  const size = keysAtOnce({ maxKeys: maxKeys / 4 }, references)
  const rows: object[] = []
  const more = Object.fromEntries(columns.map((column) => [column, true]))
  for (const piece of inPieces(records, size)) {
    const keys = piece.map((record) => valuesOf(record, references))
    const among = { AND: [where, plainWhere(columns, keys)] }
    rows.push(...(await delegateOf(client, model).findMany({ where: among, select: { ...select, ...more } })))
  }
  return groupByKey(rows, columns)
}

/** The relations of a read to rows of a join model whose keys have several columns. */
function joinsIn({ datamodel, model, parameters }: Reading): readonly SeparateJoin[] {
  const related = { ...Object(memberOf(parameters, 'select')), ...Object(memberOf(parameters, 'include')) }
  return Object.entries(related).flatMap(([relation, value]) => {
    if (typeof value !== 'object' || value === null) return []
    const { model: join, otherKey: key } = relationNamed(datamodel, model, relation) ?? {}
    if (join === undefined || !key || key.columns.length < 2) return []
    const where = Object(memberOf(value, 'where'))
    return [{ relation, model: join, where, select: Object(memberOf(value, 'select')), ...key }]
  })
}

/** The same read without these relations, but with the columns that their rows refer to. */
function withoutJoins(parameters: object, joins: readonly SeparateJoin[]): object {
  const { select, include, ...others } = { select: undefined, include: undefined, ...parameters }
  const without = (members: object): object =>
    Object.fromEntries(
      Object.entries(members).filter(([name]) => joins.every(({ relation }) => relation !== name)),
    )
  const references = joins.flatMap((join) => join.references.map((column) => [column, true]))
  return {
    ...others,
    ...(select !== undefined && { select: { ...without(select), ...Object.fromEntries(references) } }),
    ...(include !== undefined && { include: without(include) }),
  }
}
