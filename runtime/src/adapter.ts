/**
 * The building blocks for your own adapter: `@jsonapi-gen/runtime/adapter`. `PrismaAdapter` uses only these and the
 * errors from `@jsonapi-gen/runtime`.
 */
export { Adapter, type Columns } from './adapter/adapter.js'
export type { AdapterResource } from './adapter/adapter-resource.js'
export { columnValues, pickColumns, sameColumns, valuesOf } from './adapter/rows/column-values.js'
export type { AdapterRelation, Among, Comparison, Condition, Join, Some } from './adapter/condition.js'
export { isInTransaction, transactionOf, withTransaction } from './adapter/transaction/current-transaction.js'
export {
  type Column,
  columnOf,
  columnType,
  type Constraint,
  type Datamodel,
  datamodelOf,
  type ForeignKey,
  foreignKeyOf,
  hasColumn,
  hasRelations,
  inverseRelation,
  isNeverNull,
  isRequired,
  type Model,
  modelOf,
  modelThrough,
  type NativeName,
  relatedModel,
  relationNamed,
  type StoreTable,
  tellsRelations,
} from './datamodel/datamodel.js'
export { declaredFacts } from './facts/declared-facts.js'
export { type Abilities, type AdapterFacts, factsOf } from './adapter/facts.js'
export {
  NO_SIDE_EFFECTS,
  type Reach,
  type SideEffects,
  type TableEffects,
  UNKNOWN_SIDE_EFFECTS,
} from './adapter/side-effects.js'
export { Ref } from './adapter/rows/refs.js'
export type { Refusal, StoreFault } from './adapter/fault.js'
export { groupByKey, inPieces, keyIn, keyOf, keysAtOnce, keysOfType, keyText } from './adapter/rows/keys.js'
export type { JoinedTo, Narrowing } from './adapter/narrowing.js'
export { compareRows, passes, statOfRows } from './adapter/rows/rows-in-memory.js'
export { inOrder, inSingleSteps } from './resource/served/single-steps.js'
export { ScopeFault } from './adapter/scope-fault.js'
export type { ScopeMeaning } from './adapter/scope-meaning.js'
export type { StatRequest } from './adapter/stat-request.js'
export type { StoreFacts } from './datamodel/store-facts.js'
export { DONE, type StepResult, type StoreStep, type WriteStep } from './adapter/store-step.js'
export type { StoredType } from './datamodel/stored-types.js'
export type { RecordLocks, TransactionNeeds } from './adapter/transaction/transaction-needs.js'
export { noteTransaction } from './adapter/transaction/transactions-under-way.js'
export type { Order, Window } from './adapter/window.js'
export { printWarning } from './error/print-fault.js'
export { type ServedRequest, servedRequest } from './resource/served/served-request.js'
export type { Direction } from './shape/shape.js'
export type { KeyValues } from './value/key.js'
export { type Calculation, CALCULATIONS } from './vocabulary/calculations.js'
export type { Scalar } from './vocabulary/values/coerce.js'
export { type ConditionValue, isJsonValue } from './vocabulary/values/condition-value.js'
export { compareDecimals, decimalParts } from './vocabulary/values/decimal.js'
export { comparesBy, isPositive, type Operator, OPERATORS, opposite } from './vocabulary/operators.js'
export { type AttributeType, type Kind, parseType } from './vocabulary/values/type.js'
