import type { FilterContract, ResourceContract, StatContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'
import { compareLists, compareMembers, withNames } from './compare-members.js'
import { changesOfInput, type TypeChange } from './compare-values.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding, type Rule } from './rules.js'

/** Compares what a request for a resource may use: filters, sorts and statistics. */
export function compareQueries(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  return [
    ...compareFilters(type, base, head),
    ...compareDefaultFilters(type, base, head),
    ...compareMembers(
      open(base.sorts, (who) => who),
      open(head.sorts, (who) => who),
      {
        removed: (name) => [
          finding('sort-removed', `${type}.sorts.${name}`, 'Requests can no longer sort by it'),
        ],
        added: (name) => [finding('sort-added', `${type}.sorts.${name}`, 'Requests can now sort by it')],
        both: (name, before, now) => compareWho('sort', `${type}.sorts.${name}`, before, now),
      },
    ),
    ...compareMembers(
      open(base.stats, ({ who }) => who),
      open(head.stats, ({ who }) => who),
      {
        removed: (name) => [finding('stat-removed', `${type}.stats.${name}`, 'It is no longer computed')],
        added: (name) => [finding('stat-added', `${type}.stats.${name}`, 'It can now be computed')],
        both: (name, before, now) => compareStat(`${type}.stats.${name}`, before, now),
      },
    ),
  ]
}

/** The queries that at least some clients may use. */
const open = <Value>(
  members: Readonly<Record<string, Value>>,
  whoOf: (value: Value) => Who,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => whoOf(value) !== false))

function compareStat(place: string, base: StatContract, head: StatContract): readonly Finding[] {
  const { removed, added } = compareLists(base.calculations, head.calculations)
  return [
    ...compareWho('stat', place, base.who, head.who),
    ...namesChanged('stat-removed', place, 'It no longer has the calculation', removed),
    ...namesChanged('stat-added', place, 'It now also has the calculation', added),
  ]
}

/** A finding for the names that a list has lost or gained, if there are any. */
const namesChanged = (
  rule: Rule,
  place: string,
  what: string,
  names: readonly string[],
): readonly Finding[] =>
  names.length === 0 ? [] : [finding(rule, place, withNames(what, names), names.toSorted())]

function compareFilters(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  const at = (name: string): string => `${type}.filters.${name}`
  const groups =
    base.groups === head.groups
      ? []
      : [
          head.groups
            ? finding(
                'filter-groups-added',
                `${type}.filters`,
                'Filters can now be combined with and, or and not',
              )
            : finding(
                'filter-groups-removed',
                `${type}.filters`,
                'Filters can no longer be combined with and, or and not',
              ),
        ]
  const found = compareMembers(spelled(base), spelled(head), {
    removed: (name) => [finding('filter-removed', at(name), 'Requests can no longer filter by it')],
    added: (name, now) =>
      now.required && now.filter.required && !now.isAlias
        ? [finding('filter-required', at(name), 'Every request must now use it', ['new'])]
        : [finding('filter-added', at(name), 'Requests can now filter by it')],
    both: (name, before, now) => [
      ...compareFilter(at(name), before.filter, now.filter, now.isAlias),
      ...(before.isAlias === now.isAlias
        ? []
        : [
            finding(
              'filter-renamed',
              at(name),
              now.isAlias
                ? 'It is now an alias: requests still work, and generated clients use a different name'
                : 'It was an alias: generated clients now use this name',
            ),
          ]),
    ],
  })
  return [...groups, ...found]
}

interface Spelled {
  readonly filter: FilterContract
  readonly isAlias: boolean
  readonly required: boolean
}

/** Every name that a request may use, including aliases. */
function spelled({ filters }: ResourceContract): Readonly<Record<string, Spelled>> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      filter.who === false
        ? []
        : [name, ...filter.aliases].map((each) => [
            each,
            { filter, isAlias: each !== name, required: filter.required },
          ]),
    ),
  )
}

function compareFilter(
  place: string,
  base: FilterContract,
  head: FilterContract,
  isAlias: boolean,
): readonly Finding[] {
  const { removed, added } = compareLists(base.operators, head.operators)
  const found = [
    ...compareWho('filter', place, base.who, head.who),
    ...namesChanged('filter-operator-removed', place, 'It no longer accepts the operator', removed),
    ...namesChanged('filter-operator-added', place, 'It now also accepts the operator', added),
  ]
  if (base.required !== head.required && !isAlias) {
    found.push(
      head.required
        ? finding('filter-required', place, 'Every request must now use it')
        : finding('filter-optional', place, 'It is now optional'),
    )
  }
  for (const { what, told, values } of changesOfFilter(base, head)) {
    const isLess = what === 'other' || what === 'narrower' || what === 'never-null' || what === 'shrank'
    found.push(finding(isLess ? 'filter-narrowed' : 'filter-widened', place, told, values))
  }
  if (becomesList(base, head) && hasCommas(base)) {
    found.push(
      finding(
        'filter-meaning-changed',
        place,
        'A comma now separates values; previously, it was part of a value',
        ['list'],
      ),
    )
  }
  if (base.custom !== head.custom) {
    found.push(
      head.custom && !head.list
        ? finding(
            'filter-narrowed',
            place,
            'It now accepts only a single value, which is passed to a method of the application',
            ['custom'],
          )
        : finding('filter-meaning-changed', place, 'It is now applied in a different way', ['custom']),
    )
  }
  if (base.ids !== head.ids) {
    found.push(
      head.ids
        ? finding('filter-narrowed', place, 'Its values are now ids, and each id has only one valid form', [
            'ids',
          ])
        : finding('filter-widened', place, 'Its values are no longer ids', ['ids']),
    )
  }
  if (JSON.stringify(base.through) !== JSON.stringify(head.through)) {
    const message = 'It now goes through different relationships'
    found.push(finding('filter-meaning-changed', place, message, ['through', base.through, head.through]))
  }
  return found
}

/**
 * A method that now receives several values still receives each single value as before. Only text with a comma becomes
 * several values (rule 14.3).
 */
const becomesList = (base: FilterContract, head: FilterContract): boolean =>
  base.custom && head.custom && !base.list && head.list === true

function changesOfFilter(base: FilterContract, head: FilterContract): readonly TypeChange[] {
  if (!becomesList(base, head)) return changesOfGiven(base, head)
  const changes = changesOfInput({ ...base, list: true }, head)
  const hasKind = changes.some(({ what }) => what === 'other' || what === 'wider' || what === 'narrower')
  if (hasKind || hasCommas(base)) return changes
  return [...changes, { what: 'wider', told: 'It now accepts several values', values: ['list'] }]
}

/** Clients send a value of any type as text, so a filter that accepts text still accepts it. */
function changesOfGiven(base: FilterContract, head: FilterContract): readonly TypeChange[] {
  const changes = changesOfInput(base, head)
  const takesAll = base.custom && head.custom && base.list === head.list && head.type === 'string'
  if (!takesAll || base.type === 'json') return changes
  return changes.map((each) => (each.what === 'other' ? { ...each, what: 'wider' } : each))
}

const hasCommas = ({ type, values = [] }: FilterContract): boolean =>
  type === 'string' || type === 'json' || values.some((each) => each.includes(','))

function compareDefaultFilters(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const at = (name: string): string => `${type}.defaultFilters.${name}`
  return compareMembers(base.defaultFilters, head.defaultFilters, {
    removed: (name, before) => [
      finding('default-filter-removed', at(name), 'More records are shown by default', [before]),
    ],
    added: (name, now) => [
      finding('default-filter-added', at(name), 'Fewer records are shown by default', [now]),
    ],
    both: (name, before, now) =>
      JSON.stringify(before) === JSON.stringify(now)
        ? []
        : [
            finding('default-filter-changed', at(name), 'Different records are shown by default', [
              before,
              now,
            ]),
          ],
  })
}
