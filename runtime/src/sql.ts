/**
 * A base for adapters to SQL databases: `@jsonapi-gen/runtime/sql`. It writes the statements of reads, stats and write
 * steps for SQLite, PostgreSQL, MariaDB and MySQL, and interprets the errors of their drivers. The adapter sends the
 * statements and opens transactions. The `KyselyAdapter` of `@jsonapi-gen/kysely` is such an adapter, and `PrismaAdapter`
 * shares the limits and refusals, so that both reject, compare and join in the same way.
 */
export { AbortedTransaction, isLostState, WaitedLongEnough } from './sql/refusals/aborted-transaction.js'
export { oncePer } from './base/made-once.js'
export { columnInWords, columnsOfIndex, namesOfColumns } from './sql/refusals/columns-at-fault.js'
export { otherTypesChecks } from './sql/column-types.js'
export { ofModel } from './datamodel/cache-by-model.js'
export { isSingleFloat, neededColumns, storedValue } from './sql/columns.js'
export { boundedDecimal, type DoubleComparison, nearestDouble } from './sql/compared-decimals.js'
export { type CureOf, curesWith, type CureWords } from './sql/refusals/cures.js'
export { sqlFacts, type SqlStore } from './sql/sql-facts.js'
export { isImplicit, joinRecordsOf, type JoinedRelation } from './facts/join-records.js'
export { LeftOut } from './sql/refusals/left-out.js'
export { comparedColumns, type Creating, recordsOfRows, type Row } from './sql/new-rows.js'
export { withOtherTypes } from './sql/refusals/other-types.js'
export { nextVersion, NoSuchVersion } from './sql/next-version.js'
export { refuseUnfit } from './sql/refusals/refuse-unfit.js'
export { RefusedValues } from './sql/refusals/refused-values.js'
export { relationOver, storedRelations } from './facts/stored-relations.js'
export { runAlone } from './sql/one-step.js'
export { isLockTimeSpent, rootState, type RootState } from './sql/root-state.js'
export { inRowsAtATime } from './sql/rows-at-a-time.js'
export { sideEffectsOf } from './sql/side-effects.js'
export { checkSessions, type SessionCheck, sessionChecksOf } from './sql/session-checks.js'
export { nearestSingle, shortestSingle } from './sql/single-float.js'
export { isCertainlyUndone, isLostConnection, isReported, kindOfState } from './sql/refusals/states.js'
export { type Bounds, boundsOfStatements, checkBounds, lockTimeLeft } from './sql/time-bounds.js'
export { UnknownModel } from './sql/unknown-model.js'
export { plainDecimal } from './vocabulary/values/decimal.js'
export { joinRow } from './sql/joins/join-row.js'
export {
  cureOfDriver,
  faultOfDriver,
  isFileLocked,
  isLostDriver,
  wordsOfDriver,
} from './sql/refusals/driver-fault.js'
export { faultOfHelper, faultOfKind, type Rejection } from './sql/refusals/fault-of-kind.js'
export { transactionDeadline } from './sql/transaction/deadline.js'
export { patiently } from './sql/transaction/patiently.js'
export { offsetText, spacedText } from './sql/values/moments.js'
export { all as allOf, any as anyOf, NEVER, tuple } from './sql/read/condition.js'
export { readRecords } from './sql/read/read.js'
export { arranged, meaningOf, type SqlScope, type SqlScopeParts } from './sql/read/scope.js'
export { selectionOf } from './sql/read/select.js'
export { statsOf } from './sql/read/stats.js'
export { rendered, Sql, SqlName, sql } from './sql/statement/sql.js'
export {
  columnAt,
  type Place,
  rootPlace,
  type Run,
  type SqlResult,
  type Store,
  tableAt,
} from './sql/statement/store.js'
export { codingOf } from './sql/values/coding-of.js'
export { comparedDecimal } from './sql/values/mysql.js'
export type { Provider } from './sql/values/provider.js'
export { type Writing } from './sql/write/insert.js'
export {
  type Family,
  inFamilies,
  type NewChildren,
  type NewLinks,
  type StepWriter,
  type WrittenFamily,
} from './sql/write/families.js'
export { writeSteps } from './sql/write/write-steps.js'
export { bufferOf } from './sql/values/bytes.js'
