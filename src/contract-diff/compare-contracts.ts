import type { Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareAccess } from './compare-access.js'
import { compareAttributes } from './compare-attributes.js'
import { compareCollections } from './compare-collections.js'
import { compareMembers } from './compare-members.js'
import { compareOwnActions } from './compare-own-actions.js'
import { compareQueries } from './compare-queries.js'
import { compareRelationships } from './compare-relationships.js'
import { finding, type Finding, type Level } from './rules.js'
import { writtenTypes, type BothWritten } from './written.js'

/**
 * What changed between two contracts, for those who call the API (rule 28.1): what breaks first, then what may, then what is added;
 * within these by place. Pure.
 *
 * ```ts
 * const breaking = compareContracts(base, head).filter(({ level }) => level === 'breaking')
 * ```
 */
export function compareContracts(base: Contract, head: Contract): readonly Finding[] {
  const [wrote, writes] = [writtenTypes(base), writtenTypes(head)]
  const found = [
    ...compareLimits(base, head),
    ...compareKeys(base, head),
    ...compareMembers(base.resources, head.resources, {
      removed: (type) => [finding('resource-removed', type, 'The type is gone')],
      added: (type) => [finding('resource-added', type, 'The type is new')],
      both: (type, before, now) =>
        compareResource(type, before, now, { base: wrote(type), head: writes(type) }),
    }),
  ]
  return found.toSorted(
    (one, other) =>
      ORDER[one.level] - ORDER[other.level] ||
      compared(one.place, other.place) ||
      compared(one.rule, other.rule),
  )
}

const ORDER: Readonly<Record<Level, number>> = { breaking: 0, risky: 1, addition: 2 }

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

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
  ].flatMap((compare) => compare(type, base, head, written))
}

/** A write that is repeated without its key being read is done twice. */
function compareKeys(
  { idempotency: took = false }: Contract,
  { idempotency: takes = false }: Contract,
): readonly Finding[] {
  if (took === takes) return []
  return takes
    ? [finding('keys-taken', 'idempotency', 'Writes take the header Idempotency-Key')]
    : [
        finding(
          'keys-refused',
          'idempotency',
          'Writes ignore the header Idempotency-Key: one that is repeated is done twice',
        ),
      ]
}

function compareLimits({ limits: base }: Contract, { limits: head }: Contract): readonly Finding[] {
  return compareMembers(base, head, {
    removed: (name) => [finding('limit-grew', `limits.${name}`, 'There is no such limit any more')],
    added: (name, now) => [finding('limit-shrank', `limits.${name}`, `There is a limit of ${now}`)],
    both(name, before, now) {
      if (before === now) return []
      const rule = now < before ? 'limit-shrank' : 'limit-grew'
      return [finding(rule, `limits.${name}`, `It was ${before}, and is ${now}`)]
    },
  })
}
