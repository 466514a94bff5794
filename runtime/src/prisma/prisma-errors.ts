import type { AdapterResource } from '../adapter/adapter-resource.js'
import { type Datamodel } from '../datamodel/datamodel.js'
import type { StoreFault } from '../adapter/fault.js'
import { memberOf } from '../base/cast.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { causeOf, isBusy, stateOf } from './driver/driver-states.js'
import { columnInWords, columnsOfIndex, namesOfColumns } from '../sql/refusals/columns-at-fault.js'
import { faultOfHelper, faultOfKind } from '../sql/refusals/fault-of-kind.js'
import { isCertainlyUndone, isReported } from '../sql/refusals/states.js'

/**
 * The meaning of an error of Prisma, on any of its stores (rule 23.3). The same refusal has the same kind on all
 * stores, and the columns at fault if the store names them. Undefined if the error is not a refusal of the store.
 */
export function faultOfPrisma(
  error: unknown,
  datamodel: Datamodel,
  resource?: AdapterResource,
): StoreFault | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  // The meaning is already known; the cause is for the log.
  if (error instanceof JsonapiError) return undefined
  const known = faultOfHelper(error, (cause) => faultOfPrisma(cause, datamodel))
  if (known) return known
  const name = memberOf(error, 'name')
  if (name === 'PrismaClientValidationError') return missingArgument(error)
  if (name === 'PrismaClientInitializationError' || name === 'PrismaClientRustPanicError') {
    return { kind: 'unavailable' }
  }
  const cause = causeOf(error)
  const kind = kindOfRefusal(error)
  const state = String(memberOf(cause, 'originalCode') ?? memberOf(cause, 'code') ?? '')
  if (kind === undefined || (kind === 'foreignKey' && isOfTrigger(cause))) {
    return isReported(state) ? { kind: 'none', isRolledBack: true } : undefined
  }
  const rejection = {
    state: String(memberOf(cause, 'originalCode') ?? ''),
    columns: () => columnsAtFault(error, cause, datamodel, resource),
    isUndone: () => isUndone(error, cause),
  }
  return faultOfKind(kind, rejection, datamodel, resource)
}

/** The kind of refusal behind an error of Prisma or its driver; undefined for any other error. */
export function kindOfRefusal(error: object): StoreFault['kind'] | undefined {
  const cause = causeOf(error)
  return (
    (isBusy(cause) ? 'busy' : undefined) ??
    KINDS.get(String(memberOf(error, 'code'))) ??
    KINDS.get(String(memberOf(cause, 'kind'))) ??
    stateOf(cause)
  )
}

/** SQLite has one number for a refusal by a trigger and for a restricting foreign key; the words differ. */
const isOfTrigger = (cause: object): boolean =>
  memberOf(cause, 'originalCode') === '1811' &&
  !String(memberOf(cause, 'originalMessage')).includes('FOREIGN KEY')

/** Prisma itself has closed the transaction before the commit, or the statement was refused or never sent. */
function isUndone(error: object, cause: object): boolean {
  const code = memberOf(error, 'code')
  if (code === 'P2028' || code === 'P2024' || memberOf(cause, 'kind') === 'DatabaseNotReachable') return true
  const words = String(memberOf(cause, 'originalMessage') ?? memberOf(cause, 'message') ?? '')
  return isCertainlyUndone(words, memberOf(cause, 'originalCode') ?? memberOf(cause, 'code'))
}

/** Prisma's codes, and the kinds of its driver adapters for errors without a code. */
const KINDS: ReadonlyMap<string, StoreFault['kind']> = new Map([
  ['P2002', 'unique'],
  ['P2003', 'foreignKey'],
  ['P2014', 'foreignKey'],
  ['P2011', 'notNull'],
  ['P2012', 'notNull'],
  ['P2000', 'tooLong'],
  ['P2020', 'outOfRange'],
  ['P2033', 'outOfRange'],
  ['P2001', 'notFound'],
  ['P2015', 'notFound'],
  ['P2018', 'notFound'],
  ['P2025', 'notFound'],
  ['P2034', 'conflict'],
  ['P1000', 'unavailable'],
  ['P1001', 'unavailable'],
  ['P1002', 'unavailable'],
  ['P1003', 'unavailable'],
  ['P1008', 'unavailable'],
  ['P1011', 'unavailable'],
  ['P1017', 'unavailable'],
  ['P2024', 'unavailable'],
  ['P2028', 'unavailable'],
  ['P2037', 'unavailable'],
  ['UniqueConstraintViolation', 'unique'],
  ['ForeignKeyConstraintViolation', 'foreignKey'],
  ['NullConstraintViolation', 'notNull'],
  ['LengthMismatch', 'tooLong'],
  ['ValueOutOfRange', 'outOfRange'],
  ['TransactionWriteConflict', 'conflict'],
  ['DatabaseNotReachable', 'unavailable'],
  ['DatabaseDoesNotExist', 'unavailable'],
  ['ConnectionClosed', 'unavailable'],
  ['SocketTimeout', 'unavailable'],
  ['TooManyConnections', 'unavailable'],
  ['TlsConnectionError', 'unavailable'],
])

/** The store names columns, a constraint, or an index that Prisma has named after its columns. */
function columnsAtFault(
  error: object,
  cause: object,
  datamodel: Datamodel,
  resource: AdapterResource | undefined,
): readonly string[] {
  const model = memberOf(Object(memberOf(error, 'meta')), 'modelName') ?? resource?.model
  const columns = namesOfColumns(datamodel, String(model))
  const constraint = Object(memberOf(cause, 'constraint'))
  const fields = memberOf(constraint, 'fields') ?? memberOf(cause, 'column')
  const named: readonly unknown[] = Array.isArray(fields) ? fields : fields === undefined ? [] : [fields]
  const direct = named.flatMap((field) => columns.get(String(field)) ?? [])
  if (direct.length > 0) return direct
  const words = String(memberOf(cause, 'originalMessage') ?? '')
  const index = memberOf(constraint, 'index') ?? /for index "([^"]+)"/.exec(words)?.[1]
  if (typeof index === 'string') {
    return columnsOfIndex(datamodel, String(model), index, resource)
  }
  const quoted = columnInWords(words)
  const column = quoted === undefined ? undefined : columns.get(quoted)
  return column === undefined ? [] : [column]
}

/**
 * Prisma refuses a record without a required value before it asks the store, and says so only in words. Null in a
 * required foreign key is an "unknown argument", because Prisma then expects the related record instead.
 */
function missingArgument(error: object): StoreFault | undefined {
  const message = String(memberOf(error, 'message'))
  const missing = /Argument `(\w+)` (?:is missing|must not be null)/.exec(message)?.[1]
  const unlinked = unknownArgument(error)
  const isNull = unlinked !== undefined && new RegExp(String.raw`\b${unlinked}: null\b`).test(message)
  const column = missing ?? (isNull ? unlinked : undefined)
  return column === undefined ? undefined : { kind: 'notNull', columns: [column] }
}

/** The argument that Prisma reports as unknown. */
export function unknownArgument(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if (memberOf(error, 'name') !== 'PrismaClientValidationError') return undefined
  return /Unknown argument `(\w+)`/.exec(String(memberOf(error, 'message')))?.[1]
}
