/**
 * Helpers for adapters to SQL databases: `@jsonapi-gen/runtime/sql`. `PrismaAdapter` and the `KyselyAdapter` of
 * `@jsonapi-gen/kysely` share them, so that both reject, compare and join in the same way.
 */
export { AbortedTransaction, isLostState, WaitedLongEnough } from './sql/refusals/aborted-transaction.js'
export { oncePer } from './base/made-once.js'
export { amongTree, type AmongTree } from './sql/among.js'
export {
  columnInWords,
  columnsOfIndex,
  foreignKeyInWords,
  namesOfColumns,
  uncheckedColumns,
} from './sql/refusals/columns-at-fault.js'
export { otherTypesChecks } from './sql/column-types.js'
export { ofModel } from './datamodel/cache-by-model.js'
export { neededColumns, singleFloats, storedValue } from './sql/columns.js'
export { boundedDecimal, type DoubleComparison, nearestDouble } from './sql/compared-decimals.js'
export { CURES } from './sql/refusals/cures.js'
export { sqlFacts, type SqlStore } from './sql/sql-facts.js'
export { isImplicit, joinRecordsOf, type JoinedRelation } from './facts/join-records.js'
export { LeftOut } from './sql/refusals/left-out.js'
export {
  comparedColumns,
  type Creating,
  isOfRow,
  keepsValues,
  otherValues,
  type Row,
} from './sql/new-rows.js'
export { withOtherTypes } from './sql/refusals/other-types.js'
export { nextVersion, NoSuchVersion } from './sql/next-version.js'
export { refuseUnfit } from './sql/refusals/refuse-unfit.js'
export { RefusedValues } from './sql/refusals/refused-values.js'
export { relationOver, storedRelations } from './facts/stored-relations.js'
export { runAlone, standsAlone } from './sql/one-step.js'
export { isLockTimeSpent, rootState, type RootState } from './sql/root-state.js'
export { inRowsAtATime } from './sql/rows-at-a-time.js'
export { sideEffectsOf } from './sql/side-effects.js'
export { checkSessions, type SessionCheck, sessionChecksOf } from './sql/session-checks.js'
export { nearestSingle, shortestSingle } from './sql/single-float.js'
export { isCertainlyUndone, isLostConnection, kindOfState } from './sql/refusals/states.js'
export { type Bounds, boundsOfStatements, checkBounds, lockTimeLeft } from './sql/time-bounds.js'
export { columnsOfConstraint } from './datamodel/unique-constraints.js'
export { UnknownModel } from './sql/unknown-model.js'
export { plainDecimal } from './vocabulary/values/decimal.js'
