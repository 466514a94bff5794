import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { SideEffects } from '../../adapter/side-effects.js'
import type { Family, WrittenFamily } from './families.js'
import { comparedColumns, recordsOfRows } from '../new-rows.js'
import { allColumns, returned } from '../read/select.js'
import { LeftOut } from '../refusals/left-out.js'
import { type Sql, sql } from '../statement/sql.js'
import { columnAt, nameBeside, rootPlace } from '../statement/store.js'
import { insertSql, readyRow, type Writing } from './insert.js'

/**
 * Inserts a record and its new children in one statement of PostgreSQL, in which the children take their foreign key from the record.
 *
 * Throws the driver's errors, RefusedValues, and an Error if a child does not match its row.
 *
 * @returns undefined, without inserting anything, if there are no children, if a trigger, a rule or row-level
 * security would have to see the record before its children, or if the children could be confused with each other
 */
export async function insertFamily(
  writing: Writing,
  { resource, row, children }: Family,
): Promise<WrittenFamily | undefined> {
  const { store, run, maxKeys } = writing
  if (!children) return undefined
  const [model, childModel] = [String(resource.model), String(children.resource.model)]
  const compared = comparedColumns(store.datamodel, children.resource, children.rows)
  const [columns, childColumns] = [allColumns(store, model), allColumns(store, childModel)]
  const isLarge = columns.length + children.rows.length * childColumns.length > maxKeys
  if (!compared || isLarge || isWatched(await writing.sideEffects(), [resource, children.resource])) {
    return undefined
  }
  const names = Object.keys(children.key)
  const parent = readyRow(store, row, resource, [])
  const rows = children.rows.map((child) => readyRow(store, child, children.resource, names))
  const [place, childPlace] = [rootPlace(store, model), rootPlace(store, childModel)]
  const taken = new Set([...place.taken, ...childPlace.taken])
  const [one, many] = ['new_record', 'new_children'].map((name) => sql.id(nameBeside(taken, name)))
  const own = returned(store, place, columns, 'p')
  const others = returned(store, childPlace, childColumns, 'c')
  const keys = Object.entries(children.key).map(([column, of], at) => {
    const label = sql.id(`k${at}`)
    return {
      column,
      given: sql`${columnAt(store, place, of)} as ${label}`,
      taken: sql`(select ${label} from ${one})`,
    }
  })
  const ofParent = new Map<string, Sql>(keys.map(({ column, taken: key }) => [column, key]))
  const { rows: found } = await run(
    sql`with ${one} as (${insertSql(store, model, [parent])} returning ${own.list}, ${sql.join(keys.map(({ given }) => given))}), ${many} as (${insertSql(store, childModel, rows, ofParent)} returning ${others.list}) select * from ${one} left join ${many} on true`,
  )
  const [first] = found
  if (!first) throw new LeftOut(resource.type)
  const records = recordsOfRows(
    found.map((each) => others.record(each)),
    children.rows,
    compared,
    children.resource,
  )
  return { record: own.record(first), children: records, isLinked: false }
}

const isWatched = (effects: SideEffects, resources: readonly AdapterResource[]): boolean =>
  resources.some(({ model }) => effects.of(model).isTriggered)
