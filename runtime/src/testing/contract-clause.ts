import type { Window } from '../adapter/window.js'
import type { Adapter } from '../adapter/adapter.js'
import type { Abilities } from '../adapter/facts.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { Comparison } from '../adapter/condition.js'
import type { ConditionValue } from '../vocabulary/values/condition-value.js'
import { memberOf } from '../base/cast.js'
import type { Operator } from '../vocabulary/operators.js'
import { parseType } from '../vocabulary/values/type.js'

/** An adapter to test, and a resource whose store contains CONTRACT_NODES. */
export interface ContractSubject {
  readonly adapter: Adapter
  readonly resource: AdapterResource
}

/** One clause of the contract: a name, and a check that throws an AssertionError if an adapter violates the clause. */
export interface ContractClause {
  readonly name: string
  /** The ability that the clause tests. The clause passes for an adapter without this ability. */
  readonly ability?: keyof Abilities | undefined
  readonly check: (subject: ContractSubject) => Promise<void>
}

/** The columns of a node. */
export const TYPES = { id: 'integer', name: 'string', position: 'integer', parentId: 'integer?' } as const

/** A comparison with one of the columns. */
export function compare(column: keyof typeof TYPES, operator: Operator, value: ConditionValue): Comparison {
  const type = parseType(TYPES[column])
  return { kind: 'compare', name: column, through: [], column, operator, value, type }
}

/** Applies the steps to the base, and returns the ids of the resolved records, in order. */
export async function idsOf(
  { adapter, resource }: ContractSubject,
  chain: (scope: unknown) => unknown,
): Promise<unknown[]> {
  return idsIn({ adapter, resource }, adapter.arrange(chain(adapter.all(resource)), BY_ID, resource))
}

/** The ids of the records in a scope, in order. */
export async function idsIn({ adapter, resource }: ContractSubject, scope: unknown): Promise<unknown[]> {
  return (await adapter.read(scope, 'all', resource)).map((record) => memberOf(record, 'id'))
}

/** The order by id, which puts the nodes in a known order. */
export const BY_ID: Window = {
  kind: 'order',
  by: [{ through: [], column: 'id', direction: 'asc', nullable: false }],
}

export const clause = (
  name: string,
  check: ContractClause['check'],
  ability?: keyof Abilities,
): ContractClause => ({
  name,
  ability,
  check: async (subject) => {
    const { adapter, resource } = subject
    const isAble = ability === undefined || adapter.facts(resource).can[ability] !== false
    if (isAble) await check(subject)
  },
})
