import type { Dice } from './dice.js'
import {
  candidatesFor,
  isUnique,
  keyOf,
  newRow,
  type Row,
  type Rows,
  type RowsOptions,
  valuesOfLink,
} from './rows.js'
import type { Table, TableLink } from './tables.js'
import { type Value, valueFor } from './values.js'

/** One difference between two worlds. */
export type Change = {
  readonly table: Table
  /** The row as in the first world, or, if it was added, as in the second world. */
  readonly row: Row
} & (
  | { readonly kind: 'set'; readonly values: Row; readonly isVisible: boolean }
  | { readonly kind: 'add' }
  | { readonly kind: 'remove' }
)

/** The difference in words: `Project 7: name is 'beta' instead of 'alpha'`. */
export function describeChange(change: Change): string {
  const { table, row } = change
  const name = `${table.model} ${table.key.map((column) => shown(row[column])).join(', ')}`
  switch (change.kind) {
    case 'add':
      return `${name} exists only in the second database: ${pairs(row)}`
    case 'remove':
      return `${name} exists only in the first database: ${pairs(row)}`
    case 'set':
      return `${name}: ${Object.entries(change.values)
        .map(
          ([column, value]) =>
            `${column} is ${shown(row[column])} in the first database and ${shown(value)} in the second`,
        )
        .join(', ')}`
  }
}

const shown = (value: Value | undefined): string => (value === undefined ? 'null' : JSON.stringify(value))
const pairs = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ')

/** The rows of the second world. */
export function withChanges(rows: Rows, changes: readonly Change[]): Rows {
  const changed = new Map([...rows].map(([model, all]) => [model, [...all]]))
  for (const change of changes) {
    const { table, row } = change
    const all = changed.get(table.model) ?? []
    const index = all.findIndex((each) => keyOf(table, each) === keyOf(table, row))
    if (change.kind === 'add') all.push(row)
    else if (change.kind === 'remove') all.splice(index, index === -1 ? 0 : 1)
    else if (index !== -1) all[index] = { ...all[index], ...change.values }
    changed.set(table.model, all)
  }
  return changed
}

/**
 * Keeps the changes that fit, both together and each alone. A change fits if the same rules hide its row as before,
 * although a rule may depend on the changed values, and if no two rows have the same unique values.
 */
export function fittingChanges(
  changes: readonly Change[],
  rows: Rows,
  isHidden: (table: Table, row: Row) => boolean,
): readonly Change[] {
  const current = new Map([...rows].map(([model, all]) => [model, new Map(all.map((row) => [row, row]))]))
  return changes.filter((change) => {
    const { table, row, kind } = change
    const all = current.get(table.model) ?? new Map<Row, Row>()
    current.set(table.model, all)
    if (kind === 'remove') return true
    const next = kind === 'add' ? row : { ...(all.get(row) ?? row), ...change.values }
    const alone = kind === 'add' ? row : { ...row, ...change.values }
    const others = [...all].flatMap(([before, after]) => (before === row ? [] : [before, after]))
    const isFitting = [next, alone].every(
      (each) =>
        isUnique(table, others, each) && (kind === 'add' || isHidden(table, each) === isHidden(table, row)),
    )
    if (isFitting) all.set(row, next)
    return isFitting
  })
}

/** The data used to generate the differences for a viewer. */
export interface Secret extends Omit<RowsOptions, 'given'> {
  readonly dice: Dice
  readonly tables: readonly Table[]
  readonly rows: Rows
  /** The models of resources. Rows of other models are left to the application. */
  readonly models: ReadonlySet<string>
  /** Whether the viewer may not see a row. */
  isHidden(table: Table, row: Row): boolean
  /** The columns of a visible row that the viewer may not read. */
  hiddenColumns(table: Table, row: Row): readonly string[]
  /** Whether a value associates the viewer with a row, for example as its author: a policy may depend on this. */
  isOwn(column: string, value: Value | undefined): boolean
}

/**
 * Differences that a viewer may not see: other values and rows, other links between hidden rows, other values of
 * attributes that the viewer may not read, and other targets of links to hidden rows.
 */
export function proposeChanges(secret: Secret): readonly Change[] {
  return secret.tables.flatMap((table) => {
    const rows = secret.rows.get(table.model) ?? []
    if (table.columns.length === 2 && table.key.join() === 'A,B') return joinChanges(table, rows, secret)
    if (!secret.models.has(table.model)) return []
    const hidden = rows.filter((row) => secret.isHidden(table, row))
    const isAmong = new Set(hidden)
    const visible = rows.filter((row) => !isAmong.has(row))
    const chosen = new Set([...someOf(hidden, secret.dice), ...someOf(visible, secret.dice)])
    return [
      ...rows.flatMap((row) => {
        if (!chosen.has(row)) return []
        return isAmong.has(row) ? hiddenRowChanges(table, row, secret) : visibleRowChanges(table, row, secret)
      }),
      ...addedRows(table, hidden, secret),
    ]
  })
}

/** The maximum number of rows that differ in a table, because "fill" in prove.ts may have written thousands. */
const MOST = 40

const someOf = (rows: readonly Row[], dice: Dice): readonly Row[] =>
  rows.length <= MOST ? rows : dice.shuffled(rows).slice(0, MOST)

function hiddenRowChanges(table: Table, row: Row, secret: Secret): readonly Change[] {
  const { dice } = secret
  if (dice.oneIn(4) && isRemovable(table, row, secret)) return [{ kind: 'remove', table, row }]
  const isLinked = (name: string): boolean =>
    table.links.some(({ columns, group }) => columns.some(([own]) => own === name) || group?.column === name)
  const values = table.columns.flatMap(({ name }): readonly Change[] => {
    if (table.key.includes(name) || isLinked(name) || name === secret.tenant || dice.oneIn(3)) return []
    return changeOf(table, row, name, secret, false)
  })
  const links = table.links.flatMap((link) =>
    dice.oneIn(2) ? [] : linkChange(table, row, link, secret, () => true, false),
  )
  return [...values, ...links]
}

function visibleRowChanges(table: Table, row: Row, secret: Secret): readonly Change[] {
  const { dice, tables, isOwn } = secret
  const values = secret.hiddenColumns(table, row).flatMap((name) => changeOf(table, row, name, secret, true))
  const links = table.links.flatMap((link) => {
    const target = tables.find(({ model }) => model === link.model)
    const leadsTo = target && targetOf(link, row, secret.rows)
    if (!target || !leadsTo || !secret.isHidden(target, leadsTo) || dice.oneIn(3)) return []
    const isOfViewer = (to: Row): boolean => link.columns.some(([own, name]) => isOwn(own, to[name]))
    if (isOfViewer(leadsTo)) return []
    const isAllowed = (other: Row): boolean => secret.isHidden(target, other) && !isOfViewer(other)
    return linkChange(table, row, link, secret, isAllowed, true)
  })
  return [...values, ...links]
}

function changeOf(
  table: Table,
  row: Row,
  name: string,
  { dice, rows, isOwn }: Secret,
  isVisible: boolean,
): readonly Change[] {
  if (isVisible && isOwn(name, row[name])) return []
  const column = table.columns.find((each) => each.name === name)
  if (!column || column.type.list) return []
  const isUniqueColumn = table.uniques.some((columns) => columns.includes(name))
  for (let attempt = 0; attempt < 6; attempt++) {
    const value = valueFor(column, dice, isUniqueColumn ? 20 + dice.below(60) : undefined)
    const others = (rows.get(table.model) ?? []).filter((other) => other !== row)
    if (
      value === row[name] ||
      (isVisible && isOwn(name, value)) ||
      !isUnique(table, others, { ...row, [name]: value })
    ) {
      continue
    }
    return [{ kind: 'set', table, row, values: { [name]: value }, isVisible }]
  }
  return []
}

function targetOf({ columns, model, group }: TableLink, row: Row, rows: Rows): Row | undefined {
  if (group && row[group.column] !== group.value) return undefined
  return rows.get(model)?.find((target) => columns.every(([own, name]) => row[own] === target[name]))
}

function linkChange(
  table: Table,
  row: Row,
  link: TableLink,
  { dice, rows, tenant }: Secret,
  isAllowed: (target: Row) => boolean,
  isVisible: boolean,
): readonly Change[] {
  const own = link.columns.map(([name]) => name)
  const isShared = table.links.some(
    (other) => other !== link && !other.group && other.columns.some(([name]) => own.includes(name)),
  )
  if (isShared || own.some((name) => table.key.includes(name) || name === tenant)) return []
  if (link.group && row[link.group.column] !== link.group.value) return []
  const free = { ...row }
  for (const name of own) delete free[name]
  const others = candidatesFor(table, link, free, rows, tenant).filter(
    (target) => isAllowed(target) && link.columns.some(([name, key]) => row[name] !== target[key]),
  )
  const siblings = (rows.get(table.model) ?? []).filter((other) => other !== row)
  const target = dice.of(others)
  const isNulled = link.isNullable && !link.group && (target === undefined || dice.oneIn(3))
  if (!target && !isNulled) return []
  const values: Row =
    isNulled || !target ? Object.fromEntries(own.map((name) => [name, null])) : valuesOfLink(link, target)
  const isSame = Object.entries(values).every(([name, value]) => row[name] === value)
  if (isSame || !isUnique(table, siblings, { ...row, ...values })) return []
  return [{ kind: 'set', table, row, values, isVisible }]
}

/** Whether no other row refers to it. The last row is kept, so that the next generated key is the same. */
function isRemovable(table: Table, row: Row, { tables, rows }: Secret): boolean {
  const all = rows.get(table.model) ?? []
  if (all.at(-1) === row || all.length < 2) return false
  return !tables.some((other) =>
    other.links.some(
      (link) =>
        link.model === table.model &&
        (rows.get(other.model) ?? []).some((each) => targetOf(link, each, rows) === row),
    ),
  )
}

function addedRows(table: Table, hidden: readonly Row[], secret: Secret): readonly Change[] {
  const { dice, tenant } = secret
  const rows = new Map([...secret.rows].map(([model, all]) => [model, [...all]]))
  const added: Change[] = []
  for (let count = hidden.length === 0 ? 0 : 1 + dice.below(3); count > 0; count--) {
    const like = dice.of(hidden)
    if (!like) break
    const isFree = (name: string): boolean =>
      table.uniques.some((columns) => columns.includes(name)) ||
      (table.key.includes(name) && name !== tenant && !(table.key.length > 1 && name === table.key[0]))
    const kept = Object.fromEntries(Object.entries(like).filter(([name]) => !isFree(name)))
    const row = newRow(table, rows, secret, 20 + 3 * added.length + dice.below(3), kept)
    if (!row) continue
    rows.get(table.model)?.push(row)
    added.push({ kind: 'add', table, row })
  }
  return added
}

/** Links with one hidden end. */
function joinChanges(table: Table, rows: readonly Row[], secret: Secret): readonly Change[] {
  const { dice, tables } = secret
  const ends = table.links.map((link) => {
    const target = tables.find(({ model }) => model === link.model)
    return { all: secret.rows.get(link.model) ?? [], target, column: link.columns[0]?.[1] ?? 'id' }
  })
  const [left, right] = ends
  if (!left?.target || !right?.target) return []
  const { target: leftTable } = left
  const { target: rightTable } = right
  const [lefts, rights] = [someOf(left.all, dice), someOf(right.all, dice)]
  const isPresent = (one: Row, other: Row): Row | undefined =>
    rows.find((row) => row['A'] === one[left.column] && row['B'] === other[right.column])
  return lefts.flatMap((one) =>
    rights.flatMap((other): readonly Change[] => {
      if (!secret.isHidden(leftTable, one) && !secret.isHidden(rightTable, other)) return []
      if (!dice.oneIn(4)) return []
      const present = isPresent(one, other)
      if (present) return [{ kind: 'remove', table, row: present }]
      const row = { A: one[left.column] ?? null, B: other[right.column] ?? null }
      return [{ kind: 'add', table, row }]
    }),
  )
}
