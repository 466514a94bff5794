export { ApiError, type ErrorObject } from './api-error.js'
export { type Client, createClient } from './create-client.js'
export type { Extension } from './extension.js'
export type {
  AttributeKind,
  ClientSchema,
  OwnActionSchema,
  RelationshipSchema,
  TypeSchema,
} from './schema.js'
export type { CallOptions, ClientOptions, ExtensionName, FindOptions } from './types/call-types.js'
export type { ActionInput, Calls, Collection, WithIncluded } from './types/collection-types.js'
export type {
  Operation,
  OperationInput,
  OperationReference,
  OperationResults,
  Operations,
} from './types/operation-types.js'
export type { PlainIncluded, PlainRecordOf } from './types/plain-types.js'
export type {
  FieldsOf,
  FilterGroup,
  FiltersOf,
  ListQuery,
  OneQuery,
  Page,
  RecordQuery,
  SortKey,
} from './types/query-types.js'
export type { Identifier, ListOf, OneOf, PageLinks, PlaceOfPage, RecordOf } from './types/record-types.js'
export type {
  AnyPath,
  ApiTypes,
  CustomFilter,
  Filter,
  Includes,
  Json,
  OwnAction,
  ResourceTypes,
  ToMany,
  ToOne,
} from './types/resource-types.js'
export type { StatsAnswered, StatsOf } from './types/stats-types.js'
export type { CreateInput, Reference, ToManyInput, ToOneInput, UpdateInput } from './types/write-types.js'
export type { Equality, ErrorCode, Kind, Matching, Order } from './vocabulary.js'
