import type { AdapterRelation } from '../../adapter/condition.js'
import { columnValues, valuesOf } from '../../adapter/rows/column-values.js'
import { inPieces, keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import { modelOf } from '../../datamodel/datamodel.js'
import { joinRow } from '../joins/join-row.js'
import type { Row } from '../new-rows.js'
import { keysSql } from '../read/condition.js'
import { type StoredJoin, joinOf } from '../read/join.js'
import { returned } from '../read/select.js'
import { type Sql, sql } from '../statement/sql.js'
import { type Store, columnAt, rootPlace, tableAt, tableOf } from '../statement/store.js'
import { type Writing, filledRow, insertSql } from './insert.js'

/** Joins a parent with its children, unless they are already joined (rule 11.4). Throws the driver's errors. */
export async function linkRecords(
  writing: Writing,
  relation: AdapterRelation,
  parent: object,
  children: readonly object[],
): Promise<void> {
  const { store, maxKeys } = writing
  const { join, pairs, target } = relation
  if (!join) return
  const stored = joinOf(store, String(target.model), join)
  const owner = columnValues(stored.owner, valuesOf(parent, pairs.owner))
  for (const piece of inPieces(children, keysAtOnce({ maxKeys }, target.primaryKey))) {
    if (stored.kind === 'table') await joinInTable(writing, stored, owner, piece)
    else await joinInModel(writing, stored, owner, piece)
  }
}

/**
 * Removes the join rows between a parent and its children, but keeps the records (rule 11.4). Throws the driver's
 * errors.
 */
export async function unlinkRecords(
  { store, run, maxKeys }: Writing,
  relation: AdapterRelation,
  parent: object,
  children: readonly object[],
): Promise<void> {
  const { join, pairs, target } = relation
  if (!join) return
  const stored = joinOf(store, String(target.model), join)
  const owner = valuesOf(parent, pairs.owner)
  for (const piece of inPieces(children, keysAtOnce({ maxKeys }, target.primaryKey))) {
    await run(sql`delete from ${nameOf(store, stored)} where ${rowsOf(store, stored, owner, piece)}`)
  }
}

const nameOf = ({ datamodel }: Store, join: StoredJoin): Sql =>
  tableOf(join.kind === 'table' ? join : modelOf(datamodel, join.model))

/** The join rows that link a parent to its children. */
function rowsOf(store: Store, join: StoredJoin, owner: readonly unknown[], children: readonly object[]): Sql {
  const column = (name: string) =>
    join.kind === 'table'
      ? sql.id(join.table.name, name)
      : columnAt(store, rootPlace(store, join.model), name)
  const ofOwner = join.owner.map(
    (name, index) =>
      sql`${column(name)} = ${join.ownerCodings[index]?.give(owner[index]) ?? sql.val(owner[index])}`,
  )
  const ofChildren = keysSql(
    join.target.map(([own], index) => ({ column: column(own), coding: join.targetCodings[index] })),
    children.map((child) => targetValues(join, child)),
    store,
  )
  return sql`${sql.join(ofOwner, sql` and `)} and ${ofChildren}`
}

/** The values of the columns that refer to a related record. */
const targetValues = (join: StoredJoin, child: object): readonly unknown[] =>
  valuesOf(
    child,
    join.target.map(([, target]) => target),
  )

/** These values as parameters. */
const targetGiven = (join: StoredJoin, child: object): readonly Sql[] =>
  targetValues(join, child).map((value, index) => join.targetCodings[index]?.give(value) ?? sql.val(value))

/** A join table that Prisma manages has a key over both columns. */
async function joinInTable(
  { store, run }: Writing,
  join: Extract<StoredJoin, { readonly kind: 'table' }>,
  owner: Row,
  children: readonly object[],
): Promise<void> {
  const [first = ''] = join.owner
  const [[own] = ['']] = join.target
  const given = join.ownerCodings[0]?.give(owner[first]) ?? sql.val(owner[first])
  const rows = children.map((child) => sql`(${given}, ${sql.join(targetGiven(join, child))})`)
  const insert = sql`insert into ${tableOf(join)} (${sql.id(first)}, ${sql.id(own)}) values ${sql.join(rows)}`
  await run(
    store.provider === 'mysql'
      ? sql`${insert} on duplicate key update ${sql.id(first)} = ${sql.id(join.table.name, first)}`
      : sql`${insert} on conflict do nothing`,
  )
}

async function joinInModel(
  { store, run }: Writing,
  join: Extract<StoredJoin, { readonly kind: 'model' }>,
  owner: Row,
  children: readonly object[],
): Promise<void> {
  const names = join.target.map(([own]) => own)
  const rows = children.map((child) =>
    joinRow(
      owner,
      columnValues(
        names,
        valuesOf(
          child,
          join.target.map(([, target]) => target),
        ),
      ),
    ),
  )
  const place = rootPlace(store, join.model)
  const columns = returned(store, place, names)
  const present = await run(
    sql`select ${columns.list} from ${tableAt(store, place)} where ${rowsOf(store, join, valuesOf(owner, join.owner), children)}`,
  )
  const joined = new Set(present.rows.map((row) => keyIn(columns.record(row), names)))
  const missing = new Map(rows.map((row) => [keyIn(row, names), row]))
  for (const key of joined) missing.delete(key)
  if (missing.size === 0) return
  await run(
    insertSql(
      store,
      join.model,
      [...missing.values()].map((row) => filledRow(store, join.model, row)),
    ),
  )
}
