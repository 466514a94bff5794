import type { Adapter, AdapterResource } from '../adapter/adapter.js'
import type { Comparison } from '../adapter/condition.js'
import type { ConditionValue } from '../vocabulary/condition-value.js'
import { memberOf } from '../cast.js'
import type { Operator } from '../vocabulary/operators.js'
import { parseType } from '../vocabulary/type.js'

/** An adapter to judge, with the resource whose store holds CONTRACT_NODES. */
export interface ContractSubject {
  readonly adapter: Adapter
  readonly resource: AdapterResource
}

/** One clause of the contract: what it says, and what throws an AssertionError where an adapter breaks it. */
export interface ContractClause {
  readonly name: string
  readonly check: (subject: ContractSubject) => Promise<void>
}

/** The columns of a node. */
export const TYPES = { id: 'integer', name: 'string', position: 'integer', parentId: 'integer?' } as const

/** What compares one of them. */
export function compare(column: keyof typeof TYPES, operator: Operator, value: ConditionValue): Comparison {
  const type = parseType(TYPES[column])
  return { kind: 'compare', name: column, through: [], column, operator, value, type }
}

/** Resolves what a chain of steps makes of the base, to the ids of the records, in their order. */
export async function idsOf(
  { adapter, resource }: ContractSubject,
  chain: (scope: unknown) => unknown,
): Promise<unknown[]> {
  const byId = { through: [], column: 'id', direction: 'asc', nullable: false } as const
  const scope = adapter.order(chain(adapter.baseScope(resource)), byId, resource)
  return (await adapter.resolve(scope, resource)).map((record) => memberOf(record, 'id'))
}

/** Makes a clause. */
export const clause = (name: string, check: ContractClause['check']): ContractClause => ({ name, check })
