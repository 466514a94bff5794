import { columnValues, valuesOf } from '../../adapter/rows/column-values.js'
import type { Condition } from '../../adapter/condition.js'
import { denied } from '../../error/denial.js'
import type { Forbidden } from '../../error/errors.js'
import { policyConditions } from '../../reader/policies/policies.js'
import { currentFrame } from '../../resource/frame.js'
import { relationIn } from '../../resource/relations.js'
import type { WriteRelationship } from '../request/node.js'
import { groupedBy } from '../../base/grouped-by.js'
import { matchingRows, type WrittenRow } from './matching-rows.js'

/**
 * A row of a join model that a write creates or destroys: the values of its two keys, and the place of the link in the
 * request.
 */
export interface JoinRow extends WrittenRow {
  readonly pointer: string | undefined
}

/** Two records that a write links or unlinks, and the place of the link in the request. */
interface Pair {
  readonly parent: object
  readonly child: object
  readonly pointer: string | undefined
}

/** The rows of the join models of a many-to-many for some pairs of records. */
export function joinRowsOf(
  { declared }: Pick<WriteRelationship, 'declared'>,
  pairs: readonly Pair[],
): readonly JoinRow[] {
  const { join, pairs: columns } = relationIn(declared)
  if (!join?.records) return []
  const { resources } = join
  const { key, otherKey, otherReferences = [] } = join.records
  return resources.flatMap((resource) =>
    pairs.map(({ parent, child, pointer }) => ({
      resource,
      // The same order from either side of the relationship.
      columns: [...new Set([...key, ...otherKey])].toSorted(),
      row: {
        ...columnValues(key, valuesOf(parent, columns.owner)),
        ...columnValues(otherKey, valuesOf(child, otherReferences)),
      },
      pointer,
    })),
  )
}

/**
 * The faults of links that a write removes: each row of the join model must be in the scopes `read` and `destroy` (rule
 * 14.16). This takes one query for each join that has such scopes.
 */
export async function unjoinFaults(removed: readonly JoinRow[]): Promise<readonly Forbidden[]> {
  const { context } = currentFrame()
  const faults: Forbidden[] = []
  for (const [resource, rows] of groupedBy(removed, (row) => row.resource)) {
    const conditions = [
      ...(await policyConditions(resource, 'read', context)),
      ...(await policyConditions(resource, 'destroy', context)),
    ]
    if (conditions.length === 0) continue
    const outside: Condition = { kind: 'not', condition: { kind: 'and', conditions } }
    const conditioned = rows.map((row) => ({ ...row, condition: outside }))
    const isOutside = await matchingRows(resource, conditioned)
    const { type } = resource
    for (const { pointer } of rows.filter(isOutside)) {
      faults.push(
        denied(
          { rule: 'scopes.destroy', resource: type, context },
          `This request is not allowed to destroy a record of type "${type}".`,
          pointer,
        ),
      )
    }
  }
  return faults
}
