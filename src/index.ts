/**
 * The generator as a library. Load a schema, prepare a plan, then apply or render the plan. The library never prints,
 * exits, or reads from the process. It returns a user's mistakes as diagnostics.
 * @packageDocumentation
 */
export {
  CONTRACT_VERSION,
  type ActionContract,
  type AttributeContract,
  type Contract,
  type ExtraFieldContract,
  type FilterContract,
  type IdContract,
  type Named,
  type PageContract,
  type RelationshipContract,
  type ResourceContract,
  type ScopeContract,
  type Source,
  type StatContract,
  type ValueContract,
} from '@jsonapi-gen/runtime/vocabulary'
export { contractOf } from './contract/contract-of.js'
export type { ContractLimits as Limits } from '@jsonapi-gen/runtime/vocabulary'
export type { Who } from './contract/who.js'
export { CATALOGUE, type Code, type Severity } from './diagnostic/catalogue.js'
export type { Diagnostic, Related } from './diagnostic/diagnostic.js'
export { formatGithub } from './diagnostic/format-github.js'
export { formatHuman, type Palette } from './diagnostic/format-human.js'
export { toJsonDiagnostic, type JsonDiagnostic, type JsonPlace } from './diagnostic/format-json.js'
export { type Json, type JsonObject, openApiOf } from '@jsonapi-gen/openapi'
export { loadSchema, type Loaded } from './pipeline/load.js'
export { isError, type ReportOptions } from './diagnostic/report.js'
export { prepare } from './pipeline/prepare.js'
export type { Prepared, PrepareOptions } from './pipeline/prepare-options.js'
export { applyPlan } from './plan/apply.js'
export { unifiedDiff, type DiffPalette } from './plan/diff/unified.js'
export { driftOf, type Drift, type DriftKind } from './plan/drift.js'
export { changesOf, type Plan, type PlanEntry } from './plan/plan.js'
export {
  renderCheck,
  renderDiff,
  renderDryRun,
  orphansOf,
  summarise,
  type OrphanNotice,
} from './plan/render.js'
export { policiesAsMarkdown, policiesAsText, type TablePalette } from './policies/render.js'
export {
  policyTable,
  type ActionPolicy,
  type FieldPolicy,
  type PolicyTable,
  type RecordScope,
  type ResourcePolicies,
} from './policies/table.js'
export type { Schema } from './schema/schema.js'
