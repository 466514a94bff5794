import type { FilterContract, ResourceContract, StatContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'
import { compareLists, compareMembers } from './compare-members.js'
import { changesOfInput, type TypeChange } from './compare-values.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'

/** Compares what a request of a resource may ask: filters, sorts and statistics. */
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
          finding('sort-removed', `${type}.sorts.${name}`, 'Requests can not sort by it any more'),
        ],
        added: (name) => [finding('sort-added', `${type}.sorts.${name}`, 'It can be sorted by')],
        both: (name, before, now) => compareWho('sort', `${type}.sorts.${name}`, before, now),
      },
    ),
    ...compareMembers(
      open(base.stats, ({ who }) => who),
      open(head.stats, ({ who }) => who),
      {
        removed: (name) => [finding('stat-removed', `${type}.stats.${name}`, 'It is not computed any more')],
        added: (name) => [finding('stat-added', `${type}.stats.${name}`, 'It can be computed')],
        both: (name, before, now) => compareStat(`${type}.stats.${name}`, before, now),
      },
    ),
  ]
}

/** What somebody may use. */
const open = <Value>(
  members: Readonly<Record<string, Value>>,
  whoOf: (value: Value) => Who,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => whoOf(value) !== false))

function compareStat(place: string, base: StatContract, head: StatContract): readonly Finding[] {
  const { removed, added } = compareLists(base.calculations, head.calculations)
  return [
    ...compareWho('stat', place, base.who, head.who),
    ...(removed.length === 0
      ? []
      : [finding('stat-removed', place, `It has no ${removed.join(', ')} any more`)]),
    ...(added.length === 0 ? [] : [finding('stat-added', place, `It also has ${added.join(', ')}`)]),
  ]
}

function compareFilters(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  const at = (name: string): string => `${type}.filters.${name}`
  const groups =
    base.groups === head.groups
      ? []
      : [
          head.groups
            ? finding('filter-groups-added', `${type}.filters`, 'They may be put into groups')
            : finding('filter-groups-removed', `${type}.filters`, 'They can not be put into groups any more'),
        ]
  const found = compareMembers(spelled(base), spelled(head), {
    removed: (name) => [finding('filter-removed', at(name), 'Requests can not filter by it any more')],
    added: (name, now) =>
      now.required && now.filter.required && !now.isAlias
        ? [finding('filter-required', at(name), 'Every request has to use it')]
        : [finding('filter-added', at(name), 'It can be filtered by')],
    both: (name, before, now) => [
      ...compareFilter(at(name), before.filter, now.filter, now.isAlias),
      ...(before.isAlias === now.isAlias
        ? []
        : [
            finding(
              'filter-renamed',
              at(name),
              now.isAlias
                ? 'It is an alias now: requests go on, and generated clients have another name for it'
                : 'It was an alias, and generated clients have this name for it now',
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

/** Every name that a request may spell: an alias is a name like any other. */
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
  const found = [...compareWho('filter', place, base.who, head.who)]
  const { removed, added } = compareLists(base.operators, head.operators)
  if (removed.length > 0) {
    found.push(finding('filter-operator-removed', place, `It takes no ${removed.join(', ')} any more`))
  }
  if (added.length > 0) {
    found.push(finding('filter-operator-added', place, `It also takes ${added.join(', ')}`))
  }
  if (base.required !== head.required && !isAlias) {
    found.push(
      head.required
        ? finding('filter-required', place, 'Every request has to use it')
        : finding('filter-optional', place, 'A request may leave it out'),
    )
  }
  for (const { what, told } of changesOfFilter(base, head)) {
    const isLess = what === 'other' || what === 'narrower' || what === 'never-null' || what === 'shrank'
    found.push(finding(isLess ? 'filter-narrowed' : 'filter-widened', place, told))
  }
  if (becomesList(base, head) && hasCommas(base)) {
    found.push(finding('filter-meaning-changed', place, 'A comma divides its values, and was part of one'))
  }
  if (base.custom !== head.custom) {
    found.push(
      head.custom && !head.list
        ? finding('filter-narrowed', place, 'A method of the application takes one value of it')
        : finding('filter-meaning-changed', place, 'It is applied in another way'),
    )
  }
  if (base.ids !== head.ids) {
    found.push(
      head.ids
        ? finding('filter-narrowed', place, 'Its values are ids, which have one spelling')
        : finding('filter-widened', place, 'Its values are not ids any more'),
    )
  }
  if (JSON.stringify(base.through) !== JSON.stringify(head.through)) {
    found.push(finding('filter-meaning-changed', place, 'It leads through other relationships'))
  }
  return found
}

/** A method that is given several values gets each single one as before; only a text with a comma becomes several (rule 14.3). */
const becomesList = (base: FilterContract, head: FilterContract): boolean =>
  base.custom && head.custom && !base.list && head.list === true

function changesOfFilter(base: FilterContract, head: FilterContract): readonly TypeChange[] {
  if (!becomesList(base, head)) return changesOfGiven(base, head)
  const changes = changesOfInput({ ...base, list: true }, head)
  const hasKind = changes.some(({ what }) => what === 'other' || what === 'wider' || what === 'narrower')
  if (hasKind || hasCommas(base)) return changes
  return [...changes, { what: 'wider', told: 'It takes several values' }]
}

/** What a client sends for a value of any type is a text, and nobody answers it: a method that takes texts takes it too. */
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
    removed: (name) => [finding('default-filter-removed', at(name), 'Records are shown that were not')],
    added: (name) => [finding('default-filter-added', at(name), 'Records are not shown any more')],
    both: (name, before, now) =>
      JSON.stringify(before) === JSON.stringify(now)
        ? []
        : [finding('default-filter-changed', at(name), 'Other records are shown')],
  })
}
