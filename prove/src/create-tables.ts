import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ProveFault, reasonOf } from './fault.js'
import type { Proof, ProvedDatabase } from './proof.js'
import { literal, quoted, type Sql, statementsIn, tableName } from './sql.js'
import type { Table, TableColumn } from './tables.js'
import type { Value } from './values.js'

/** Creates the tables as `prove.ts` specifies, or else from the facts. */
export async function createTables(
  { tables: given }: Pick<Proof<unknown>, 'tables'>,
  {
    tables,
    sql,
    client,
    database,
    folder,
  }: {
    readonly tables: readonly Table[]
    readonly sql: Sql
    readonly client: object
    readonly database: ProvedDatabase
    readonly folder: string
  },
): Promise<void> {
  if (typeof given === 'function') {
    await given(client, database)
    return
  }
  if (given === undefined) {
    if (sql.provider !== 'sqlite') {
      throw new ProveFault(
        `prove.ts: add tables: 'prisma/migrations', or a function that creates the tables. Without this option, tables are created only on SQLite.`,
      )
    }
    for (const table of tables) if (table.columns.length > 0) await sql.run(tableFrom(table, tables))
    return
  }
  for (const file of scriptsIn(resolve(folder, given), given)) {
    for (const statement of statementsIn(readFileSync(file, 'utf8'))) {
      try {
        await (statement.startsWith('PRAGMA') ? sql.rows(statement) : sql.run(statement))
      } catch (error) {
        throw new ProveFault(`${file} cannot create the tables: ${reasonOf(error)}`)
      }
    }
  }
}

/** The scripts in a folder, in order, or the single script. */
function scriptsIn(path: string, given: string): readonly string[] {
  try {
    if (statSync(path).isFile()) return [path]
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((file) => file.endsWith('.sql') && !file.endsWith('.down.sql')).toSorted()
    if (scripts.length > 0) return scripts.map((file) => join(path, file))
  } catch {
    // The error is thrown below.
  }
  throw new ProveFault(`prove.ts: tables: '${given}' contains no .sql file.`)
}

/** The statement that creates a table on SQLite, from its facts. */
export function tableFrom(table: Table, tables: readonly Table[]): string {
  const isCounted = table.columns.some((column) => column.isCounted && table.key.join() === column.name)
  const columns = table.columns.map((column) => columnFrom(column, table))
  const name = (each: string): string =>
    quoted(table.columns.find((column) => column.name === each)?.stored ?? each, 'sqlite')
  const list = (names: readonly string[]): string => names.map(name).join(', ')
  const hasKey = table.key.length < table.columns.length || table.model === table.name
  const constraints = [
    ...(isCounted || !hasKey ? [] : [`PRIMARY KEY (${list(table.key)})`]),
    ...table.uniques.map((each) => `UNIQUE (${list(each)})`),
    ...table.links.flatMap(({ model, columns: pairs, isChecked, onDelete }) => {
      if (!isChecked) return []
      const action = onDelete.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase()
      const target = tables.find((other) => other.model === model)
      const own = list(pairs.map(([each]) => each))
      const stored = (each: string): string =>
        target?.columns.find((column) => column.name === each)?.stored ?? each
      const others = pairs.map(([, each]) => quoted(stored(each), 'sqlite')).join(', ')
      const reference = `${quoted(target?.name ?? model, 'sqlite')} (${others})`
      return [`FOREIGN KEY (${own}) REFERENCES ${reference}${action === '' ? '' : ` ON DELETE ${action}`}`]
    }),
  ]
  return `CREATE TABLE ${tableName(table, 'sqlite')} (${[...columns, ...constraints].join(', ')})`
}

const TYPES = {
  string: 'TEXT',
  uuid: 'TEXT',
  enum: 'TEXT',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  float: 'REAL',
  decimal: 'DECIMAL',
  boolean: 'BOOLEAN',
  date: 'DATETIME',
  datetime: 'DATETIME',
  json: 'JSONB',
  bytes: 'BLOB',
} as const

function columnFrom(column: TableColumn, { key }: Table): string {
  const { type, isCounted, generated, stored } = column
  const name = quoted(stored, 'sqlite')
  if (isCounted && key.join() === column.name) return `${name} INTEGER PRIMARY KEY AUTOINCREMENT`
  const preset = generated === 'now' ? ' DEFAULT CURRENT_TIMESTAMP' : defaultOf(column)
  return `${name} ${type.list ? 'JSONB' : TYPES[type.kind]}${type.nullable ? '' : ' NOT NULL'}${preset}`
}

function defaultOf(column: TableColumn): string {
  const { default: preset } = column
  const isPlain = typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean'
  if (!isPlain || column.type.list) return ''
  const value: Value = preset
  return ` DEFAULT ${literal(value, column, 'sqlite')}`
}
