import { isDefault } from '../../adapter/default-operations.js'
import type { HookConfig } from '../../declare/config.js'
import { hasPolicies } from '../../reader/policies/policies.js'
import type { CompiledResource } from '../../resource/compile.js'
import { perResource } from '../../resource/relations.js'

/** The operations of a Resource that a write calls. */
const OPERATIONS = [
  'create',
  'update',
  'destroy',
  'associate',
  'disassociate',
  'persistWithRelationships',
  'validate',
  'validateGraph',
  'resolve',
  'baseScope',
  'transaction',
] as const

/** The operations that only read. */
const READS: ReadonlySet<string> = new Set(['resolve', 'baseScope'])

/** The parts of an application that have to see the records of a resource one by one (rule 11.14). */
export interface Watchers {
  /** Whether each operation is overridden. */
  readonly overrides: Readonly<Record<(typeof OPERATIONS)[number], boolean>>
  /** The actions that have hooks. */
  readonly hooks: ReadonlySet<HookConfig['action']>
  /** Whether policies, scopes or validations look at records while a write runs or at its end. */
  readonly decidesOnRecords: boolean
  /**
   * Whether anything may come between the reads of a write and its commit: an override that may write or reject, a hook
   * before the commit, a policy, a version.
   */
  readonly comesBetween: boolean
  /** Whether only its key decides whether a record is there, and nothing looks at the record as it was. */
  readonly isFoundByKey: boolean
}

/** The watchers of a resource. */
export const watchersOf: (resource: CompiledResource) => Watchers = perResource((resource) => {
  const { instance, config } = resource
  const overrides = Object.fromEntries(
    OPERATIONS.map((operation) => [operation, !isDefault(instance[operation])]),
  ) as Watchers['overrides']
  const comesBetween =
    OPERATIONS.some((operation) => overrides[operation] && !READS.has(operation)) ||
    config.hooks.some(({ moment }) => moment === 'beforeCommit') ||
    config.version !== undefined ||
    hasPolicies(resource)
  return {
    overrides,
    hooks: new Set(config.hooks.map(({ action }) => action)),
    comesBetween,
    isFoundByKey:
      !(comesBetween || overrides.resolve || overrides.baseScope) &&
      config.defaultFilters.size + config.validations.length === 0 &&
      config.filters.get('id')?.filter === undefined &&
      [...config.attributes.values()].every(({ schema }) => !schema) &&
      // A store may find a string by a different spelling, but a number only by the same number.
      resource.key.length === 1 &&
      resource.key.every(({ type: { kind } }) => kind === 'integer' || kind === 'bigint'),
    decidesOnRecords:
      overrides.validateGraph || overrides.resolve || overrides.baseScope || hasPolicies(resource),
  }
})
