import { plainDecimal } from '@jsonapi-gen/runtime/sql'
import { castTo, isObject, methodOf } from './cast.js'
import type { Table, TableColumn } from './tables.js'
import type { Value } from './values.js'

/** Runs plain SQL with the application's own client, regardless of its driver. */
export interface Sql {
  readonly provider: string
  run(statement: string): Promise<void>
  rows(query: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** SQL through a Prisma Client or a Kysely instance; undefined for any other object. */
export function sqlOf(client: object, provider: string): Sql | undefined {
  const [execute, query] = [methodOf(client, '$executeRawUnsafe'), methodOf(client, '$queryRawUnsafe')]
  if (execute && query) {
    return {
      provider,
      run: async (statement) => void (await execute(statement)),
      rows: async (text) => castTo(await query(text)),
    }
  }
  // Plugins, such as the one for camel-case names, would rename the columns.
  const plain = methodOf(client, 'withoutPlugins')?.() ?? client
  const compiled = methodOf(plain, 'executeQuery')
  if (!compiled) return undefined
  const send = (text: string): unknown =>
    compiled({
      sql: text,
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
      queryId: { queryId: 'prove' },
    })
  return {
    provider,
    run: async (statement) => void (await send(statement)),
    rows: async (text) => {
      const result = await send(text)
      return isObject(result) ? castTo(result['rows']) : []
    },
  }
}

/** A name, quoted for a provider. */
export const quoted = (name: string, provider: string): string =>
  provider === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`

/** The name of a table in a statement. On MySQL, a schema is a database, and the tool uses a database of its own. */
export const tableName = ({ name, schema }: Pick<Table, 'name' | 'schema'>, provider: string): string =>
  provider === 'postgresql' && schema !== undefined
    ? `${quoted(schema, provider)}.${quoted(name, provider)}`
    : quoted(name, provider)

/** A value as a literal. */
export function literal(value: Value, column: TableColumn, provider: string): string {
  if (value === null) return 'NULL'
  const { type, native, storedValues } = column
  if (type.list) return text(listText(String(value), provider), provider)
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'bigint':
    case 'decimal':
      return String(value)
    case 'boolean':
      return provider === 'postgresql' ? String(value) : value === true ? '1' : '0'
    case 'date':
    case 'datetime':
      return text(momentText(String(value), native?.name, provider), provider)
    case 'bytes':
      return provider === 'postgresql' ? text(`\\x${String(value)}`, provider) : `X'${String(value)}'`
    case 'enum':
      return text(storedValues.get(String(value)) ?? String(value), provider)
    case 'json':
    case 'string':
    case 'uuid':
      return text(String(value), provider)
  }
}

/** A list, from its JSON, as each database stores it. */
function listText(json: string, provider: string): string {
  const parsed: unknown = JSON.parse(json)
  if (provider !== 'postgresql') return typeof parsed === 'string' ? parsed : json
  const items: readonly unknown[] = Array.isArray(parsed) ? parsed : []
  const parts = items.map((item) =>
    item === null ? 'NULL' : JSON.stringify(typeof item === 'object' ? JSON.stringify(item) : String(item)),
  )
  return `{${parts.join(',')}}`
}

const text = (value: string, provider: string): string => {
  const escaped = value.replaceAll("'", "''")
  return `'${provider === 'mysql' ? escaped.replaceAll('\\', '\\\\') : escaped}'`
}

/** A moment as each database stores it: on SQLite, in Prisma's form. */
function momentText(iso: string, native: string | undefined, provider: string): string {
  if (native === 'Time' || native === 'Timetz') return iso.slice(11, -1)
  if (provider === 'sqlite') return iso.replace('Z', '+00:00')
  if (native === 'Date') return iso.slice(0, 10)
  if (native === 'Year') return iso.slice(0, 4)
  return iso.replace('T', ' ').replace('Z', provider === 'postgresql' ? '+00' : '')
}

/** The value of a column that a driver has returned. */
export function valueFrom(raw: unknown, { type, storedValues }: TableColumn): Value {
  if (raw === null || raw === undefined) return null
  if (type.list) return JSON.stringify(raw)
  switch (type.kind) {
    case 'integer':
    case 'float':
      return Number(raw)
    case 'bigint':
      return String(raw)
    case 'decimal':
      return plainDecimal(String(raw)) ?? String(raw)
    case 'boolean':
      return raw === true || String(raw) === '1' || String(raw) === 'true'
    case 'date':
    case 'datetime':
      return momentFrom(raw)
    case 'bytes':
      return raw instanceof Uint8Array || raw instanceof ArrayBuffer
        ? Buffer.from(new Uint8Array(raw)).toString('hex')
        : String(raw)
    case 'json':
      return typeof raw === 'string' ? raw : JSON.stringify(raw)
    case 'enum': {
      const named = [...storedValues].find(([, stored]) => stored === raw)?.[0]
      return named ?? String(raw)
    }
    case 'string':
    case 'uuid':
      return String(raw)
  }
}

function momentFrom(raw: unknown): Value {
  const moment =
    raw instanceof Date
      ? raw
      : new Date(typeof raw === 'number' || typeof raw === 'bigint' ? Number(raw) : spelled(String(raw)))
  return Number.isNaN(moment.getTime()) ? String(raw) : moment.toISOString()
}

/** Text without a time zone is in UTC. */
const spelled = (raw: string): string =>
  /^\d{4}-\d\d-\d\d[ T][\d:.]+$/.test(raw) ? `${raw.replace(' ', 'T')}Z` : raw

/** The statements of a script, without its comments. String literals may contain semicolons. */
export function statementsIn(script: string): readonly string[] {
  const parts =
    script.match(
      /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\$\$[\s\S]*?\$\$|;|[^;'"`$/-]+|[\s\S]/g,
    ) ?? []
  const statements = ['']
  for (const part of parts) {
    if (part.startsWith('--') || part.startsWith('/*')) continue
    if (part === ';') statements.push('')
    else statements.push(`${statements.pop() ?? ''}${part}`)
  }
  return statements.map((each) => each.trim()).filter((each) => each !== '')
}
