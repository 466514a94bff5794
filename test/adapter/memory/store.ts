import type { Condition, StoreFacts } from '@jsonapi-gen/runtime/adapter'

/** A row, as a store would return it. */
export type MemoryRow = Readonly<Record<string, unknown>>

/** The target of a model's relation. */
export interface MemoryRelation {
  readonly model: string
  readonly rows: (row: MemoryRow) => readonly MemoryRow[]
}

/** Rows by model, and the relations of the models: a database and its datamodel. */
export class MemoryStore {
  readonly #tables: Readonly<Record<string, readonly MemoryRow[]>>
  readonly #facts: StoreFacts | undefined
  readonly #relations: Readonly<Record<string, Readonly<Record<string, MemoryRelation>>>>

  constructor(
    tables: Readonly<Record<string, readonly MemoryRow[]>>,
    relations: Readonly<Record<string, Readonly<Record<string, MemoryRelation>>>> = {},
    facts?: StoreFacts,
  ) {
    this.#tables = tables
    this.#relations = relations
    this.#facts = facts
  }

  rows(model: string): readonly MemoryRow[] {
    const rows = Object.hasOwn(this.#tables, model) ? this.#tables[model] : undefined
    if (!rows) throw new Error(`There is no table "${model}" in memory.`)
    return rows
  }

  relation(model: string, name: string): MemoryRelation {
    const relation = this.#relations[model]?.[name]
    if (!relation) throw new Error(`"${model}" has no relation "${name}" in memory.`)
    return relation
  }

  /**
   * The given facts, or those that can be inferred from the rows, in which case there may be other columns.
   */
  get facts(): StoreFacts {
    if (this.#facts) return this.#facts
    const models = Object.entries(this.#tables).map(([model, rows]) => [model, { columns: columnsOf(rows) }])
    return { partial: true, models: Object.fromEntries(models) }
  }
}

/** The columns that contain a number or text in at least one row. */
function columnsOf(rows: readonly MemoryRow[]): StoreFacts['models'][string]['columns'] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.flatMap((name) => {
    const values = rows.map((row) => row[name])
    const some = values.find((value) => value !== null)
    const kind = typeof some === 'number' ? 'integer' : typeof some === 'string' ? 'string' : undefined
    return kind === undefined ? [] : [[name, values.includes(null) ? `${kind}?` : kind]]
  })
  return Object.fromEntries(columns)
}

/** An additional key to order by. */
export interface MemoryOrder {
  readonly through: readonly string[]
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** The scope that filters, sorts and pages are added to. It is immutable: each step returns a new scope. */
export interface MemoryScope {
  readonly model: string
  readonly conditions: readonly ((row: MemoryRow) => boolean)[]
  readonly orders: readonly MemoryOrder[]
  readonly skip: number
  readonly take: number | undefined
  /** The join that shows which of these parents each record belongs to. */
  readonly joined:
    | {
        readonly relation: string
        readonly key: readonly string[]
        readonly condition: Condition<MemoryScope> | undefined
        readonly parents: ReadonlySet<string>
      }
    | undefined
}
