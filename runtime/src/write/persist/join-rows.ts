import { columnValues, valuesOf } from '../../adapter/column-values.js'
import type { Condition } from '../../adapter/condition.js'
import { denied } from '../../error/denial.js'
import type { Forbidden } from '../../error/errors.js'
import { policyConditions } from '../../plan/policies.js'
import { currentFrame } from '../../resource/frame.js'
import { type JoinResource, joinResources } from '../../resource/same-link.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { groupedBy, rowsThatPass, type WrittenRow } from './rows-that-pass.js'

/** A record of a join model that a write makes or removes: the values of its two keys, and what the request calls it. */
export interface JoinRow extends WrittenRow {
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
      // In one order, whichever of the two sides the link is written from.
      columns: [...new Set([...join.key, ...join.otherKey])].toSorted(),
      row: {
        ...columnValues(join.key, valuesOf(parent, references)),
        ...columnValues(join.otherKey, valuesOf(child, join.otherReferences)),
      },
      pointer,
    })),
  )
}

/**
 * What is wrong with the links that a write is to remove: each record of the join has to be in `read` and in `destroy`
 * (rule 14.16). It takes one query for each join that has such scopes.
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
    const asked = rows.map((row) => ({ ...row, condition: outside }))
    const isOutside = await rowsThatPass(resource, asked)
    const { type } = resource
    for (const { pointer } of rows.filter(isOutside)) {
      faults.push(
        denied(
          { rule: 'scopes.destroy', resource: type, context },
          `A record of the type "${type}" can't be destroyed by this request.`,
          pointer === undefined ? undefined : { pointer },
        ),
      )
    }
  }
  return faults
}
