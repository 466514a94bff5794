import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { withJsonHeader } from './header.js'
import type { OutputFile } from './output-file.js'

/** The path of the contract. */
export const CONTRACT_PATH = 'generated/contract.gen.json'

/**
 * `contract.gen.json`: the public features of the API, as data (rule 22.5). Its members are sorted by name at every
 * depth.
 */
export function emitContractFile(contract: Contract): OutputFile {
  return { path: CONTRACT_PATH, text: withJsonHeader('Everything that the API offers, as data.', contract) }
}
