import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { StoreFault } from '../../adapter/fault.js'
import { memberOf } from '../../base/cast.js'
import type { Datamodel } from '../../datamodel/datamodel.js'
import { columnsOfConstraint } from '../../datamodel/unique-constraints.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { isLostState } from './aborted-transaction.js'
import { columnInWords, columnsOfIndex, foreignKeyInWords, namesOfColumns } from './columns-at-fault.js'
import { curesWith } from './cures.js'
import { faultOfHelper, faultOfKind } from './fault-of-kind.js'
import { isCertainlyUndone, isLostConnection, kindOfState } from './states.js'

const NOTHING: StoreFault = Object.freeze({ kind: 'none' })

/**
 * Translates an error from `pg`, `mysql2`, `libsql` or `better-sqlite3`, or from these helpers. The result
 * includes the columns at fault if the database names them.
 */
export function faultOfDriver(error: unknown, datamodel: Datamodel, resource?: AdapterResource): StoreFault {
  if (typeof error !== 'object' || error === null || error instanceof JsonapiError) return NOTHING
  const known = faultOfHelper(error, (cause) => faultOfDriver(cause, datamodel))
  if (known) return known
  const refused = refusedBy(error)
  const rejection = {
    state: refused.code,
    columns: () => columnsAtFault(refused, datamodel, resource),
    isUndone: () => isCertainlyUndone(refused.words, refused.code),
  }
  return faultOfKind(kindOf(refused) ?? 'none', rejection, datamodel, resource)
}

/** A driver's report about an error: the code or number, the message, and the names in the message. */
interface Refused {
  readonly code: string
  readonly words: string
  readonly column: string | undefined
  readonly constraint: string | undefined
  /** The constraint and column names that PostgreSQL reports. */
  readonly detail: string | undefined
  /** The table that PostgreSQL reports. */
  readonly table: string | undefined
}

function refusedBy(error: object): Refused {
  const [code, errno, message, sqlMessage, column, constraint, detail, table] = REPORTED.map((name) =>
    memberOf(error, name),
  )
  const isNumbered = typeof errno === 'number' && errno > 0
  return {
    code: isNumbered ? String(errno) : String(code ?? ''),
    words: String(sqlMessage ?? message ?? ''),
    column: typeof column === 'string' ? column : undefined,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    detail: typeof detail === 'string' ? detail : undefined,
    table: typeof table === 'string' ? table : undefined,
  }
}

const REPORTED = [
  'code',
  'errno',
  'message',
  'sqlMessage',
  'column',
  'constraint',
  'detail',
  'table',
] as const

function kindOf({ code, words }: Refused): StoreFault['kind'] | undefined {
  if (code.startsWith('SQLITE')) return kindOfSqlite(code, words)
  return (
    CODES.get(code) ??
    (isLostConnection(words, code) || LOST_CODES.has(code) ? 'unavailable' : kindOfState(code))
  )
}

/** An error that a trigger raises also has a constraint's error code. */
function kindOfSqlite(code: string, words: string): StoreFault['kind'] | undefined {
  if (code.startsWith('SQLITE_BUSY')) return 'busy'
  if (code.startsWith('SQLITE_LOCKED')) return 'conflict'
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_FULL' || code === 'SQLITE_READONLY') return 'unavailable'
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return words.includes('FOREIGN KEY') ? 'foreignKey' : undefined
  return SQLITE.get(code)
}

const SQLITE: ReadonlyMap<string, StoreFault['kind']> = new Map([
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreignKey'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'notNull'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
])

/** SQL states of PostgreSQL and error numbers of MariaDB and MySQL for which Prisma has codes of its own. */
const CODES: ReadonlyMap<string, StoreFault['kind']> = new Map([
  ['23505', 'unique'],
  ['23503', 'foreignKey'],
  ['23001', 'foreignKey'],
  ['23502', 'notNull'],
  ['25P02', 'aborted'],
  ['1062', 'unique'],
  ['1557', 'unique'],
  ['1586', 'unique'],
  ['1451', 'foreignKey'],
  ['1452', 'foreignKey'],
  ['1216', 'foreignKey'],
  ['1217', 'foreignKey'],
  ['1048', 'notNull'],
  ['1364', 'notNull'],
  ['1263', 'notNull'],
  ['1406', 'tooLong'],
  ['1264', 'outOfRange'],
  ['1690', 'outOfRange'],
  ['1213', 'conflict'],
  ['1206', 'conflict'],
  ['1040', 'unavailable'],
  ['1045', 'unavailable'],
  ['1049', 'unavailable'],
  ['1203', 'unavailable'],
])

const LOST_CODES: ReadonlySet<string> = new Set(['PROTOCOL_CONNECTION_LOST', 'POOL_CLOSED', 'ER_POOL_CLOSED'])

/** The state and the message of a database error. Both are empty for an error that is not from a driver. */
export function wordsOfDriver(error: unknown): { readonly state: string; readonly words: string } {
  const isOfDriver = typeof error === 'object' && error !== null && !(error instanceof JsonapiError)
  const { code: state, words } = refusedBy(isOfDriver ? error : {})
  return { state, words }
}

/** Whether an error says that another process has locked an SQLite file. */
export const isFileLocked = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && refusedBy(error).code.startsWith('SQLITE_BUSY')

/** Whether an error says that the database rolled back the transaction or part of it. */
export const isLostDriver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && isLostState(refusedBy(error).code)

/** The database names columns, a constraint, or an index that Prisma named after its columns. */
function columnsAtFault(
  refused: Refused,
  datamodel: Datamodel,
  resource: AdapterResource | undefined,
): readonly string[] {
  const { words, column, constraint, detail } = refused
  const model = String(resource?.model ?? modelAtFault(refused, datamodel))
  const names = namesOfColumns(datamodel, model)
  const named = [column, ...sqliteColumns(words), columnInWords(words), ...foreignKeyInWords(words)].flatMap(
    (name) => (name === undefined ? [] : (names.get(name) ?? [])),
  )
  if (named.length > 0) return named
  const index =
    constraint ??
    takenIndex(refused) ??
    /CONSTRAINT `([^`]+)`/.exec(words)?.[1] ??
    /for index "([^"]+)"/.exec(words)?.[1]
  const indexed = index === undefined ? [] : columnsOfIndex(datamodel, model, index, resource)
  return indexed.length > 0 ? indexed : postgresColumns(detail).flatMap((name) => names.get(name) ?? [])
}

/**
 * The model whose table or constraint an error names, because an application may run a statement without a resource.
 * MariaDB names neither if a value is null or too long.
 */
function modelAtFault(refused: Refused, datamodel: Datamodel): string | undefined {
  const { table, words } = refused
  const named =
    table ??
    /^\w+ constraint failed: ([^.]+)\./i.exec(words)?.[1] ??
    /\(`(?:[^`]|``)+`\.`((?:[^`]|``)+)`, CONSTRAINT /.exec(words)?.[1]
  const index = takenIndex(refused)
  return [...datamodel.models.values()].find((model) =>
    named === undefined
      ? index !== undefined && columnsOfConstraint(datamodel, model.name, index) !== undefined
      : model.table.name === named,
  )?.name
}

/** The index that contains the value, as MariaDB or MySQL reports it. The text before it may contain the same words. */
const takenIndex = ({ code, words }: Refused): string | undefined =>
  code === '1062' ? /^.*for key '(?:[^'.]+\.)?(.+)'$/s.exec(words)?.[1] : undefined

/** `Key (folder, "tenantId")=(a, 7) already exists.` */
function postgresColumns(detail: string | undefined): readonly string[] {
  const [, list = ''] = /^Key \((.+?)\)=\(.*(?:already exists|is not present)/s.exec(detail ?? '') ?? []
  return list.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'))
}

/** `UNIQUE constraint failed: Document.folder, Document.title` */
function sqliteColumns(words: string): readonly string[] {
  const [, list = ''] = /constraint failed: (.*)$/.exec(words) ?? []
  return list.split(', ').flatMap((name) => name.split('.').at(-1) ?? [])
}

// An application may migrate with any tool.
const cureOf = curesWith({
  described: ' that the API uses',
  migration: '',
  command: "your migration tool's own command",
})

/** The remedy for an error that is typical of a server's first start. */
export function cureOfDriver(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, words } = refusedBy(error)
  return cureOf([code, words])
}
