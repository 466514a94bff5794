/**
 * The runtime for applications: `@jsonapi-gen/runtime`. To write your own adapter, see `@jsonapi-gen/runtime/adapter`.
 */
export type { StoreFacts } from './datamodel/store-facts.js'
export type { TransactionNeeds } from './adapter/transaction/transaction-needs.js'
export type { MixinParent } from './base/cast.js'
export { Base, type BaseDeclarations } from './controller/base.js'
export {
  Controller,
  type ControllerClass,
  type ControllerRequest,
  type Controllers,
} from './controller/controller.js'
export type { BaseOperations, ContextHost, RenderOptions } from './controller/context.js'
export { ResourceController } from './controller/resource-controller.js'
export type {
  AttributeOptions,
  Awaitable,
  FilterOptions,
  JoinedOptions,
  KeyedOptions,
  SideloadOptions,
} from './declare/declaration-types.js'
export type { ErrorObject } from './error/error-object.js'
export {
  Conflict,
  Forbidden,
  InvalidFilterValue,
  InvalidParameter,
  NotFound,
  RecordNotFound,
  ServiceUnavailable,
  Unauthorized,
} from './error/errors.js'
export { JsonapiError } from './error/jsonapi-error.js'
export { ValidationError, type ValidationIssue } from './error/validation-error.js'
export type { ApiOptions } from './api/api-options.js'
export type { CapabilityName } from './api/capabilities.js'
export { createApi } from './api/create-api.js'
export type { Api } from './http/api.js'
export type { DeniedRequest, DeprecatedRequest } from './http/served-options.js'
export type { DeprecatedUse } from './resource/deprecated-uses.js'
export type { Deprecation } from './vocabulary/deprecation.js'
export type { ExploredApi, Explorer, ExplorerFile } from './http/explorer/explorer.js'
export type { FindLocals } from './http/locals.js'
export type { OpenApiDocument, OpenApiSource } from './http/openapi/openapi-document.js'
export type { IdempotencyOptions } from './capabilities/idempotency/idempotency-options.js'
export { Resource } from './in-process/resource.js'
export type { Limits } from './query/limits.js'
export { Query } from './query/query.js'
export { Scope, type ScopeOptions } from './reader/scope.js'
export { withoutPolicies } from './resource/frame.js'
export type { ResourceClass, StatFunction } from './resource/operations.js'
export type { RelatedPayloads, WriteMeta } from './resource/payload.js'
export { defineRegistry, type Registry } from './resource/registry.js'
export type { TraceQuery } from './resource/trace-query.js'
export type { ValidationDetails, ValidationOutcome } from './resource/validation.js'
export type { CommonScope } from './shape/common-scope.js'
export type { QueryOf } from './shape/query-of.js'
export type { RecordOf, ResultOf, ResultsOf } from './shape/result-of.js'
export type { Bytes, CustomFilter, Decimal, Filter, Json, Shape, ToMany, ToOne } from './shape/shape.js'
export type { StandardSchema } from './value/standard-schema.js'
export { ValidationResponse } from './write/persist/validation-response.js'
export type { Deserializer } from './write/request/deserializer.js'
export type { Selection } from './shape/selection.js'
export type { ContractDocument } from './vocabulary/contract/contract-document.js'
export type { QueryLogNode } from './shape/query-log.js'
