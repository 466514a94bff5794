import { printWarning } from '../error/print-fault.js'
import type { AnyApiOptions } from './api-options.js'

/**
 * Tells once, when an API is created, what its resources offer otherwise than its contract says (rule 25.2). What compares the
 * two is loaded for it.
 */
export async function tellDifferences(options: AnyApiOptions): Promise<void> {
  const { contract, onDifferences = printDifferences } = options
  if (!contract) return
  try {
    const { contractDifferences, differenceText } = await import('../contract/differences.js')
    const differences = contractDifferences(options, contract)
    if (differences.length > 0) onDifferences(differences, differences.map(differenceText).join('\n'))
  } catch (error) {
    // An API answers whatever is wrong with a description of it.
    printDifferences([], error instanceof Error ? error.message : String(error))
  }
}

function printDifferences(_: readonly object[], text: string): void {
  // Nobody listens, and it must not be lost.
  printWarning(`The API and its contract differ:\n${text}`)
}
