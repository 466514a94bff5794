import { columnValues, valuesOf } from '../../adapter/column-values.js'
import type { Condition } from '../../adapter/condition.js'
import { castTo } from '../../cast.js'
import type { Policy } from '../../declare/config.js'
import { denied } from '../../error/denial.js'
import type { Forbidden } from '../../error/errors.js'
import { policyConditions } from '../../plan/policies.js'
import { inPieces, keyIn, keysAtOnce } from '../../read/keys.js'
import { amongCondition } from '../../read/related-scope.js'
import type { CompiledResource } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { type JoinResource, joinResources } from '../../resource/same-link.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'

/** A record of a join model that a write makes or removes: the values of its two keys, and what the request calls it. */
export interface JoinRow {
  readonly resource: CompiledResource
  readonly columns: readonly string[]
  readonly row: object
  readonly pointer: string | undefined
}

/** Two records that are linked, or were, with what the request calls the link. */
interface Pair {
  readonly parent: object
  readonly child: object
  readonly pointer: string | undefined
}

/** The records of the join models of a many-to-many, of some pairs of records. */
export function joinRowsOf(
  { resource: owner }: Pick<WriteNode, 'resource'>,
  { sideload }: Pick<WriteRelationship, 'sideload'>,
  pairs: readonly Pair[],
): readonly JoinRow[] {
  if (sideload.kind !== 'hasAndBelongsToMany') return []
  const references = sideload.primaryKey ?? owner.primaryKey
  return joinResources({ owner, sideload }).flatMap(({ resource, join }: JoinResource) =>
    pairs.map(({ parent, child, pointer }) => ({
      resource,
      columns: [...new Set([...join.key, ...join.otherKey])],
      row: {
        ...columnValues(join.key, valuesOf(parent, references)),
        ...columnValues(join.otherKey, valuesOf(child, join.otherReferences)),
      },
      pointer,
    })),
  )
}

/** What is wrong with the links that a write has made: what was created is in `create`, else in `read` (rule 14.16). */
export async function joinFaults(joined: readonly JoinRow[]): Promise<readonly Forbidden[]> {
  return eachResource(joined, async (resource, rows) => {
    const conditions = await conditionsOfAll(resource, ['create'])
    if (conditions.length === 0) return []
    const inside = await rowsWith(resource, rows, { kind: 'and', conditions })
    return rows
      .filter(({ row, columns }) => !inside.has(keyIn(row, columns)))
      .map((row) => deniedRow(row, 'create'))
  })
}

/** What is wrong with links that a write is to remove: each record of the join has to be in `read` and in `destroy`. */
export async function unjoinFaults(removed: readonly JoinRow[]): Promise<readonly Forbidden[]> {
  return eachResource(removed, async (resource, rows) => {
    const conditions = await conditionsOfAll(resource, ['read', 'destroy'])
    if (conditions.length === 0) return []
    const all: Condition = { kind: 'and', conditions }
    const outside = await rowsWith(resource, rows, { kind: 'not', condition: all })
    return rows
      .filter(({ row, columns }) => outside.has(keyIn(row, columns)))
      .map((row) => deniedRow(row, 'destroy'))
  })
}

async function eachResource(
  rows: readonly JoinRow[],
  faultsOf: (resource: CompiledResource, rows: readonly JoinRow[]) => Promise<readonly Forbidden[]>,
): Promise<readonly Forbidden[]> {
  const faults: Forbidden[] = []
  for (const resource of new Set(rows.map((row) => row.resource))) {
    faults.push(
      ...(await faultsOf(
        resource,
        rows.filter((row) => row.resource === resource),
      )),
    )
  }
  return faults
}

async function conditionsOfAll(
  resource: CompiledResource,
  policies: readonly Policy[],
): Promise<readonly Condition[]> {
  const { context } = currentFrame()
  const conditions: Condition[] = []
  for (const policy of policies) conditions.push(...(await policyConditions(resource, policy, context)))
  return conditions
}

/** Those of the rows for which a condition holds, by their keys. */
async function rowsWith(
  resource: CompiledResource,
  rows: readonly JoinRow[],
  condition: Condition,
): Promise<ReadonlySet<string | undefined>> {
  const adapter = resource.adapter()
  const columns = rows[0]?.columns ?? []
  const found = new Set<string | undefined>()
  for (const piece of inPieces(rows, keysAtOnce(adapter, columns))) {
    const keys = piece.map(({ row }) => valuesOf(row, columns))
    const among = amongCondition(resource, columns, keys)
    const both: Condition = { kind: 'and', conditions: [among, condition] }
    const scope = adapter.filter(adapter.baseScope(resource), both, resource)
    currentRequest().budget.deadline.check()
    const records = adapter.readsKeys
      ? await adapter.keys(scope, columns, resource)
      : castTo<readonly object[]>(await adapter.resolve(scope, resource))
    for (const record of records) found.add(keyIn(record, columns))
  }
  return found
}

function deniedRow({ resource: { type }, pointer }: JoinRow, policy: 'create' | 'destroy'): Forbidden {
  const { context } = currentFrame()
  const detail =
    policy === 'create'
      ? `A record of the type "${type}" can't be written so by this request.`
      : `A record of the type "${type}" can't be destroyed by this request.`
  return denied(
    { rule: `scopes.${policy}`, resource: type, context },
    detail,
    pointer === undefined ? undefined : { pointer },
  )
}
