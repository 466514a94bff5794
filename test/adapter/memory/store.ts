import type { Condition } from '@jsonapi-gen/runtime/adapter'

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
  readonly #relations: Readonly<Record<string, Readonly<Record<string, MemoryRelation>>>>

  constructor(
    tables: Readonly<Record<string, readonly MemoryRow[]>>,
    relations: Readonly<Record<string, Readonly<Record<string, MemoryRelation>>>> = {},
  ) {
    this.#tables = tables
    this.#relations = relations
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

  hasRelation(model: string, name: string): boolean {
    return this.#relations[model]?.[name] !== undefined
  }
}

/** A further key to order by. */
export interface MemoryOrder {
  readonly through: readonly string[]
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** The scope to which filters, sorts and pages are added. It is immutable: each step returns a new scope. */
export interface MemoryScope {
  readonly model: string
  readonly conditions: readonly ((row: MemoryRow) => boolean)[]
  readonly orders: readonly MemoryOrder[]
  readonly skip: number
  readonly take: number | undefined
  /** The join that shows to which of these parents each record belongs. */
  readonly joined:
    | {
        readonly relation: string
        readonly key: readonly string[]
        readonly condition: Condition<MemoryScope> | undefined
        readonly parents: ReadonlySet<string>
      }
    | undefined
}
