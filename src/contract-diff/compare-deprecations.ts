import type {
  ActionContract,
  Deprecable,
  Deprecation,
  ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { quoted } from '../diagnostic/words.js'
import { compareMembers, own } from './compare-members.js'
import { finding, type Finding } from './rules.js'

/** Compares what a resource and its parts say about their own removal. */
export function compareDeprecations(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const compare = (section: string, before: Parts, now: Parts): readonly Finding[] =>
    compareMembers(before, now, {
      removed: () => [],
      added: () => [],
      both: (name, one, other) =>
        compareDeprecation(`${type}.${section}.${name}`, one.deprecated, other.deprecated),
    })
  return [
    ...compareDeprecation(type, base.deprecated, head.deprecated),
    ...SECTIONS.flatMap((section) => compare(section, base[section] ?? {}, head[section] ?? {})),
    ...compare('sorts', sortsOf(base), sortsOf(head)),
    ...compare('actions', actionsAsIn(base, head), head.actions),
  ]
}

type Parts = Readonly<Record<string, Deprecable>>

const SECTIONS = ['attributes', 'extraFields', 'relationships', 'filters', 'stats', 'ownActions'] as const

/** The actions, except those that only one of the contracts serves: these are opened or closed. */
const actionsAsIn = (base: ResourceContract, { actions }: ResourceContract): Parts =>
  Object.fromEntries(
    Object.entries(base.actions).filter(([name, each]) => isServed(each) === isServed(own(actions, name))),
  )

const isServed = (action: ActionContract | undefined): boolean =>
  action !== undefined && action.address && action.who !== false

const sortsOf = ({ sorts, deprecatedSorts = {} }: ResourceContract): Parts =>
  Object.fromEntries(Object.keys(sorts).map((name) => [name, { deprecated: own(deprecatedSorts, name) }]))

function compareDeprecation(
  place: string,
  base: Deprecation | undefined,
  head: Deprecation | undefined,
): readonly Finding[] {
  const values = [base, head]
  if (!base) {
    return head ? [finding('deprecation-added', place, `It is deprecated as of ${told(head)}`, values)] : []
  }
  if (!head) return [finding('deprecation-withdrawn', place, 'It is no longer deprecated', values)]
  const [before, now] = [base.sunset, head.sunset]
  if (before !== now) {
    if (before === undefined) {
      return [finding('sunset-added', place, `It may be removed on or after ${now}`, values)]
    }
    const date = now === undefined ? 'no longer has a date' : `may now be removed on or after ${now}`
    const rule = now !== undefined && now < before ? 'sunset-earlier' : 'sunset-later'
    return [finding(rule, place, `Its removal was announced for ${before}, and it ${date}`, values)]
  }
  if (base.since === head.since && base.use === head.use) return []
  return [finding('deprecation-changed', place, `It is now deprecated as of ${told(head)}`, values)]
}

const told = ({ since, sunset, use }: Deprecation): string =>
  [
    since,
    ...(sunset === undefined ? [] : [`it may be removed on or after ${sunset}`]),
    ...(use === undefined ? [] : [`${quoted(use)} replaces it`]),
  ].join('; ')
