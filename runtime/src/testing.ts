/** What an adapter of your own can be tested with: `@jsonapi-gen/runtime/testing`. */
export { adapterContract, type ContractClause, type ContractSubject } from './testing/contract.js'
export { CONTRACT_NODES, type ContractNode } from './testing/rows.js'
