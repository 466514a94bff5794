import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, most of which start processes or write on each database. */
const LONG = [
  'test/create/create',
  'test/frameworks/frameworks',
  'test/large/',
  'test/watch/',
  'test/real/',
  'test/security/',
  'test/packing/pack',
  'test/robustness/kill',
  'test/generator/cli/terminal',
  'test/conformance/',
  'test/openapi/parameters',
  'test/contract-diff/oracle',
  'test/hidden/',
  'test/policies/matrix',
  'test/contract-diff/targeted',
  'test/saas/matrix',
  'test/soak/',
  'test/keys/',
  'test/write/graph/',
  'test/write/transaction/',
  'test/write/validation/faults',
  'test/write/request/contradictions',
  'test/generator/vocabulary',
  'test/robustness/streams',
  'test/robustness/concurrent',
  'test/robustness/disk',
  'test/explorer/page',
  'test/explorer/for-everybody',
  'test/explorer/hostile',
  'test/generator/tokens',
  'test/generator/compile',
  'test/query/properties',
  'test/demo/',
  'test/saas/saas-demo',
  'test/http/close-gracefully',
  'test/frameworks/',
]

/** Starts slow files first, so that a run does not end with a single busy worker. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's, and sorts no array in place
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((path) => moduleId.includes(`/${path}`))
      return index === -1 ? LONG.length : index
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
