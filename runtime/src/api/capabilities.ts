import { actions } from '../capabilities/actions/capability.js'
import { conditions } from '../capabilities/conditions/capability.js'
import { cursors } from '../capabilities/cursors/capability.js'
import { idempotencyKeys } from '../capabilities/idempotency/capability.js'
import type { IdempotencyOptions } from '../capabilities/idempotency/idempotency-options.js'
import { atomicOperations } from '../capabilities/operations/capability.js'
import type { Capability } from '../http/capability.js'
import type { AnyServedOptions } from '../http/served-options.js'

/** The options that turn capabilities on and off. */
interface CapabilityOptions extends Pick<AnyServedOptions, 'controllers' | 'registry'> {
  readonly operations?: boolean
  readonly idempotency?: IdempotencyOptions<never>
  readonly without?: readonly CapabilityName[]
}

/** The name of a capability that an API can leave out. */
export type CapabilityName = 'actions' | 'conditions' | 'cursors' | 'idempotency' | 'operations'

/** All capabilities. A capability whose option is not set is absent. */
const CAPABILITIES: Readonly<Record<CapabilityName, (options: CapabilityOptions) => Capability | undefined>> =
  {
    actions: () => actions,
    conditions: () => conditions,
    cursors: () => cursors,
    idempotency: ({ idempotency, registry }) => idempotency && idempotencyKeys(idempotency, registry),
    operations: ({ operations, controllers }) =>
      operations === true ? atomicOperations(controllers) : undefined,
  }

/** The capabilities of an API. Throws a TypeError for an unknown name. */
export function capabilitiesOf(options: CapabilityOptions): readonly Capability[] {
  const { without = [] } = options
  const names = Object.keys(CAPABILITIES)
  const unknown = without.find((name) => !names.includes(name))
  if (unknown) throw new TypeError(`"without" contains "${unknown}". It can contain ${names.join(', ')}.`)
  return Object.entries(CAPABILITIES).flatMap(([name, capability]) =>
    without.some((left) => left === name) ? [] : (capability(options) ?? []),
  )
}
