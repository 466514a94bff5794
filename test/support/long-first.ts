import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take the longest, in this order: most of them start processes or write on each database. A file
 * belongs in this list if it takes four seconds of processor time in `npm test`, or eight in `npm run test:slow`.
 */
const LONG = [
  'test/create/',
  'test/write/oracle/',
  'test/prove/servers',
  'test/prove/leaks',
  'test/prove/',
  'test/idempotency/killed',
  'test/kysely/differential',
  'test/frameworks/',
  'test/action/action',
  'test/init/first-tests',
  'test/security/',
  'test/conformance/',
  'test/write/transaction/killed',
  'test/generator/cli/terminal',
  'test/explorer/page',
  'test/real/',
  'test/verify/',
  'test/demo/demo',
  'test/filters/stored-types',
  'test/action/cl',
  'test/explorer/url',
  'test/large/',
  'test/contract-diff/',
  'test/watch/',
  'test/policies/matrix',
  'test/openapi/parameters',
  'test/hidden/',
  'test/keys/',
  'test/soak/',
  'test/saas/',
  'test/write/graph/',
  'test/write/transaction/',
  'test/docs/lint',
  'test/docs/worked-guides',
  'test/docs/kysely-page',
  'test/packing/release',
  'test/robustness/',
  'test/generator/diagnostic-cures',
  'test/kysely/received',
  'test/filters/decimals',
  'test/contract/needed-relationships',
  'test/client/editor',
  'test/action/proof',
  'test/generator/cli/contract-diff',
  'test/query/properties',
  'test/init/generator-blocks',
  'test/generator/chosen-names',
  'test/pages/cursor-fuzz',
  'test/operations/chance',
  'test/generator/compile',
  'test/explorer/',
  'test/openapi/sizes',
  'test/client/saas',
  'test/action/git-driver',
  'test/generator/tokens',
  'test/generator/vocabulary',
  'test/demo/',
  'test/write/validation/faults',
  'test/openapi/openapi-document',
  'test/docs/idioms',
  'test/http/close-gracefully',
]

/** Starts slow files first, so that a run does not end with a single busy worker. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's method does not sort an array in place
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((path) => moduleId.includes(`/${path}`))
      return index === -1 ? LONG.length : index
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
