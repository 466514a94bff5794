/** The run time of servers that jsonapi-gen generates: `@jsonapi-gen/runtime`. */
export { Adapter, type Columns } from './adapter/adapter.js'
export type { AdapterResource } from './adapter/adapter-resource.js'
export type { Among, Comparison, Condition, JoinedLink, KeyedLink, Link, Some } from './adapter/condition.js'
export { transactionOf, withTransaction } from './adapter/current-transaction.js'
export { declaredFacts } from './adapter/declared-facts.js'
export { type AdapterFacts, factsOf, type JoinRecords, type StoreRelation } from './adapter/facts.js'
export type { Refusal, StoreFault } from './adapter/fault.js'
export type { Join, JoinedTo, Narrowing } from './adapter/narrowing.js'
export { compareRows, passes, statOfRows } from './adapter/rows.js'
export type { ScopeMeaning } from './adapter/scope-meaning.js'
export type { StatRequest } from './adapter/stat-request.js'
export type { StoreFacts } from './adapter/store-facts.js'
export { type Association, DONE, ONE_BY_ONE, type StepResult, type StoreStep } from './adapter/store-step.js'
export type { StoredType } from './adapter/stored-type.js'
export type { RecordLocks, TransactionNeeds } from './adapter/transaction-needs.js'
export type { Order, Window } from './adapter/window.js'
export type { ContractDifference, ContractDocument } from './contract/differences.js'
export { Base, type BaseDeclarations } from './controller/base.js'
export {
  type BaseOperations,
  type ContextHost,
  type RenderOptions,
  type WriteOptions,
} from './controller/host.js'
export {
  Controller,
  type ControllerClass,
  type ControllerRequest,
  type Controllers,
} from './controller/controller.js'
export { MEDIA_TYPE } from './controller/response.js'
export type { Settings } from './controller/settings.js'
export type { ErrorDocument, ErrorObject, ErrorSource } from './error/error-object.js'
export { JsonapiError } from './error/jsonapi-error.js'
export * from './error/errors.js'
export { ValidationError, type ValidationIssue } from './error/validation-error.js'
export { type OpenApiDocument, type SecuritySchemes, withSecurity } from './http/openapi-document.js'
export { type Api, createApi } from './http/api.js'
export { type ApiOptions, type DeniedRequest } from './http/api-options.js'
export type { TracedQuery, TraceQuery } from './resource/trace-query.js'
export type { FindLocals, LocalsArgument } from './http/locals.js'
export type { IncludeDirective, IncludeInput, IncludeTree } from './query/include.js'
export { DEFAULT_LIMITS, type Limits } from './query/limits.js'
export { Query, type QueryHash, type QueryOptions } from './query/query.js'
export {
  type DataDocument,
  type DocumentOptions,
  documentText,
  type RelationshipObject,
  renderDocument,
  type ResourceObject,
} from './render/document.js'
export type { Identifier } from './render/collect.js'
export type {
  Action,
  ActionGuards,
  Policy,
  Constraints,
  ResourceConfig,
  SortEntry,
  WriteAction,
} from './declare/config.js'
export type {
  AttributeDeclaration,
  AttributeOptions,
  CustomSideloadOptions,
  DefaultConditions,
  DependentOptions,
  ExtraFieldOptions,
  FilterOptions,
  HookHandler,
  JoinedOptions,
  KeyedOptions,
  MembersOptions,
  PaginateHandler,
  PolymorphicBelongsToOptions,
  PolymorphicHasManyOptions,
  ScopeHandler,
  SideloadOptions,
  SortHandler,
  StatHandler,
  StatOptions,
  ValueHandler,
} from './declare/declaration-types.js'
export type { FilterHandler } from './declare/filter-types.js'
export type { IdOptions, KeyColumns, KeyColumnType } from './declare/id.js'
export type { KeyValues } from './value/key.js'
export type { Guard } from './declare/handler.js'
export type { Linkage, ResourceReference } from './declare/sideload.js'
export { withoutPolicies } from './resource/frame.js'
export { defineRegistry, type Registry } from './resource/registry.js'
export { Resource } from './in-process/resource.js'
export { type ResourceClass } from './resource/operations.js'
export type { QueryLogEntry, QueryLogNode } from './shape/query-log.js'
export type { CommonScope, CommonWhere, NoColumnOf } from './shape/common-scope.js'
export { Scope, type ScopeOptions } from './read/scope.js'
export type { StatsMeta } from './shape/stats-meta.js'
export type { IncludePath, QueryOf } from './shape/query-of.js'
export type { PageCursors, RecordOf, ResultOf, ResultsOf } from './shape/result-of.js'
export type {
  Bytes,
  CustomFilter,
  Decimal,
  Direction,
  Filter,
  Json,
  Shape,
  ToMany,
  ToOne,
} from './shape/shape.js'
export type { Operator } from './vocabulary/operators.js'
export { Deserializer } from './write/request/deserializer.js'
export type { RelatedPayload, RelatedPayloads, WriteMeta, WriteMethod } from './resource/payload.js'
export type { ConditionValue } from './vocabulary/condition-value.js'
export type { Calculation } from './vocabulary/calculations.js'
export type { AttributeType, TypeName } from './vocabulary/type.js'
export type { StandardIssue, StandardResult, StandardSchema } from './value/standard-schema.js'
export type { ValidationDetails, ValidationOutcome } from './resource/validation.js'
export { ValidationResponse, type ValidationResult } from './write/persist/validation-response.js'
