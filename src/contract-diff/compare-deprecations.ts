import type { Deprecation, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { quoted } from '../diagnostic/words.js'
import { compareMembers } from './compare-members.js'
import { finding, type Finding } from './rules.js'

/** Compares what a resource and its parts say about their own removal. */
export function compareDeprecations(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  return [
    ...compareDeprecation(type, base.deprecated, head.deprecated),
    ...SECTIONS.flatMap((section) =>
      compareMembers<Deprecable>(base[section] ?? {}, head[section] ?? {}, {
        removed: () => [],
        added: () => [],
        both: (name, before, now) =>
          compareDeprecation(`${type}.${section}.${name}`, before.deprecated, now.deprecated),
      }),
    ),
    ...compareMembers(sortsOf(base), sortsOf(head), {
      removed: () => [],
      added: () => [],
      both: (name, before, now) =>
        compareDeprecation(`${type}.sorts.${name}`, before.deprecated, now.deprecated),
    }),
  ]
}

interface Deprecable {
  readonly deprecated?: Deprecation | undefined
}

const SECTIONS = ['attributes', 'extraFields', 'relationships', 'filters', 'stats', 'ownActions'] as const

const sortsOf = ({ sorts, deprecatedSorts = {} }: ResourceContract): Readonly<Record<string, Deprecable>> =>
  Object.fromEntries(
    Object.keys(sorts).map((name) => [
      name,
      { deprecated: Object.hasOwn(deprecatedSorts, name) ? deprecatedSorts[name] : undefined },
    ]),
  )

function compareDeprecation(
  place: string,
  base: Deprecation | undefined,
  head: Deprecation | undefined,
): readonly Finding[] {
  const values = [base, head]
  if (!base) {
    return head ? [finding('deprecation-added', place, `It is deprecated since ${told(head)}`, values)] : []
  }
  if (!head) return [finding('deprecation-withdrawn', place, 'It is no longer deprecated', values)]
  const [before, now] = [base.sunset, head.sunset]
  if (before !== now) {
    if (before === undefined) {
      return [finding('sunset-added', place, `It may be gone from ${now} on`, values)]
    }
    const date = now === undefined ? 'has no date now' : `may now be gone from ${now} on`
    const rule = now !== undefined && now < before ? 'sunset-earlier' : 'sunset-later'
    return [finding(rule, place, `Its removal was announced for ${before}, and it ${date}`, values)]
  }
  if (base.since === head.since && base.use === head.use) return []
  return [finding('deprecation-changed', place, `It is now deprecated since ${told(head)}`, values)]
}

const told = ({ since, sunset, use }: Deprecation): string =>
  [
    since,
    ...(sunset === undefined ? [] : [`it may be gone from ${sunset} on`]),
    ...(use === undefined ? [] : [`${quoted(use)} replaces it`]),
  ].join('; ')
