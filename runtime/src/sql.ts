/**
 * What the facts of an SQL database imply, for adapters over one: `@jsonapi-gen/runtime/sql`. `PrismaAdapter` and
 * `KyselyAdapter` of `@jsonapi-gen/kysely` share it, so that both refuse, compare and join alike.
 */
export { AbortedTransaction, isLostState, WaitedLongEnough } from './sql/aborted-transaction.js'
export { amongTree, type AmongTree } from './sql/among.js'
export {
  columnInWords,
  columnsOfIndex,
  foreignKeyInWords,
  namesOfColumns,
  uncheckedColumns,
} from './sql/columns-at-fault.js'
export { ofModel } from './sql/cache-by-model.js'
export { neededColumns, singleFloats, storedValue } from './sql/columns.js'
export { boundedDecimal, type DoubleComparison, nearestDouble } from './sql/compared-decimals.js'
export { CURES } from './sql/cures.js'
export { factsOfModel, type KnownStore } from './sql/facts-of-model.js'
export { isImplicit, joinRecordsOf, type KeyedJoin } from './sql/join-records.js'
export { LeftOut } from './sql/left-out.js'
export {
  comparedColumns,
  type Creating,
  isOfRow,
  keepsValues,
  otherValues,
  type Row,
} from './sql/new-rows.js'
export { nextVersion, NoSuchVersion } from './sql/next-version.js'
export { refuseUnfit } from './sql/refuse-unfit.js'
export { RefusedValues } from './sql/refused-values.js'
export { relationOver, relationsOfLink } from './sql/relations-of-link.js'
export { inRowsAtATime } from './sql/rows-at-a-time.js'
export { checkSessions, type SessionCheck, sessionChecksOf } from './sql/session-checks.js'
export { nearestSingle, shortestSingle } from './sql/single-float.js'
export { isLostConnection, kindOfState } from './sql/states.js'
export { boundsOfStatements, lockTimeLeft } from './sql/time-bounds.js'
export { UnknownDatabase, UnknownModel } from './sql/unknown-store.js'
export { plainDecimal } from './vocabulary/decimal.js'
