import { contractDifferences, type ContractDocument, differenceText } from '../contract/differences.js'
import type { OfferedApi } from '../contract/offer.js'

/**
 * Throws an Error that lists the differences between an API and its contract (rule 25.2), which come from hand-written
 * declarations. For a test of your own:
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
