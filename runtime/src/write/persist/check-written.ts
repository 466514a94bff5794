import type { Condition } from '../../adapter/condition.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { denied } from '../../error/denial.js'
import { throwCollected } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { hasPolicies, policyConditions } from '../../plan/policies.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentFrame } from '../../resource/frame.js'
import { type AskedRow, groupedBy, rowsThatPass, type WrittenRow } from './rows-that-pass.js'
import type { Session } from './session.js'

/** A record that a write has left, and the policy that it must be within now. */
interface Written extends WrittenRow {
  readonly policy: 'create' | 'updated'
  /** Undefined for a link through a join model: nobody knows the key of its record. */
  readonly id: string | undefined
  readonly pointer: string | undefined
}

/**
 * Checks, inside of the transaction, that each created or updated record is where its policies want it (rule 14.10), and
 * each link through a join model too (rule 14.16). A request must not put a record where it could not have reached it. It
 * takes one query for each type, and one more where records of a join are both updated and made by links.
 *
 * Throws Forbidden, which points at the records.
 */
export function checkWritten(session: Session): Awaitable<void> {
  const written = allWritten(session)
  return written.length > 0 ? checkEach(written) : undefined
}

async function checkEach(all: readonly Written[]): Promise<void> {
  const { context } = currentFrame()
  const faults: JsonapiError[] = []
  for (const [resource, written] of groupedBy(all, (one) => one.resource)) {
    for (const { policy, id, pointer } of await outside(resource, written)) {
      const denial = { rule: `scopes.${policy}`, resource: resource.type, id, context }
      const detail = `A record of the type "${resource.type}" can't be written so by this request.`
      faults.push(denied(denial, detail, pointer === undefined ? undefined : { pointer }))
    }
  }
  throwCollected(faults)
}

function allWritten({ touched, joined, root }: Session): readonly Written[] {
  const records = [...touched.values()].flatMap(({ node, action, record }): readonly Written[] =>
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
): Pick<Written, 'resource' | 'columns' | 'row' | 'id'> => ({
  resource,
  columns: resource.primaryKey,
  row,
  id: idOf(resource, row),
})

/** Those that are not where they must be. */
async function outside(resource: CompiledResource, written: readonly Written[]): Promise<readonly Written[]> {
  const limited: (Written & AskedRow)[] = []
  for (const [policy, alike] of groupedBy(written, (one) => one.policy)) {
    const conditions = await policyConditions(resource, policy, currentFrame().context)
    const condition: Condition = { kind: 'and', conditions }
    if (conditions.length > 0) limited.push(...alike.map((one) => ({ ...one, condition })))
  }
  // What is found by the columns of a link may be a record that is updated. Which of the two policies has let it pass?
  const isMixed = limited.some(({ policy }) => policy === 'updated')
  const batches = groupedBy(limited, ({ id }) => isMixed && id === undefined)
  const faults: Written[] = []
  for (const batch of batches.values()) {
    const isInside = await rowsThatPass(resource, batch)
    faults.push(...batch.filter((one) => !isInside(one)))
  }
  return faults
}
