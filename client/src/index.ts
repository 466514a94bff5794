export { ApiError, type ErrorObject } from './api-error.js'
export { type Client, createClient } from './create-client.js'
export type { AttributeKind, ClientSchema, RelationshipSchema, TypeSchema } from './schema.js'
export type { CallOptions, ClientOptions, FindOptions } from './send.js'
export type { Calls, Collection } from './types/collection-types.js'
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
  ResourceTypes,
  ToMany,
  ToOne,
} from './types/resource-types.js'
export type { CreateInput, Reference, ToManyInput, ToOneInput, UpdateInput } from './types/write-types.js'
export type { Equality, Kind, Matching, Order } from './vocabulary.js'
