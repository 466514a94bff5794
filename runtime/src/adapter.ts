/** What an adapter of your own is written with: `@jsonapi-gen/runtime/adapter`. */
export {
  Adapter,
  type AdapterResource,
  type Association,
  type Join,
  type JoinRecords,
  type Order,
  type StatRequest,
  type StoreRelation,
} from './adapter/adapter.js'
export type { Among, Comparison, Condition, JoinedLink, KeyedLink, Link, Some } from './adapter/condition.js'
export type { StoreFault } from './adapter/fault.js'
export type { StoreFacts } from './adapter/store-facts.js'
export type { StoredType } from './adapter/stored-type.js'
export type { RecordLocks, TransactionNeeds } from './adapter/transaction-needs.js'
export type { Direction } from './shape/shape.js'
export type { KeyValues } from './value/key.js'
export type { Calculation } from './vocabulary/calculations.js'
export type { ConditionValue } from './vocabulary/condition-value.js'
export type { Operator } from './vocabulary/operators.js'
export type { AttributeType } from './vocabulary/type.js'
