import type { MemoryRow } from '../../adapter/memory/store.js'
import type { Rows, Table, Tables } from '../../adapter/memory/tables.js'
import type { DatabaseName } from '../../support/databases.js'

/** The members of a Prisma client that this file uses. */
interface Client {
  $transaction(operations: readonly unknown[]): Promise<unknown>
  $executeRawUnsafe(sql: string): unknown
  $queryRawUnsafe(sql: string): Promise<unknown>
}

interface Delegate {
  findMany(): Promise<readonly MemoryRow[]>
  deleteMany(): unknown
  updateMany(of: { readonly data: object }): unknown
  createMany(of: { readonly data: readonly object[] }): unknown
}

/** All rows in a store, through a Prisma client. */
export class PrismaRows {
  readonly #client: Client
  readonly #tables: Tables
  readonly #name: DatabaseName

  constructor(client: object, tables: Tables, name: DatabaseName) {
    this.#client = client as Client
    this.#tables = tables
    this.#name = name
  }

  async read(): Promise<Rows> {
    const rows: Record<string, readonly MemoryRow[]> = {}
    for (const { model } of this.#tables.all) rows[model] = await this.#delegate(model).findMany()
    for (const join of this.#tables.joins) {
      const pairs = await this.#client.$queryRawUnsafe(`SELECT * FROM ${this.#quoted(`_${join}`)}`)
      rows[join] = (pairs as readonly MemoryRow[]).map(({ A, B }) => ({ A: Number(A), B: Number(B) }))
    }
    return rows
  }

  async replace(rows: Rows): Promise<void> {
    const { all, joins } = this.#tables
    const ofJoin = (join: string): readonly unknown[] => {
      const pairs = (rows[join] ?? []).map(({ A, B }) => `(${Number(A)}, ${Number(B)})`)
      const name = this.#quoted(`_${join}`)
      const columns = `${this.#quoted('A')}, ${this.#quoted('B')}`
      return pairs.length === 0
        ? []
        : [this.#client.$executeRawUnsafe(`INSERT INTO ${name} (${columns}) VALUES ${pairs.join(', ')}`)]
    }
    await this.#client.$transaction([
      ...joins.map((join) => this.#client.$executeRawUnsafe(`DELETE FROM ${this.#quoted(`_${join}`)}`)),
      ...all
        .toReversed()
        .flatMap((table) => [...this.#unlinked(table), this.#delegate(table.model).deleteMany()]),
      ...all.flatMap(({ model }) => {
        const data = rows[model] ?? []
        return data.length === 0 ? [] : [this.#delegate(model).createMany({ data })]
      }),
      ...joins.flatMap(ofJoin),
    ])
  }

  /**
   * Makes PostgreSQL continue after the ids of these rows, as the other databases do automatically, and SQLite commit
   * without waiting for the disk.
   */
  async prepare(): Promise<void> {
    if (this.#name === 'sqlite') {
      await this.#client.$queryRawUnsafe('PRAGMA journal_mode = WAL')
      await this.#client.$queryRawUnsafe('PRAGMA synchronous = OFF')
    }
    if (this.#name !== 'postgresql') return
    await this.#client.$queryRawUnsafe(
      `SELECT setval(class.oid::regclass, 100) FROM pg_class class JOIN pg_namespace space
        ON space.oid = class.relnamespace WHERE class.relkind = 'S' AND space.nspname = current_schema()`,
    )
  }

  /** Clears the links of a table to itself, without which no order would permit deleting its rows. */
  #unlinked({ model, references, key, columns }: Table): readonly unknown[] {
    const own = references.filter((reference) => reference.model === model).flatMap((one) => one.columns)
    const free = columns.filter(
      ({ name, isRequired }) => own.includes(name) && !isRequired && !key.includes(name),
    )
    if (free.length === 0) return []
    const data = Object.fromEntries(free.map(({ name }) => [name, null]))
    return [this.#delegate(model).updateMany({ data })]
  }

  #quoted(name: string): string {
    return this.#name === 'mariadb' ? `\`${name}\`` : `"${name}"`
  }

  #delegate(model: string): Delegate {
    return Reflect.get(this.#client, model.charAt(0).toLowerCase() + model.slice(1)) as Delegate
  }
}
