import type { Dice } from './dice.js'
import type { Table, TableColumn, TableLink } from './tables.js'
import { uuidOf, type Value, valueFor } from './values.js'

/** A row: its values, keyed by the names of the columns in the datamodel. */
export type Row = Readonly<Record<string, Value>>

/** The rows of each model. */
export type Rows = ReadonlyMap<string, readonly Row[]>

/** Identifies a row in its table. */
export const keyOf = ({ key }: Pick<Table, 'key'>, row: Row): string =>
  JSON.stringify(key.map((name) => row[name]))

/** Identifies a row among all rows. */
export const rowId = (table: Table, row: Row): string => `${table.model} ${keyOf(table, row)}`

/** The data used to generate rows, apart from the tables. */
export interface RowsOptions {
  readonly dice: Dice
  /**
   * Values from the viewers' locals, keyed by names of columns, and by names in lower case of the models whose keys
   * they are.
   */
  readonly known: ReadonlyMap<string, readonly Value[]>
  /** The column that contains a row's tenant. */
  readonly tenant: string | undefined
  /**
   * How many fifths of the nullable values are null. This varies, because a row is often hidden if its time of deletion
   * is not null.
   */
  readonly nulls: number
  /** The rows that already exist. */
  readonly given?: Rows
}

/** The highest generated number of a key. Rows that are added later receive lower numbers. */
export const LAST_NUMBER = 90

const ROWS = 8

/**
 * Generates rows for all tables. They satisfy types, bounds, enums, keys, unique columns and references. References
 * have equal values in the columns that both tables have, so no row belongs to one tenant and refers to a row of
 * another.
 *
 * @returns the rows, and the models for which no rows could be generated
 */
export function generateRows(
  tables: readonly Table[],
  options: RowsOptions,
): { readonly rows: Rows; readonly cannot: readonly string[] } {
  const rows = new Map<string, Row[]>()
  for (const { model } of tables) rows.set(model, [...(options.given?.get(model) ?? [])])
  const ordered = inOrder(tables)
  const cannot: string[] = []
  for (const table of ordered) {
    const own = rows.get(table.model) ?? []
    const count = own.length + (table.links.some(({ columns }) => isInKey(table, columns)) ? ROWS + 4 : ROWS)
    for (let index = own.length; index < count; index++) {
      const row = newRow(table, rows, options, index === count - 1 ? LAST_NUMBER : index + 1)
      if (row) own.push(row)
    }
    if (own.length === 0) cannot.push(table.model)
  }
  return { rows, cannot }
}

/**
 * The rows without some rows of a table, and without the rows that must refer to those; optional references
 * become null.
 */
export function withoutRows(
  tables: readonly Table[],
  rows: Rows,
  table: Table,
  removed: readonly Row[],
): Rows {
  const keys = new Set(removed.map((row) => keyOf(table, row)))
  const left = new Map(rows)
  left.set(
    table.model,
    (rows.get(table.model) ?? []).filter((row) => !keys.has(keyOf(table, row))),
  )
  return tables.reduce<Rows>((all, other) => {
    const links = other.links.filter(({ model, isChecked }) => isChecked && model === table.model)
    const kept: Row[] = []
    const lost: Row[] = []
    for (const row of all.get(other.model) ?? []) {
      const broken = links.filter(({ columns }) =>
        removed.some((target) =>
          columns.every(([own, name]) => row[own] !== null && row[own] === target[name]),
        ),
      )
      const nulls = broken.map((link) => nullableColumns(other, link))
      if (nulls.some((names) => names.length === 0)) lost.push(row)
      else kept.push({ ...row, ...Object.fromEntries(nulls.flat().map((name) => [name, null])) })
    }
    const changed = new Map([...all, [other.model, [...kept, ...lost]]])
    return lost.length === 0 ? changed : withoutRows(tables, changed, other, lost)
  }, left)
}

const isInKey = ({ key }: Table, columns: TableLink['columns']): boolean =>
  columns.some(([own]) => key.includes(own))

/** The tables, each after those that its rows must refer to, as far as possible. */
export function inOrder(tables: readonly Table[]): readonly Table[] {
  const byModel = new Map(tables.map((table) => [table.model, table]))
  const done = new Set<Table>()
  const visit = (table: Table, isRequired: boolean, above: ReadonlySet<Table>): void => {
    if (done.has(table) || above.has(table)) return
    const path = new Set([...above, table])
    for (const link of table.links) {
      const target = byModel.get(link.model)
      if (target && (!link.isNullable || !isRequired)) visit(target, !link.isNullable, path)
    }
    done.add(table)
  }
  for (const table of tables) visit(table, true, new Set())
  // The targets of optional references also come first, unless this would form a cycle.
  const required = [...done]
  done.clear()
  for (const table of required) visit(table, false, new Set())
  const both = [...done]
  return isInRequiredOrder(both) ? both : required
}

const isInRequiredOrder = (tables: readonly Table[]): boolean =>
  tables.every((table, index) =>
    table.links.every(
      ({ model, isNullable, columns }) =>
        (isNullable && !isInKey(table, columns)) ||
        model === table.model ||
        tables.findIndex((other) => other.model === model) < index,
    ),
  )

/**
 * An additional row for a table; undefined if none fits after several attempts.
 *
 * @param number the number in its key and in its unique values
 * @param like values that it must have
 */
export function newRow(
  table: Table,
  rows: Rows,
  options: RowsOptions,
  number: number,
  like: Row = {},
): Row | undefined {
  const own = rows.get(table.model) ?? []
  for (let attempt = 0; attempt < 12; attempt++) {
    const row = draft(table, rows, options, number + attempt * 100 * Number(attempt > 8), like)
    if (row && isUnique(table, own, row) && isWhole(table, row, rows)) return row
  }
  return undefined
}

/** The nullable columns of a reference. */
const nullableColumns = (table: Table, { columns }: TableLink): readonly string[] =>
  columns.flatMap(([own]) =>
    !table.key.includes(own) && table.columns.find(({ name }) => name === own)?.type.nullable === true
      ? [own]
      : [],
  )

/** Whether each of its references is null or refers to an existing row: two references may share a column. */
function isWhole(table: Table, row: Row, rows: Rows): boolean {
  return table.links.every(({ columns, model, isChecked }) => {
    if (!isChecked || columns.some(([own]) => row[own] === null)) return true
    return (rows.get(model) ?? []).some((target) => columns.every(([own, name]) => row[own] === target[name]))
  })
}

/** Whether no other row has its key, or its values in unique columns. */
export function isUnique(table: Table, rows: readonly Row[], row: Row): boolean {
  return [table.key, ...table.uniques].every((columns) => {
    const values = columns.map((name) => row[name])
    if (values.some((value) => value === null || value === undefined)) return true
    return !rows.some((other) => columns.every((name, index) => isSame(other[name], values[index])))
  })
}

/**
 * Values are compared without case, because some databases treat strings that differ only in case as equal.
 */
const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : one === other

function draft(table: Table, rows: Rows, options: RowsOptions, number: number, like: Row): Row | undefined {
  const row: Record<string, Value> = { ...like }
  const { dice, tenant } = options
  // A reference that shares columns with others comes after them.
  const links = table.links.toSorted((one, other) => rankOf(one, tenant) - rankOf(other, tenant))
  for (const link of links) {
    if (!isChosen(table, link, row, dice)) continue
    const target = targetFor(table, link, row, rows, options)
    if (target) Object.assign(row, valuesOfLink(link, target))
    else if (!link.isNullable) return undefined
    else for (const name of nullableColumns(table, link)) row[name] = null
  }
  for (const column of table.columns) {
    if (Object.hasOwn(row, column.name)) continue
    row[column.name] = ownValue(table, column, options, number)
  }
  return row
}

const rankOf = ({ columns }: TableLink, tenant: string | undefined): number =>
  (columns.some(([own]) => own === tenant) ? -10 : 0) + columns.length

/** For a polymorphic reference, one target is chosen. */
function isChosen({ links }: Table, { group, columns }: TableLink, row: Row, dice: Dice): boolean {
  if (!group) return !columns.every(([own]) => row[own] !== undefined)
  if (row[group.column] !== undefined) return false
  const others = links.filter((other) => other.group?.column === group.column)
  return others.at(-1)?.group === group || dice.oneIn(others.length)
}

/** The values of a reference to a row. */
export const valuesOfLink = ({ columns, group }: TableLink, target: Row): Row => ({
  ...Object.fromEntries(columns.map(([own, name]) => [own, target[name] ?? null])),
  ...(group && { [group.column]: group.value }),
})

/** A row to which a reference may refer, because it matches the values that the referring row already has. */
function targetFor(
  table: Table,
  link: TableLink,
  row: Row,
  rows: Rows,
  { dice, tenant, known }: RowsOptions,
): Row | undefined {
  const mayBeNull = link.isNullable && dice.oneIn(4)
  if (mayBeNull) return undefined
  const all = candidatesFor(table, link, row, rows, tenant)
  // Most rows belong to the tenants of the viewers.
  const toTenant = link.columns.find(([own]) => own === tenant)?.[1]
  const tenants = tenant === undefined ? [] : (known.get(tenant) ?? [])
  const own =
    toTenant === undefined || dice.oneIn(8)
      ? []
      : all.filter((each) => tenants.includes(each[toTenant] ?? null))
  const candidates = own.length > 0 ? own : all
  return candidates[Math.min(dice.below(candidates.length), dice.below(candidates.length))]
}

/** The rows that a row's reference may refer to. */
export function candidatesFor(
  table: Table,
  link: TableLink,
  row: Row,
  rows: Rows,
  tenant: string | undefined,
): readonly Row[] {
  const shared = sharedColumns(table, link, tenant)
  return (rows.get(link.model) ?? []).filter(
    (target) =>
      link.columns.every(
        ([own, name]) => row[own] === undefined || row[own] === null || row[own] === target[name],
      ) &&
      shared.every(
        (name) => row[name] === undefined || target[name] === undefined || row[name] === target[name],
      ),
  )
}

/**
 * The columns whose values must be the same in a row and in the rows that it refers to: references that both
 * have, and the tenant.
 */
function sharedColumns(table: Table, link: TableLink, tenant: string | undefined): readonly string[] {
  const own = new Set(link.columns.map(([name]) => name))
  return table.columns.flatMap(({ name }) => {
    const isReference = table.links.some(
      (other) => other !== link && !other.group && other.columns.some(([each]) => each === name),
    )
    return (isReference || name === tenant) && !own.has(name) ? [name] : []
  })
}

function ownValue(table: Table, column: TableColumn, options: RowsOptions, number: number): Value {
  const { dice, known } = options
  const isKey = table.key.includes(column.name)
  const isUniqueColumn = table.uniques.some((columns) => columns.includes(column.name))
  const names = isKey ? (known.get(table.model.toLowerCase()) ?? []) : (known.get(column.name) ?? [])
  const fitting = names.filter((value) => fits(value, column))
  if (isKey) {
    if (table.key.length === 1 && fitting[number - 1] !== undefined) return fitting[number - 1] ?? null
    if (column.type.kind === 'integer') return table.key.length === 1 ? number : 1 + dice.below(12)
    if (column.type.kind === 'uuid' || column.native?.name === 'Uuid') return uuidOf(number)
    return valueFor(column, dice, number)
  }
  if (isUniqueColumn) return valueFor(column, dice, number)
  if (column.type.nullable) return dice.below(5) < options.nulls ? null : valueFor(notNull(column), dice)
  if (fitting.length > 0 && !dice.oneIn(3)) return dice.of(fitting) ?? null
  return valueFor(column, dice)
}

const notNull = (column: TableColumn): TableColumn => ({
  ...column,
  type: { ...column.type, nullable: false },
})

function fits(value: Value, { type }: TableColumn): boolean {
  switch (type.kind) {
    case 'integer':
    case 'float':
      return typeof value === 'number'
    case 'string':
    case 'uuid':
      return typeof value === 'string'
    case 'enum':
      return typeof value === 'string' && type.values.includes(value)
    default:
      return false
  }
}
