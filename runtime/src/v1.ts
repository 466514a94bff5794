/**
 * The names that generated code imports: `@jsonapi-gen/runtime/v1`. Each keeps its meaning for as long as the package
 * exports this entry (rule 20.5).
 */
export type { Controllers } from './controller/controller.js'
export { NullAdapter } from './adapter/null-adapter.js'
export type { StoreFacts } from './datamodel/store-facts.js'
export type { PrismaArguments, PrismaScope } from './prisma/scope/prisma-scope.js'
export { defineRegistry, type Registry } from './resource/registry.js'
export { Resource } from './in-process/resource.js'
export type { CommonScope } from './shape/common-scope.js'
export type {
  ExtraFieldsOf,
  FieldsOf,
  FiltersOf,
  IncludeOf,
  PageOf,
  SortOf,
  StatsOf,
} from './shape/query-of.js'
export type { Bytes, CustomFilter, Decimal, Filter, Json, Shape, ToMany, ToOne } from './shape/shape.js'
export type { Operator } from './vocabulary/operators.js'
