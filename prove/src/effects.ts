import type { Change } from './changes.js'
import { type Row, rowId } from './rows.js'
import type { Table } from './tables.js'
import type { Contents } from './world.js'

/** The forbidden effects of a write. */
export interface Effects {
  /** The hidden rows that it changed or removed, except by cascades. */
  readonly touched: readonly { readonly table: Table; readonly row: Row }[]
  /** The number of hidden rows that cascades changed. */
  readonly cascades: number
}

/** The effects of a write on rows that the viewer may not see. */
export function effectsOf(
  before: Contents,
  after: Contents,
  isHidden: (table: Table, row: Row) => boolean,
): Effects {
  const changed = [...before].filter(
    ([id, { table, row }]) =>
      isHidden(table, row) && JSON.stringify(after.get(id)?.row) !== JSON.stringify(row),
  )
  const touched = changed.filter(([, { table, row }]) => !isCascaded(table, row, before, after))
  return { touched: touched.map(([, each]) => each), cascades: changed.length - touched.length }
}

/** Whether a row that this row refers to no longer exists: the datamodel then determines what happens to this row. */
function isCascaded(table: Table, row: Row, before: Contents, after: Contents): boolean {
  return table.links.some((link) =>
    [...before].some(
      ([id, other]) =>
        other.table.model === link.model &&
        !after.has(id) &&
        link.columns.every(([own, name]) => row[own] === other.row[name]),
    ),
  )
}

/**
 * The rows of two worlds after the same write, as text, without hidden rows, columns that differed before, and tables
 * that no resource shows.
 */
export function shownEffects(
  after: Contents,
  changes: readonly Change[],
  isHidden: (table: Table, row: Row) => boolean,
  models: ReadonlySet<string>,
): readonly string[] {
  const differing = new Map<string, Set<string>>()
  for (const change of changes) {
    if (change.kind !== 'set') continue
    const id = rowId(change.table, change.row)
    const columns = differing.get(id) ?? new Set()
    for (const name of Object.keys(change.values)) columns.add(name)
    differing.set(id, columns)
  }
  return [...after].flatMap(([id, { table, row }]) => {
    if (!models.has(table.model) || isHidden(table, row)) return []
    const left = Object.entries(row).filter(([name]) => !differing.get(id)?.has(name))
    return [`${id} ${JSON.stringify(Object.fromEntries(left))}`]
  })
}

/** A response without the keys that the database has just generated, which are random in some databases. */
export function withoutNewKeys(text: string, before: Contents, after: Contents): string {
  const added = [...after].filter(([id]) => !before.has(id))
  let shown = text
  for (const [, { table, row }] of added) {
    const { model } = table
    if (added.filter(([, other]) => other.table.model === model).length !== 1) continue
    for (const name of table.key) {
      const column = table.columns.find((each) => each.name === name)
      const value = row[name]
      const isRandom = column?.generated !== undefined && !column.isCounted && typeof value === 'string'
      if (isRandom) shown = shown.replaceAll(value, `new ${model}`)
    }
  }
  return shown
}
