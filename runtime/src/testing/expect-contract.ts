import { contractDifferences, type ContractDocument, differenceText } from '../contract/differences.js'
import type { OfferedApi } from '../contract/offer.js'

/**
 * Throws an Error that lists what an API offers otherwise than its contract says (rule 25.2): what hand-written
 * declarations widen or narrow. For a test of your own:
 *
 * ```ts
 * import contract from '../src/api/generated/contract.gen.json' with { type: 'json' }
 * test('the API offers what its contract says', () => expectContract({ registry, controllers }, contract))
 * ```
 */
export function expectContract(api: OfferedApi, contract: ContractDocument): void {
  const differences = contractDifferences(api, contract)
  if (differences.length === 0) return
  throw new Error(['The API and its contract differ:', ...differences.map(differenceText)].join('\n- '))
}
