import { valuesOf } from '../../adapter/rows/column-values.js'
import { groupedBy } from '../../base/grouped-by.js'
import type { Condition } from '../../adapter/condition.js'
import { inPieces, keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import { amongCondition } from '../../reader/base/key-condition.js'
import { readRows } from '../../reader/rows.js'
import type { CompiledResource } from '../../resource/compile.js'

/** A row that a write creates, updates or destroys, with the values of the columns that identify it. */
export interface WrittenRow {
  readonly resource: CompiledResource
  readonly columns: readonly string[]
  readonly row: object
}

/** A row, and the condition that it must meet. */
export interface ConditionedRow extends WrittenRow {
  readonly condition: Condition
}

/**
 * Looks up which rows of a resource meet their conditions. One query covers as many rows as the store accepts keys in
 * one list.
 *
 * @returns a function that returns whether the row with a given row's key met its condition; two conditions must not
 * name the same row
 */
export async function matchingRows(
  resource: CompiledResource,
  rows: readonly ConditionedRow[],
): Promise<(row: WrittenRow) => boolean> {
  const columns = [...new Set(rows.flatMap((row) => row.columns))]
  const widest = rows.reduce<readonly string[]>(
    (longest, row) => (row.columns.length > longest.length ? row.columns : longest),
    [],
  )
  const columnLists = new Map(rows.map((row) => [row.columns.join(), row.columns]))
  const passed = new Set<string>()
  for (const piece of inPieces(rows, keysAtOnce(resource.facts().can, widest))) {
    const conditions = [...groupedBy(piece, (row) => row.condition)].flatMap(([condition, asked]) =>
      [...groupedBy(asked, (row) => row.columns.join()).values()].map((alike): Condition => ({
        kind: 'and',
        conditions: [keysOfRows(resource, alike), condition],
      })),
    )
    const [only] = conditions
    const either: Condition = conditions.length === 1 && only ? only : { kind: 'or', conditions }
    for (const record of await readRows({ resource, where: [either], columns })) {
      for (const columns of columnLists.values()) passed.add(nameOfRow({ columns, row: record }))
    }
  }
  return (row) => passed.has(nameOfRow(row))
}

function keysOfRows(resource: CompiledResource, rows: readonly WrittenRow[]): Condition {
  const columns = rows[0]?.columns ?? []
  return amongCondition(
    resource,
    columns,
    rows.map(({ row }) => valuesOf(row, columns)),
  )
}

const nameOfRow = ({ columns, row }: Pick<WrittenRow, 'columns' | 'row'>): string =>
  `${columns.join()} ${keyIn(row, columns)}`
