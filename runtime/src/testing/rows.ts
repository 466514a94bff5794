/** A node of the contract's tree, with a string, a number, and a nullable key. */
export interface ContractNode {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly parentId: number | null
}

/** The rows that the contract requires. Their names differ in more than case, so that collations do not matter. */
export const CONTRACT_NODES: readonly ContractNode[] = Object.freeze([
  { id: 1, name: 'alpha', position: 30, parentId: null },
  { id: 2, name: 'beta', position: 10, parentId: 1 },
  { id: 3, name: 'gamma', position: 20, parentId: 1 },
  { id: 4, name: 'delta', position: 10, parentId: 2 },
  { id: 5, name: 'epsilon', position: 50, parentId: null },
])
