/** Tests for your own adapter, and for an API: `@jsonapi-gen/runtime/testing`. */
export type { ContractClause, ContractSubject } from './testing/contract-clause.js'
export type { ContractDocument } from './vocabulary/contract/contract-document.js'
export { offerOf, type OfferedApi } from './testing/offer.js'
export { expectContract } from './testing/expect-contract.js'
export { adapterContract } from './testing/contract.js'
export { CONTRACT_NODES, type ContractNode } from './testing/rows.js'
