import { castTo } from '../../base/cast.js'
import { type Contract, CONTRACT_VERSION } from './contract.js'

/**
 * The contract of an API: `generated/contract.gen.json`.
 *
 * ```ts
 * import contract from '../generated/contract.gen.json' with { type: 'json' };
 * ```
 */
export interface ContractDocument {
  /** The version of the contract format. */
  readonly contract: number
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency?: boolean
  /** The resources, by JSON:API type. */
  readonly resources: Readonly<Record<string, object>>
}

/** The contract in a document. Throws a TypeError if it is not a contract, or has a different format version. */
export function contractIn(document: ContractDocument): Contract {
  const fault = faultOf(document)
  if (fault === undefined) return castTo<Contract>(document)
  throw new TypeError(`generated/contract.gen.json ${fault}. Run jsonapi-gen generate.`)
}

function faultOf(document: ContractDocument): string | undefined {
  const isObject = typeof document === 'object' && document !== null
  if (!isObject || typeof document.contract !== 'number') return 'is not a contract'
  if (document.contract !== CONTRACT_VERSION) {
    return `has format ${document.contract}, but this runtime reads format ${CONTRACT_VERSION}`
  }
  return undefined
}
