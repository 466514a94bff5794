import { type Answer, type Asked } from './asked.js'
import { reasonOf } from './fault.js'
import type { OpenedApi, Proof } from './proof.js'
import { inOrder, keyOf, type Row, rowId, type Rows } from './rows.js'
import { literal, quoted, type Sql, tableName, valueFrom } from './sql.js'
import { explainingApi, type Rule, ruleIn } from './rules.js'
import { countStatements } from './statements.js'
import type { Table } from './tables.js'
import type { Value } from './values.js'

/** The application, freshly loaded and connected to one database. */
export interface World {
  readonly proof: Proof<unknown>
  readonly opened: OpenedApi<unknown>
  readonly tables: readonly Table[]
  readonly sql: Sql
  /** Replaces all rows. Throws an Error if the database rejects them. */
  load(rows: Rows): Promise<void>
  /** The current rows, by their ids. */
  read(): Promise<Contents>
  /** The current rows; undefined if no request has written since they were loaded. */
  written(): Promise<Contents | undefined>
  /** Undoes what requests have written. */
  restore(): Promise<void>
  /** The locals of a viewer's requests. */
  localsOf(viewer: string): Promise<unknown>
  /**
   * The rules that apply to a request, in order. The request is sent to a second API over the same database.
   */
  rulesOf(asked: Asked, viewer: string): Promise<readonly Rule[]>
  /** Sends a viewer's request. */
  send(asked: Asked, viewer: string): Promise<Answer>
  close(): Promise<void>
}

/** The rows of a database, by their ids. */
export type Contents = ReadonlyMap<string, { readonly table: Table; readonly row: Row }>

/** The result of a loader: the modules of the application, connected to one database. */
export interface Loaded {
  readonly proof: Proof<unknown>
  readonly opened: OpenedApi<unknown>
  readonly tables: readonly Table[]
  readonly sql: Sql
  close(): Promise<void>
}

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`
const ORIGIN = 'http://prove.example'

/** The number from which generated keys continue in every world. */
const NEXT_NUMBER = 1000

export function worldOf({ proof, opened, tables, sql, close }: Loaded): World {
  const ordered = inOrder(tables)
  const statements = countStatements(opened.client)
  let loaded: Rows = new Map()
  let before = ''
  const world: World = {
    proof,
    opened,
    tables,
    sql,
    async load(rows) {
      loaded = rows
      await loadRows(ordered, rows, sql)
      before = await fingerprint(tables, sql)
    },
    read: () => contentsOf(tables, sql),
    written: async () => ((await fingerprint(tables, sql)) === before ? undefined : contentsOf(tables, sql)),
    restore: () => loadRows(ordered, loaded, sql),
    localsOf: (viewer) =>
      localsOf(proof, viewer, requestOf(LOOK, opened.api.prefix, headersOf(proof, viewer))),
    async rulesOf(asked, viewer) {
      const lines: string[] = []
      const explaining = explainingApi(opened, (line) => lines.push(line))
      const request = requestOf(asked, opened.api.prefix, headersOf(proof, viewer))
      await explaining.fetchWith(request, () => localsOf(proof, viewer, request))
      if (asked.method !== 'GET') await world.restore()
      return lines.flatMap((line) => ruleIn(line) ?? [])
    },
    async send(asked, viewer) {
      const [began, before] = [performance.now(), statements.count]
      const request = requestOf(asked, opened.api.prefix, headersOf(proof, viewer))
      const response = await opened.api.fetchWith(request, () => localsOf(proof, viewer, request))
      const body = await response.text()
      return {
        status: response.status,
        headers: JSON.stringify([...response.headers].filter(([name]) => name !== 'date')),
        body: response.status >= 500 ? withoutErrorIds(body) : body,
        time: performance.now() - began,
        statements: statements.count - before,
      }
    },
    close,
  }
  return world
}

/** The request that is used to determine a viewer's locals. */
const LOOK: Asked = { method: 'GET', path: '/', query: [], type: '', covers: [] }

/** The headers of a viewer; none if the viewers are named by their locals. */
function headersOf(proof: Proof<unknown>, viewer: string): Readonly<Record<string, string>> {
  return proof.localsOf ? (proof.viewers[viewer]?.headers ?? {}) : {}
}

const localsOf = async (proof: Proof<unknown>, viewer: string, request: Request): Promise<unknown> =>
  proof.localsOf ? proof.localsOf(request) : proof.viewers[viewer]

/** Each internal error has its own id. */
const withoutErrorIds = (body: string): string => body.replaceAll(/"id":"[^"]*"/g, '"id":"…"')

function requestOf(
  { method, path, query, body, isAtomic }: Asked,
  prefix: string,
  headers: Readonly<Record<string, string>>,
): Request {
  const type = isAtomic ? ATOMIC : JSONAPI
  const search = query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return new Request(`${ORIGIN}${prefix}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: { ...headers, accept: type, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Text that changes if any row does, from a single query. */
async function fingerprint(tables: readonly Table[], sql: Sql): Promise<string> {
  const { provider } = sql
  const used = tables.filter(({ columns }) => columns.length > 0)
  if (provider === 'mysql') return textOf(await contentsOf(used, sql))
  const parts = used.map((table) => {
    const columns = table.columns.map(({ stored }) => quoted(stored, provider))
    const row =
      provider === 'sqlite'
        ? columns.map((name) => `quote(${name})`).join(" || '|' || ")
        : `concat_ws('|', ${columns.map((name) => `coalesce(${name}::text, '∅')`).join(', ')})`
    const all =
      provider === 'sqlite' ? `group_concat(${row}, ';')` : `string_agg(${row}, ';' ORDER BY ${row})`
    return `coalesce((SELECT ${all} FROM ${tableName(table, provider)}), '')`
  })
  if (parts.length === 0) return ''
  const rows = await sql.rows(`SELECT ${parts.join(" || '/' || ")} AS content`)
  return String(rows[0]?.['content'])
}

/** The text of all rows, to compare them. */
export const textOf = (contents: Contents): string =>
  [...contents].map(([id, { row }]) => `${id} ${JSON.stringify(row)}`).join('\n')

async function contentsOf(tables: readonly Table[], sql: Sql): Promise<Contents> {
  const all: [string, { table: Table; row: Row }][] = []
  for (const table of tables) {
    const rows = await rowsOf(table, sql)
    for (const row of rows) all.push([rowId(table, row), { table, row }])
  }
  return new Map(all.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The rows of a table. */
export async function rowsOf(table: Table, sql: Sql): Promise<readonly Row[]> {
  const names = table.columns.map(({ stored }) => quoted(stored, sql.provider)).join(', ')
  const raw = await sql.rows(`SELECT ${names} FROM ${tableName(table, sql.provider)}`)
  return raw
    .map((each) =>
      Object.fromEntries(
        table.columns.map((column) => [column.name, valueFrom(each[column.stored], column)]),
      ),
    )
    .toSorted((one, other) => (keyOf(table, one) < keyOf(table, other) ? -1 : 1))
}

/**
 * Deletes all rows and inserts others. References to later rows are set at the end. Throws UnfitRows if the database
 * rejects some.
 */
export async function loadRows(ordered: readonly Table[], rows: Rows, sql: Sql): Promise<void> {
  const { provider } = sql
  const late = new Map(ordered.map((table) => [table, lateColumns(table, ordered)]))
  const used = ordered.filter((table) => table.columns.length > 0)
  for (const table of used) {
    const names = late.get(table) ?? []
    if (names.length === 0) continue
    const sets = names.map((name) => `${quoted(storedName(table, name), provider)} = NULL`)
    await sql.run(`UPDATE ${tableName(table, provider)} SET ${sets.join(', ')}`)
  }
  for (const table of used.toReversed()) await sql.run(`DELETE FROM ${tableName(table, provider)}`)
  for (const table of used) {
    const own = rows.get(table.model) ?? []
    if (own.length > 0) await insert(table, own, late.get(table) ?? [], sql)
  }
  for (const table of used) await setLate(table, rows.get(table.model) ?? [], late.get(table) ?? [], sql)
  await skipNumbers(used, sql)
}

/** The nullable columns of references to rows that are inserted later, or at the same time. */
function lateColumns(table: Table, ordered: readonly Table[]): readonly string[] {
  const place = ordered.indexOf(table)
  return table.links.flatMap(({ model, columns, isNullable, isChecked }) => {
    const target = ordered.findIndex((other) => other.model === model)
    if (!isChecked || !isNullable || target < place) return []
    return columns.flatMap(([own]) => {
      const isNull = table.columns.find(({ name }) => name === own)?.type.nullable === true
      return isNull && !table.key.includes(own) ? [own] : []
    })
  })
}

const storedName = (table: Table, name: string): string =>
  table.columns.find((column) => column.name === name)?.stored ?? name

async function insert(table: Table, rows: readonly Row[], late: readonly string[], sql: Sql): Promise<void> {
  const { provider } = sql
  const names = table.columns.map(({ stored }) => quoted(stored, provider)).join(', ')
  const insertAll = (some: readonly Row[]): Promise<void> => {
    const values = some.map((row) => {
      const literals = table.columns.map((column) =>
        literal(late.includes(column.name) ? null : valueIn(row, column.name), column, provider),
      )
      return `(${literals.join(', ')})`
    })
    return sql.run(`INSERT INTO ${tableName(table, provider)} (${names}) VALUES ${values.join(', ')}`)
  }
  const unfit: Row[] = []
  let reason = ''
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const some = rows.slice(from, from + TOGETHER)
    try {
      await insertAll(some)
    } catch (error) {
      reason = reasonOf(error)
      for (const row of some) await insertAll([row]).catch(() => unfit.push(row))
    }
  }
  if (unfit.length > 0) throw new UnfitRows(table, unfit, reason)
}

/** The maximum number of rows in one statement, because databases limit its length. */
const TOGETHER = 500

/** The database rejects generated rows, such as those that violate a CHECK. */
export class UnfitRows extends Error {
  override readonly name = 'UnfitRows'
  readonly table: Table
  readonly rows: readonly Row[]

  constructor(table: Table, rows: readonly Row[], reason: string) {
    super(`The database rejects ${rows.length} generated rows of ${table.model}: ${reason}`)
    this.table = table
    this.rows = rows
  }
}

const valueIn = (row: Row, name: string): Value => row[name] ?? null

async function setLate(table: Table, rows: readonly Row[], late: readonly string[], sql: Sql): Promise<void> {
  const { provider } = sql
  const assigned = (row: Row, names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const column = table.columns.find((each) => each.name === name)
      return column
        ? [`${quoted(column.stored, provider)} = ${literal(valueIn(row, name), column, provider)}`]
        : []
    })
  for (const row of rows) {
    const names = late.filter((name) => valueIn(row, name) !== null)
    if (names.length === 0) continue
    const where = assigned(row, table.key).join(' AND ')
    try {
      await sql.run(
        `UPDATE ${tableName(table, provider)} SET ${assigned(row, names).join(', ')} WHERE ${where}`,
      )
    } catch (error) {
      throw new UnfitRows(table, [row], reasonOf(error))
    }
  }
}

/** The numbers that the database generates must not depend on the number of rows. */
async function skipNumbers(tables: readonly Table[], sql: Sql): Promise<void> {
  const { provider } = sql
  const counted = tables.flatMap((table) =>
    table.columns.filter(({ isCounted }) => isCounted).map((column) => ({ table, column })),
  )
  if (counted.length === 0) return
  if (provider === 'sqlite') {
    const found = await sql.rows("SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'")
    if (found.length === 0) return
    await sql.run('DELETE FROM sqlite_sequence')
    const values = counted.map(({ table }) => `('${table.name.replaceAll("'", "''")}', ${NEXT_NUMBER})`)
    await sql.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ${values.join(', ')}`)
    return
  }
  for (const { table, column } of counted) {
    const name = tableName(table, provider)
    if (provider === 'mysql') await sql.run(`ALTER TABLE ${name} AUTO_INCREMENT = ${NEXT_NUMBER}`)
    else {
      const sequence = `pg_get_serial_sequence('${name.replaceAll("'", "''")}', '${column.stored}')`
      await sql.rows(`SELECT setval(${sequence}, ${NEXT_NUMBER})::text AS value`)
    }
  }
}
