import type { Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareAccess } from './compare-access.js'
import { compareAttributes } from './compare-attributes.js'
import { compareCollections } from './compare-collections.js'
import { compareDeprecations } from './compare-deprecations.js'
import { compareMembers } from './compare-members.js'
import { compareOwnActions } from './compare-own-actions.js'
import { compareQueries } from './compare-queries.js'
import { compareRelationships } from './compare-relationships.js'
import { withCauses } from './find-causes.js'
import { finding, type Finding, inOrder } from './rules.js'
import { writtenTypes, type BothWritten } from './written.js'

/**
 * Lists the changes between two contracts that matter to clients of the API: first those that break, then
 * those that may break, then additions. Each group is sorted by location. Dates are not considered here: see `dated`. This is a
 * pure function.
 *
 * ```ts
 * const breaking = compareContracts(base, head).filter(({ level }) => level === 'breaking');
 * ```
 */
export function compareContracts(base: Contract, head: Contract): readonly Finding[] {
  const [wrote, writes] = [writtenTypes(base), writtenTypes(head)]
  const found = [
    ...compareLimits(base, head),
    ...compareKeys(base, head),
    ...compareMembers(base.resources, head.resources, {
      removed: (type) => [finding('resource-removed', type, 'The resource has been removed')],
      added: (type) => [finding('resource-added', type, 'The resource is new')],
      both: (type, before, now) =>
        compareResource(type, before, now, { base: wrote(type), head: writes(type) }),
    }),
  ]
  return withCauses(inOrder(found), { base, head })
}

function compareResource(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  written: BothWritten,
): readonly Finding[] {
  return [
    compareAccess,
    compareOwnActions,
    compareAttributes,
    compareRelationships,
    compareQueries,
    compareCollections,
    compareDeprecations,
  ].flatMap((compare) => compare(type, base, head, written))
}

/** If the key is no longer read, a repeated write is performed twice. */
function compareKeys(
  { idempotency: took = false }: Contract,
  { idempotency: takes = false }: Contract,
): readonly Finding[] {
  if (took === takes) return []
  return takes
    ? [finding('keys-taken', 'idempotency', 'Writes now accept the header Idempotency-Key')]
    : [
        finding(
          'keys-refused',
          'idempotency',
          'Writes now ignore the header Idempotency-Key: a repeated request is executed twice',
        ),
      ]
}

function compareLimits({ limits: base }: Contract, { limits: head }: Contract): readonly Finding[] {
  return compareMembers(base, head, {
    removed: (name) => [finding('limit-grew', `limits.${name}`, 'The limit has been removed')],
    added: (name, now) => [
      finding('limit-shrank', `limits.${name}`, `There is now a limit of ${now}`, [undefined, now]),
    ],
    both(name, before, now) {
      if (before === now) return []
      const rule = now < before ? 'limit-shrank' : 'limit-grew'
      return [finding(rule, `limits.${name}`, `It was ${before} and is now ${now}`, [before, now])]
    },
  })
}
