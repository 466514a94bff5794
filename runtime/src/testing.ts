/** What an adapter of your own can be tested with: `@jsonapi-gen/runtime/testing`. */
export type { ContractClause, ContractSubject } from './testing/clause.js'
export { adapterContract } from './testing/contract.js'
export { CONTRACT_NODES, type ContractNode } from './testing/rows.js'
