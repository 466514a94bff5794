import { printWarning } from '../error/print-fault.js'
import type { AnyApiOptions } from './api-options.js'

/**
 * Reports once, when an API is created, how its resources differ from its contract (rule 25.2). The code for the
 * comparison is loaded for it.
 */
export async function tellDifferences(options: AnyApiOptions): Promise<void> {
  const { contract, onDifferences = printDifferences } = options
  if (!contract) return
  try {
    const { contractDifferences, differenceText } = await import('../contract/differences.js')
    const differences = contractDifferences({ ...options, idempotency: options.idempotency }, contract)
    if (differences.length > 0) onDifferences(differences, differences.map(differenceText).join('\n'))
  } catch (error) {
    // A broken contract must not stop the API.
    printDifferences([], error instanceof Error ? error.message : String(error))
  }
}

function printDifferences(_: readonly object[], text: string): void {
  // Nobody listens, so it is printed.
  printWarning(`The API and its contract differ:\n${text}`)
}
