import type { AdapterResource } from '../adapter/adapter.js'
import type { RecordLocks } from '../adapter/transaction-needs.js'
import { valuesOf } from '../adapter/column-values.js'
import { callWith, memberOf } from '../cast.js'
import { keyText } from '../read/keys.js'
import type { KeyValues } from '../value/key.js'
import { delegateOf } from './client.js'
import { storedValue } from './columns.js'
import { columnsOfStore, type StoreTable, tableOf } from './datamodel.js'
import { lockTimeLeft, readsLatest } from './guarded-transaction.js'
import type { Creating } from './new-rows.js'
import { constraintsOf } from './unique-constraints.js'

/**
 * Locks records by a `SELECT` (rule 11.16), which changes nothing of them. Only the servers have one: SQLite runs one transaction
 * after the other.
 *
 * @param lockTimeout how long the request waits for locks, in milliseconds
 * @returns how many it has found; undefined where there is no such lock, or the client does not tell of its datamodel
 */
export async function lockRecords(
  { root, client, provider }: Omit<Creating, 'maxKeys'>,
  locks: RecordLocks,
  resource: AdapterResource,
  lockTimeout: number | undefined,
): Promise<number | undefined> {
  const dialect = DIALECTS.find(({ is }) => is.test(provider))
  const query = memberOf(client, '$queryRawUnsafe')
  const table = tableOf(root, String(resource.model))
  if (!dialect || !table || typeof query !== 'function') return undefined
  const found = dialect.readsMembers(client) ? await keysOfMembers(client, locks, resource) : []
  const all = { ...locks, keys: [...locks.keys, ...found] }
  const statement = statementOf(root, table, dialect, all, resource)
  if (!statement) return 0
  const sql = `${statement.sql} ${dialect.bound(lockTimeLeft(lockTimeout))}`
  const rows = await callWith(query, client, [sql, ...statement.values])
  return Array.isArray(rows) ? rows.length : undefined
}

/** The keys of the members that no key names. */
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

/** How a store writes the statement. */
interface LockDialect {
  readonly is: RegExp
  readonly quote: string
  readonly parameter: (index: number) => string
  readonly schema: (root: object) => string | undefined
  /** Whether it locks none but the records that a condition holds for, whatever its indexes are. */
  readonly locksMembers: boolean
  /** Whether a transaction can look for them first, and still sees then what others have committed. */
  readonly readsMembers: (transaction: object) => boolean
  /** The words behind the table that keep it from locking all records in order to find some by their primary key. */
  readonly byKey: string
  readonly exclusive: string
  readonly shared: string
  /** The words that bound how long the statement waits, in milliseconds, where the transaction has no bound of its own. */
  readonly bound: (time: number) => string
}

const DIALECTS: readonly LockDialect[] = [
  {
    is: /^(?:postgres|cockroach)/,
    quote: '"',
    parameter: (index) => `$${index}`,
    schema: schemaOfPostgres,
    locksMembers: true,
    readsMembers: () => false,
    byKey: '',
    // Inserts that refer to the record don't wait for it.
    exclusive: 'FOR NO KEY UPDATE',
    shared: 'FOR SHARE',
    bound: () => '',
  },
  {
    is: /^mysql/,
    quote: '`',
    parameter: () => '?',
    schema: () => undefined,
    // It would lock the gaps between them too, and without an index all records: they are looked for first.
    locksMembers: false,
    readsMembers: readsLatest,
    byKey: ' FORCE INDEX (PRIMARY)',
    exclusive: 'FOR UPDATE',
    shared: 'LOCK IN SHARE MODE',
    // In whole seconds. MySQL reads a comment.
    bound: (time) => `/*M! WAIT ${Math.floor(time / 1000)} */`,
  },
]

/** Prisma names the schema in each statement: that of its driver adapter, where the model has none. */
function schemaOfPostgres(root: object): string {
  const adapter = Object(memberOf(Object(memberOf(root, '_engineConfig')), 'adapter'))
  return String(memberOf(Object(memberOf(adapter, 'options')), 'schema') ?? 'public')
}

interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Undefined where there is nothing to lock. */
function statementOf(
  root: object,
  table: StoreTable,
  dialect: LockDialect,
  { keys, members, having, isShared }: RecordLocks,
  { model, primaryKey }: AdapterResource,
): Statement | undefined {
  const columns = columnsOfStore(root, String(model))
  const values: unknown[] = []
  const quoted = (name: string): string =>
    dialect.quote + name.replaceAll(dialect.quote, dialect.quote + dialect.quote) + dialect.quote
  const column = (name: string): string => quoted(columns.get(name) ?? name)
  const parameter = (value: unknown): string => dialect.parameter(values.push(value))
  const stored = (name: string, value: unknown): unknown => storedValue(root, String(model), name, value)
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
  const schema = table.schema ?? dialect.schema(root)
  const isById = constraintsOf(root, String(model)).some(
    ({ suffix, fields }) => suffix === '_pkey' && fields.join() === primaryKey.join(),
  )
  const sql = [
    `SELECT 1 FROM ${schema === undefined ? '' : `${quoted(schema)}.`}${quoted(table.name)}${isById ? dialect.byKey : ''}`,
    `WHERE ${conditions.join(' OR ')}`,
    `ORDER BY ${primaryKey.map(column).join(', ')}`,
    isShared ? dialect.shared : dialect.exclusive,
  ].join(' ')
  return { sql, values }
}
