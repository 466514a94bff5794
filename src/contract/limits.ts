import type { ContractLimits } from '@jsonapi-gen/runtime/vocabulary'

/** The limits of one request, under the names in `createApi({ limits })`. For units, see docs/limits.md. */
export const LIMITS: ContractLimits = {
  url: 8192,
  parameters: 100,
  depth: 8,
  valueLength: 8192,
  values: 200,
  patternLength: 256,
  through: 20,
  includeDepth: 3,
  includePaths: 20,
  body: 1_048_576,
  jsonDepth: 32,
  linkage: 500,
  links: 1000,
  writeDepth: 5,
  writeRecords: 200,
  operations: 100,
  records: 10_000,
  linkages: 100_000,
}
