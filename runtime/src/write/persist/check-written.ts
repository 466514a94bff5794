import type { Condition } from '../../adapter/condition.js'
import { denied } from '../../error/denial.js'
import { throwCollected } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { hasPolicies, policyConditions } from '../../reader/policies/policies.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentFrame } from '../../resource/frame.js'
import { groupedBy } from '../../base/grouped-by.js'
import { type ConditionedRow, matchingRows, type WrittenRow } from '../session/matching-rows.js'
import type { Session } from '../session/session.js'

/** A written record, and the policy that it must pass. */
interface WrittenRecord extends WrittenRow {
  readonly policy: 'create' | 'updated'
  /** Undefined for a link through a join model, whose record has no known key. */
  readonly id: string | undefined
  readonly pointer: string | undefined
}

/**
 * Checks inside the transaction that each created or updated record is within its policies (rule 14.10), and each link
 * through a join model too (rule 14.16). So no request moves a record out of its own reach. This takes one query for
 * each type, and one more if records of a join model are both updated and created by links.
 *
 * Throws Forbidden, which points at the records.
 */
export async function checkWritten(session: Session): Promise<void> {
  const { context } = currentFrame()
  const faults: JsonapiError[] = []
  for (const [resource, written] of groupedBy(allWritten(session), (one) => one.resource)) {
    for (const { policy, id, pointer } of await outside(resource, written)) {
      const denial = { rule: `scopes.${policy}`, resource: resource.type, id, context }
      const detail = `This request is not allowed to write a record of type "${resource.type}" with these values.`
      faults.push(denied(denial, detail, pointer))
    }
  }
  throwCollected(faults)
}

function allWritten({ touched, joined, graph: { root } }: Session): readonly WrittenRecord[] {
  const records = touched.flatMap(({ node, action, record }): readonly WrittenRecord[] =>
    action === 'destroy' || !hasPolicies(node.resource)
      ? []
      : [
          {
            ...namedById(node.resource, record),
            policy: action === 'create' ? 'create' : 'updated',
            pointer: node === root ? undefined : node.place.pointer,
          },
        ],
  )
  return [...records, ...joined.map((row) => ({ ...row, policy: 'create' as const, id: undefined }))]
}

const namedById = (
  resource: CompiledResource,
  row: object,
): Pick<WrittenRecord, 'resource' | 'columns' | 'row' | 'id'> => ({
  resource,
  columns: resource.primaryKey,
  row,
  id: idOf(resource, row),
})

/** The records that are outside their policies. */
async function outside(
  resource: CompiledResource,
  written: readonly WrittenRecord[],
): Promise<readonly WrittenRecord[]> {
  const limited: (WrittenRecord & ConditionedRow)[] = []
  for (const [policy, alike] of groupedBy(written, (one) => one.policy)) {
    const conditions = await policyConditions(resource, policy, currentFrame().context)
    const condition: Condition = { kind: 'and', conditions }
    if (conditions.length > 0) limited.push(...alike.map((one) => ({ ...one, condition })))
  }
  // The columns of a link may find an updated record. Then it is open which of the two policies it passed.
  const isMixed = limited.some(({ policy }) => policy === 'updated')
  const batches = groupedBy(limited, ({ id }) => isMixed && id === undefined)
  const faults: WrittenRecord[] = []
  for (const batch of batches.values()) {
    const isInside = await matchingRows(resource, batch)
    faults.push(...batch.filter((one) => !isInside(one)))
  }
  return faults
}
