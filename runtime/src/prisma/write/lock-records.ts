import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { RecordLocks } from '../../adapter/transaction/transaction-needs.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { columnOf, type Datamodel, modelOf, type StoreTable } from '../../datamodel/datamodel.js'
import { memberOf } from '../../base/cast.js'
import { keyText } from '../../adapter/rows/keys.js'
import type { KeyValues } from '../../value/key.js'
import { delegateOf, queryRaw } from '../client.js'
import { storedValue } from '../../sql/columns.js'
import { lockTimeLeft } from '../../sql/time-bounds.js'
import { readsLatest } from '../guarded-transaction.js'
import type { Creating } from '../../sql/new-rows.js'

/** The context for locking records. */
export interface Locking extends Pick<Creating, 'datamodel' | 'client' | 'provider'> {
  /** How long the request waits for locks, in milliseconds. */
  readonly lockTimeout: number | undefined
  readonly schema: KnownSchema
}

/** The schema of PostgreSQL that a client reads from, after it was looked up. */
export interface KnownSchema {
  found?: { readonly name: string | undefined }
}

/**
 * Locks records with a `SELECT` (rule 11.16), which does not change them. Only servers support it: SQLite runs one
 * transaction after the other.
 *
 * @returns how many records it has found; undefined if the store has no such lock
 */
export async function lockRecords(
  locking: Locking,
  locks: RecordLocks,
  resource: AdapterResource,
): Promise<number | undefined> {
  return (await lockedRows(locking, locks, resource))?.length
}

/**
 * Locks the record with a key, and reads a column of it behind the lock: a transaction that has read before would see the
 * value of then on MySQL.
 *
 * @returns the value; undefined if there is no such record, or if the store has no such lock
 */
export async function lockedValue(
  locking: Locking,
  key: KeyValues,
  column: string,
  resource: AdapterResource,
): Promise<unknown> {
  const rows = await lockedRows(locking, { keys: [key], members: [], isShared: false }, resource, column)
  return rows?.[0] && memberOf(rows[0], FOUND)
}

async function lockedRows(
  { datamodel, client, provider, lockTimeout, schema }: Locking,
  locks: RecordLocks,
  resource: AdapterResource,
  column?: string,
): Promise<readonly object[] | undefined> {
  const dialect = DIALECTS.find(({ is }) => is.test(provider))
  const { table, isPartial } = modelOf(datamodel, String(resource.model))
  // Without a datamodel, the name of the table is not known.
  if (!dialect || isPartial) return undefined
  const found = dialect.readsMembers(client) ? await keysOfMembers(client, locks, resource) : []
  const all = { ...locks, keys: [...locks.keys, ...found] }
  if (table.schema === undefined && dialect.namesSchema) {
    schema.found ??= { name: await schemaOfPostgres(client, table.name, resource) }
  }
  const place = { name: table.name, schema: table.schema ?? schema.found?.name }
  const statement = statementOf({ datamodel, place, dialect, column }, all, resource)
  if (!statement) return []
  const sql = `${statement.sql} ${dialect.bound(lockTimeLeft(lockTimeout))}`
  return queryRaw(client, sql, ...statement.values)
}

/** The name of what a lock reads. */
const FOUND = 'found'

/** The keys of the members that are not among the given keys. */
async function keysOfMembers(
  client: object,
  { keys, members }: RecordLocks,
  { model, primaryKey }: AdapterResource,
): Promise<readonly KeyValues[]> {
  if (members.length === 0) return []
  const select = Object.fromEntries(primaryKey.map((name) => [name, true]))
  const rows = await delegateOf(client, model).findMany({ where: { OR: members }, select })
  const named = new Set(keys.map(keyText))
  return rows.map((row) => valuesOf(row, primaryKey)).filter((key) => !named.has(keyText(key)))
}

/** The syntax of a store. */
interface LockDialect {
  readonly is: RegExp
  readonly quote: string
  readonly parameter: (index: number) => string
  /** Whether Prisma names a schema in each statement, which may differ from the connection's. */
  readonly namesSchema: boolean
  /** Whether it locks only the records that meet a condition, whatever indexes exist. */
  readonly locksMembers: boolean
  /** Whether a transaction can search for them first, and still sees afterwards what others have committed. */
  readonly readsMembers: (transaction: object) => boolean
  /** The words after the table that prevent locking all records to find some by their primary key. */
  readonly byKey: string
  readonly exclusive: string
  readonly shared: string
  /**
   * The words that limit the waiting time of the statement, in milliseconds, if the transaction has no limit itself.
   */
  readonly bound: (time: number) => string
}

const DIALECTS: readonly LockDialect[] = [
  {
    is: /^(?:postgres|cockroach)/,
    quote: '"',
    parameter: (index) => `$${index}`,
    namesSchema: true,
    locksMembers: true,
    readsMembers: () => false,
    byKey: '',
    // Inserts that refer to the record need not wait for it.
    exclusive: 'FOR NO KEY UPDATE',
    shared: 'FOR SHARE',
    bound: () => '',
  },
  {
    is: /^mysql/,
    quote: '`',
    parameter: () => '?',
    namesSchema: false,
    // It would also lock the gaps between them, and without an index all records. So they are searched for first.
    locksMembers: false,
    readsMembers: readsLatest,
    byKey: ' FORCE INDEX (PRIMARY)',
    exclusive: 'FOR UPDATE',
    shared: 'LOCK IN SHARE MODE',
    // In whole seconds. MySQL reads it as a comment.
    bound: (time) => `/*M! WAIT ${Math.floor(time / 1000)} */`,
  },
]

/**
 * The schema that Prisma names in its statements: that of its driver adapter, or `public`. Prisma does not reveal it.
 * But the locks of a transaction show which tables it has read, so a read through Prisma reveals the schema. Undefined
 * if the store does not show its locks, such as CockroachDB: then the schema of the connection is used.
 */
async function schemaOfPostgres(
  client: object,
  table: string,
  { model, primaryKey }: AdapterResource,
): Promise<string | undefined> {
  const select = Object.fromEntries(primaryKey.map((name) => [name, true]))
  await delegateOf(client, model).findMany({ select, take: 1 })
  const rows = await queryRaw(client, SCHEMA, table)
  const [only, ...others] = rows
  return only === undefined || others.length > 0 ? undefined : String(memberOf(only, 'schema'))
}

const SCHEMA = `SELECT DISTINCT nspname::text AS schema FROM pg_locks
  JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE pid = pg_backend_pid() AND locktype = 'relation' AND relname = $1 AND relkind <> 'i'`

interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Where a statement locks records, and the column that it reads. */
interface Locked {
  readonly datamodel: Datamodel
  readonly place: StoreTable
  readonly dialect: LockDialect
  readonly column: string | undefined
}

/** Undefined if there is nothing to lock. */
function statementOf(
  { datamodel, place: { name: table, schema }, dialect, column: read }: Locked,
  { keys, members, having, isShared }: RecordLocks,
  { model, primaryKey }: AdapterResource,
): Statement | undefined {
  const values: unknown[] = []
  const quoted = (name: string): string =>
    dialect.quote + name.replaceAll(dialect.quote, dialect.quote + dialect.quote) + dialect.quote
  const column = (name: string): string => quoted(columnOf(datamodel, String(model), name)?.stored ?? name)
  const parameter = (value: unknown): string => dialect.parameter(values.push(value))
  const stored = (name: string, value: unknown): unknown => storedValue(datamodel, String(model), name, value)
  const all = (wanted: Readonly<Record<string, unknown>>): string =>
    Object.entries(wanted)
      .map(([name, value]) => `${column(name)} = ${parameter(stored(name, value))}`)
      .join(' AND ')
  const [first = ''] = primaryKey
  const ofKeys =
    primaryKey.length === 1
      ? [`${column(first)} IN (${keys.map(([value]) => parameter(stored(first, value))).join(', ')})`]
      : keys.map((key) => `(${all(Object.fromEntries(primaryKey.map((name, at) => [name, key[at]])))})`)
  const named = keys.length === 0 ? [] : [`(${ofKeys.join(' OR ')})${having ? ` AND ${all(having)}` : ''}`]
  const ofMembers = dialect.locksMembers ? members.map((member) => `(${all(member)})`) : []
  const conditions = [...named, ...ofMembers]
  if (conditions.length === 0) return undefined
  const isById = modelOf(datamodel, String(model)).constraints.some(
    ({ kind, columns }) => kind === 'key' && columns.join() === primaryKey.join(),
  )
  const sql = [
    `SELECT ${read === undefined ? '1' : column(read)} AS ${FOUND} FROM ${schema === undefined ? '' : `${quoted(schema)}.`}${quoted(table)}${isById ? dialect.byKey : ''}`,
    `WHERE ${conditions.join(' OR ')}`,
    `ORDER BY ${primaryKey.map(column).join(', ')}`,
    isShared ? dialect.shared : dialect.exclusive,
  ].join(' ')
  return { sql, values }
}
