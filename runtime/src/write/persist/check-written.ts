import type { Condition } from '../../adapter/condition.js'
import { valuesOf } from '../../adapter/column-values.js'
import { castTo } from '../../cast.js'
import { denied } from '../../error/denial.js'
import { throwCollected } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { policyConditions } from '../../plan/policies.js'
import { inPieces, keysAtOnce } from '../../read/keys.js'
import { amongCondition } from '../../read/related-scope.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { joinFaults } from './join-rows.js'
import type { Session } from './session.js'

/** A record that a write has left, and the policy that it must be within now. */
interface Written {
  readonly resource: CompiledResource
  readonly policy: 'create' | 'updated'
  readonly record: object
  readonly pointer: string | undefined
}

/**
 * Checks, inside of the transaction, that each created or updated record is where its policies want it (rule 14.10). A
 * request must not put a record where it could not have reached it. It takes one query for each type.
 *
 * Throws Forbidden, which points at the records.
 */
export async function checkWritten(session: Session): Promise<void> {
  const faults: JsonapiError[] = []
  const byResource = groupWritten(allWritten(session), ({ resource }) => resource)
  for (const [resource, written] of byResource) {
    for (const { policy, record, pointer } of await outside(resource, written)) {
      const { context } = currentFrame()
      const denial = {
        rule: `scopes.${policy}`,
        resource: resource.type,
        id: idOf(resource, record),
        context,
      }
      const detail = `A record of the type "${resource.type}" can't be written so by this request.`
      faults.push(denied(denial, detail, pointer === undefined ? undefined : { pointer }))
    }
  }
  faults.push(...(await joinFaults(session.joined)))
  throwCollected(faults)
}

function allWritten({ touched, relinked, root }: Session): readonly Written[] {
  const records = [...touched.values()].flatMap(({ node, action, record }): readonly Written[] =>
    action === 'destroy'
      ? []
      : [
          {
            resource: node.resource,
            policy: action === 'create' ? 'create' : 'updated',
            record,
            pointer: node === root ? undefined : node.place.pointer,
          },
        ],
  )
  return [...records, ...relinked.map((one) => ({ ...one, policy: 'updated' as const }))]
}

/** Those that are not where they must be. */
async function outside(resource: CompiledResource, written: readonly Written[]): Promise<readonly Written[]> {
  const limited: Written[] = []
  const conditions = new Map<Written['policy'], readonly Condition[]>()
  for (const one of written) {
    const known = conditions.get(one.policy) ?? (await conditionsOn(resource, one.policy))
    conditions.set(one.policy, known)
    if (known.length > 0) limited.push(one)
  }
  const inside = new Set<string>()
  for (const piece of inPieces(limited, keysAtOnce(resource.adapter(), resource.primaryKey))) {
    for (const record of await within(resource, piece, conditions)) inside.add(idOf(resource, record))
  }
  return limited.filter(({ record }) => !inside.has(idOf(resource, record)))
}

const conditionsOn = (resource: CompiledResource, policy: Written['policy']): Promise<readonly Condition[]> =>
  policyConditions(resource, policy, currentFrame().context)

async function within(
  resource: CompiledResource,
  written: readonly Written[],
  conditions: ReadonlyMap<Written['policy'], readonly Condition[]>,
): Promise<readonly object[]> {
  const adapter = resource.adapter()
  const groups = [...groupWritten(written, ({ policy }) => policy)].map(([policy, ofPolicy]): Condition => {
    const keys = ofPolicy.map(({ record }) => valuesOf(record, resource.primaryKey))
    const among = amongCondition(resource, resource.primaryKey, keys)
    return { kind: 'and', conditions: [among, ...(conditions.get(policy) ?? [])] }
  })
  const [only] = groups
  const condition: Condition = groups.length === 1 && only ? only : { kind: 'or', conditions: groups }
  const scope = adapter.filter(adapter.baseScope(resource), condition, resource)
  currentRequest().budget.deadline.check()
  return adapter.readsKeys
    ? adapter.keys(scope, resource.primaryKey, resource)
    : castTo<Promise<readonly object[]>>(adapter.resolve(scope, resource))
}

function groupWritten<Key>(
  written: readonly Written[],
  keyOf: (one: Written) => Key,
): ReadonlyMap<Key, readonly Written[]> {
  const groups = new Map<Key, Written[]>()
  for (const one of written) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
