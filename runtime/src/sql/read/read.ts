import type { Columns } from '../../adapter/adapter.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { keyText } from '../../adapter/rows/keys.js'
import { modelOf } from '../../datamodel/datamodel.js'
import { all, joinConditions, joinPlace, keyedSql } from './condition.js'
import { joinOf } from './join.js'
import type { SqlScope } from './scope.js'
import { selectionOf } from './select.js'
import { sql } from '../statement/sql.js'
import { type Run, type Store, codingAt, columnAt, rootPlace, tableAt } from '../statement/store.js'
import { membersOf } from '../values/members.js'
import type { KeyValues } from '../../value/key.js'

/** Reads a scope's records, in order. Each record includes the join rows that the scope requests. */
export async function readRecords(
  store: Store,
  run: Run,
  scope: SqlScope,
  columns: Columns,
): Promise<object[]> {
  const joined = scope.parts.where.flatMap((part) =>
    part.kind === 'joined' && part.joined.withRows ? [part.joined] : [],
  )
  const key = modelOf(store.datamodel, scope.model).constraints[0]?.columns ?? []
  const needed = joined.length === 0 || columns === 'all' ? columns : [...new Set([...columns, ...key])]
  const { statement, record } = selectionOf(store, scope, needed)
  const records = (await run(statement)).rows.map(record)
  for (const { join, parents } of joined) {
    const rows = await joinRows(store, run, { scope, join, parents, records, key })
    for (const each of records) {
      Object.assign(each, { [join.relation]: rows.get(keyText(valuesOf(each, key)) ?? '') ?? [] })
    }
  }
  return records
}

/** The join rows that link records to their parents, by the record's key. */
async function joinRows(
  store: Store,
  run: Run,
  {
    scope,
    join: of,
    parents,
    records,
    key,
  }: {
    readonly scope: SqlScope
    readonly join: Parameters<typeof joinOf>[2] & {
      readonly condition?: Parameters<typeof joinConditions>[4]
    }
    readonly parents: readonly KeyValues[]
    readonly records: readonly object[]
    readonly key: readonly string[]
  },
): Promise<ReadonlyMap<string, object[]>> {
  const found = new Map<string, object[]>()
  if (records.length === 0) return found
  const place = rootPlace(store, scope.model)
  const join = joinOf(store, scope.model, of)
  const between = joinPlace(store, place, join, { isBeside: true })
  const codings = key.map((column) => codingAt(store, scope.model, column))
  const keyColumns = key.map(
    (column, index) =>
      sql`${codings[index]?.select(columnAt(store, place, column))} as ${sql.id(`k${index}`)}`,
  )
  const owners = of.key.map((column, index) => {
    const owner = between.column(join.owner[index] ?? '')
    const coding = join.ownerCodings[index]
    return { column, coding, select: sql`${coding ? coding.select(owner) : owner} as ${sql.id(`o${index}`)}` }
  })
  const targets = join.target.map(
    ([own, target]) => sql`${between.column(own)} = ${columnAt(store, place, target)}`,
  )
  const conditions = [
    keyedSql(
      store,
      place,
      key,
      records.map((record) => valuesOf(record, key)),
    ),
    ...joinConditions(store, join, between, parents, of.condition),
  ]
  const { rows } = await run(
    sql`select ${sql.join([...keyColumns, ...owners.map(({ select }) => select)])} from ${between.table} inner join ${tableAt(store, place)} on ${all(targets)} where ${all(conditions)}`,
  )
  for (const row of rows) {
    const given = membersOf(row)
    const name = keyText(codings.map(({ read }, index) => read(given[`k${index}`]))) ?? ''
    const values = Object.fromEntries(
      owners.map(({ column, coding }, index) => [column, coding?.read(given[`o${index}`])]),
    )
    const before = found.get(name)
    if (before) before.push(values)
    else found.set(name, [values])
  }
  return found
}
