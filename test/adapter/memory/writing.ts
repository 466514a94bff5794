import {
  type Abilities,
  type AdapterRelation,
  type AdapterResource,
  DONE,
  inOrder,
  inSingleSteps,
  type KeyValues,
  type StepResult,
  type StoreFault,
  type StoreStep,
  type WriteStep,
} from '@jsonapi-gen/runtime/adapter'
import { MemoryAdapter } from './adapter.js'
import { type MemoryRelation, type MemoryRow, MemoryStore } from './store.js'
import type { Rows, Table, Tables } from './tables.js'
import { equal } from './values.js'

type Columns = Readonly<Record<string, unknown>>

/** A violated constraint in memory: a foreign key, a unique key or NOT NULL. */
class Refusal extends Error {
  readonly fault: StoreFault

  constructor(fault: StoreFault) {
    super(JSON.stringify(fault))
    this.fault = fault
  }
}

/**
 * An adapter over rows in memory that also writes, one record at a time. Its tables enforce the constraints
 * of a datamodel.
 */
export class WritingMemoryAdapter extends MemoryAdapter {
  readonly #tables: Tables
  readonly #rows: MutableRows
  /** The highest number ever assigned in each table, even if its row has been deleted. */
  readonly #numbers = new Map<string, number>()

  constructor(tables: Tables, rows: Rows) {
    const own: MutableRows = new Map(
      [...tables.all.map(({ model }) => model), ...tables.joins].map((name) => [
        name,
        (rows[name] ?? []).map((row) => ({ ...row })),
      ]),
    )
    super(storeOf(tables, own))
    this.#tables = tables
    this.#rows = own
    for (const { model, key } of tables.all) {
      this.#numbers.set(model, Math.max(0, ...(own.get(model) ?? []).map((row) => Number(row[key[0] ?? '']))))
    }
  }

  /** A copy of all rows. */
  get rows(): Rows {
    return Object.fromEntries([...this.#rows].map(([name, rows]) => [name, rows.map((row) => ({ ...row }))]))
  }

  /** Replaces all rows with these rows. */
  replace(rows: Rows): void {
    for (const [name, own] of this.#rows) {
      own.splice(0, own.length, ...(rows[name] ?? []).map((row) => ({ ...row })))
    }
  }

  override async transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    const before = this.rows
    try {
      return await block()
    } catch (error) {
      this.replace(before)
      throw error
    }
  }

  override get abilities(): Partial<Abilities> {
    return { ...super.abilities, write: true, rollBack: true, returnRecords: true }
  }

  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    return inOrder(steps, (step) =>
      step.kind === 'sideEffects' ? DONE : inSingleSteps(step, async (one) => this.#writeOne(one)),
    )
  }

  #writeOne(step: WriteStep): StepResult {
    switch (step.kind) {
      case 'insert':
        return { kind: 'records', records: step.rows.map((row) => this.#create(row, step.resource)) }
      case 'update':
        return {
          kind: 'records',
          records: step.keys.map((key) => this.#update(key, step.values, step.resource)),
        }
      case 'delete':
        return { kind: 'records', records: step.keys.map((key) => this.#destroy(key, step.resource)) }
      case 'link':
      case 'unlink':
        if (!step.relation.join) return DONE
        for (const child of step.children) {
          if (step.kind === 'link') this.#link(step.parent, child, step.relation)
          else this.#unlink(step.parent, child, step.relation)
        }
        return DONE
      case 'hold':
      case 'lock':
        return DONE
    }
  }

  #create(parameters: Columns, { model }: AdapterResource): object {
    return { ...this.#insert(this.#tables.of(String(model)), parameters) }
  }

  #update(key: KeyValues, values: Columns, { model, primaryKey, version }: AdapterResource): object {
    const parameters = { ...Object.fromEntries(primaryKey.map((column, at) => [column, key[at]])), ...values }
    const table = this.#tables.of(String(model))
    const rows = this.#rowsOf(table.model)
    const at = rows.findIndex((row) => primaryKey.every((column) => equal(row[column], parameters[column])))
    const row = rows[at]
    this.#checkNulls(table, parameters)
    if (!row) throw new Refusal({ kind: 'notFound' })
    const given = Object.entries(parameters).filter(
      ([name, value]) => value !== undefined && !primaryKey.includes(name),
    )
    const read = version === undefined ? undefined : parameters[version]
    if (version !== undefined && read !== undefined && !equal(row[version], read)) {
      throw new Refusal({ kind: 'notFound' })
    }
    const isCounted = read !== undefined || given.length > 0
    const counted = version !== undefined && isCounted ? { [version]: Number(row[version]) + 1 } : {}
    const changed = { ...row, ...Object.fromEntries(given), ...counted }
    this.#check(table, changed, row)
    this.#checkReferrers(table, changed, row)
    rows[at] = changed
    return { ...changed }
  }

  #destroy(key: KeyValues, { model, primaryKey }: AdapterResource): object {
    const rows = this.#rowsOf(String(model))
    const row = rows.find((each) => primaryKey.every((column, at) => equal(each[column], key[at])))
    if (!row) throw new Refusal({ kind: 'notFound' })
    this.#remove(this.#tables.of(String(model)), row)
    return { ...row }
  }

  #link(parent: object, child: object, relation: AdapterRelation): void {
    const { name, row } = this.#joinRow(parent, child, relation)
    const rows = this.#rowsOf(name)
    const isThere = rows.some((each) => agrees(each, row))
    const table = this.#tables.all.find(({ model }) => model === name)
    if (!isThere && table) this.#insert(table, row)
    else if (!isThere) rows.push(row)
  }

  #unlink(parent: object, child: object, relation: AdapterRelation): void {
    const { name, row } = this.#joinRow(parent, child, relation)
    const rows = this.#rowsOf(name)
    rows.splice(0, rows.length, ...rows.filter((each) => !agrees(each, row)))
  }

  override faultOf(error: unknown): StoreFault {
    return error instanceof Refusal ? error.fault : { kind: 'none' }
  }

  #rowsOf(name: string): MutableRow[] {
    const rows = this.#rows.get(name)
    if (!rows) throw new Error(`There are no rows "${name}" in memory.`)
    return rows
  }

  #insert(table: Table, parameters: Columns): MutableRow {
    const row = Object.fromEntries(
      table.columns.map(({ name, default: byDefault }) => [
        name,
        parameters[name] === undefined ? this.#defaultOf(table, byDefault) : parameters[name],
      ]),
    )
    this.#check(table, row, undefined)
    this.#rowsOf(table.model).push(row)
    return row
  }

  #defaultOf({ model }: Table, byDefault: Table['columns'][number]['default']): unknown {
    if (byDefault.kind === 'none') return null
    if (byDefault.kind === 'literal') return byDefault.value
    if (byDefault.generator === 'now') return new Date()
    const number = 1 + (this.#numbers.get(model) ?? 0)
    this.#numbers.set(model, number)
    return number
  }

  #check(table: Table, row: MutableRow, before: MutableRow | undefined): void {
    this.#checkNulls(table, row)
    for (const columns of table.uniques) {
      const isTaken = (other: MutableRow): boolean =>
        other !== before && columns.every((name) => row[name] !== null && equal(other[name], row[name]))
      if (this.#rowsOf(table.model).some(isTaken)) throw new Refusal({ kind: 'unique', columns })
    }
    for (const { columns, model, to } of table.references) {
      if (columns.some((name) => row[name] === null)) continue
      const others = model === table.model ? [...this.#rowsOf(model), row] : this.#rowsOf(model)
      const isThere = others.some((other) =>
        columns.every((name, at) => equal(other[to[at] ?? ''], row[name])),
      )
      // As on SQLite, the error does not say which foreign key was violated.
      if (!isThere) throw new Refusal({ kind: 'foreignKey', columns: [] })
    }
  }

  #checkNulls({ columns }: Table, row: Columns): void {
    const missing = columns.filter(({ name, isRequired }) => isRequired && row[name] === null)
    if (missing.length > 0) throw new Refusal({ kind: 'notNull', columns: missing.map(({ name }) => name) })
  }

  /** Columns that other rows refer to cannot change. */
  #checkReferrers({ model }: Table, row: MutableRow, before: MutableRow): void {
    for (const other of this.#tables.all) {
      for (const { columns, model: referred, to } of other.references) {
        if (referred !== model || to.every((name) => equal(row[name], before[name]))) continue
        const refers = (each: MutableRow): boolean =>
          columns.every((name, at) => equal(each[name], before[to[at] ?? '']))
        if (this.#rowsOf(other.model).some(refers)) throw new Refusal({ kind: 'foreignKey', columns: [] })
      }
    }
  }

  #remove(table: Table, row: MutableRow): void {
    const rows = this.#rowsOf(table.model)
    rows.splice(rows.indexOf(row), 1)
    for (const other of this.#tables.all) {
      for (const { columns, model, to, onDelete } of other.references) {
        if (model !== table.model) continue
        const names = (each: MutableRow): boolean =>
          columns.every((name, at) => equal(each[name], row[to[at] ?? '']))
        for (const referring of this.#rowsOf(other.model).filter(names)) {
          if (onDelete === 'Cascade') this.#remove(other, referring)
          else if (onDelete === 'SetNull') for (const name of columns) referring[name] = null
          else throw new Refusal({ kind: 'foreignKey', columns: [] })
        }
      }
    }
    for (const { join, side } of joinsOf(table)) {
      const pairs = this.#rowsOf(join)
      pairs.splice(0, pairs.length, ...pairs.filter((pair) => !equal(pair[side], row[table.key[0] ?? ''])))
    }
  }

  /**
   * The join row of two records, and the name of its table. Throws a Refusal if their keys share a column but
   * have different values in it.
   */
  #joinRow(
    parent: object,
    child: object,
    { target, pairs, join }: AdapterRelation,
  ): { name: string; row: MutableRow } {
    if (!join) throw new Error('It is no join.')
    const relation = this.#tables.of(String(target.model)).relations.get(join.relation)
    if (!relation) throw new Error(`"${String(target.model)}" has no relation "${join.relation}".`)
    const [ofParent, ofChild] = [parent as Columns, child as Columns]
    if (relation.kind === 'join') {
      const other = relation.side === 'A' ? 'B' : 'A'
      const row = {
        [relation.side]: ofChild[target.primaryKey[0] ?? ''],
        [other]: ofParent[pairs.owner[0] ?? ''],
      }
      return { name: relation.join, row }
    }
    const own = Object.fromEntries(join.key.map((name, at) => [name, ofParent[pairs.owner[at] ?? '']]))
    const other = Object.fromEntries(
      relation.other.map((name, at) => [name, ofChild[relation.own[at] ?? '']]),
    )
    const unlike = Object.keys(own).filter((name) => name in other && !equal(own[name], other[name]))
    if (unlike.length > 0) throw new Refusal({ kind: 'disagreement', columns: unlike })
    return { name: relation.model, row: { ...own, ...other } }
  }
}

type MutableRow = Record<string, unknown>
type MutableRows = ReadonlyMap<string, MutableRow[]>

const agrees = (row: MutableRow, wanted: MutableRow): boolean =>
  Object.entries(wanted).every(([name, value]) => equal(row[name], value))

const joinsOf = ({ relations }: Table) =>
  [...relations.values()].flatMap((relation) => (relation.kind === 'join' ? [relation] : []))

/** A store that reads the written rows. */
function storeOf(tables: Tables, rows: MutableRows): MemoryStore {
  const relationsOf = (table: Table): Readonly<Record<string, MemoryRelation>> =>
    Object.fromEntries(
      [...table.relations].map(([name, relation]) => [name, relationIn(table, relation, rows)]),
    )
  return new MemoryStore(
    Object.fromEntries(rows),
    Object.fromEntries(tables.all.map((table) => [table.model, relationsOf(table)])),
    tables.facts,
  )
}

function relationIn(
  { key: [id = ''] }: Table,
  relation: ReturnType<Table['relations']['get']> & object,
  rows: MutableRows,
): MemoryRelation {
  const { model } = relation
  if (relation.kind === 'columns') {
    const { own, other } = relation
    const isRelated = (row: MemoryRow) => (each: MemoryRow) =>
      own.every((name, at) => row[name] !== null && equal(each[other[at] ?? ''], row[name]))
    return { model, rows: (row) => (rows.get(model) ?? []).filter(isRelated(row)) }
  }
  const { join, side } = relation
  const others = (row: MemoryRow): readonly MemoryRow[] =>
    (rows.get(join) ?? [])
      .filter((pair) => equal(pair[side], row[id]))
      .map((pair) => ({ id: pair[side === 'A' ? 'B' : 'A'] }))
  return { model, rows: others }
}
