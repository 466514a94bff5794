import type { Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { own } from './compare-members.js'
import { type Finding, ORDER, type Rule } from './rules.js'

/** Two contracts, the older one first. */
interface Both {
  readonly base: Contract
  readonly head: Contract
}

/**
 * Adds its cause to each finding: for example, a filter is removed because its attribute is. Findings without a cause
 * are the original changes. This is a pure function.
 */
export function withCauses(findings: readonly Finding[], both: Both): readonly Finding[] {
  const known = new Set(findings.map(nameOf))
  const first = (causes: readonly Cause[]): Cause | undefined =>
    causes.find((cause) => known.has(nameOf(cause)))
  return findings.map((each) => {
    const ways = possibleCauses(each, both).map(first)
    // If one of several paths was removed for a different reason, the list itself was changed.
    const cause = ways.includes(undefined) ? undefined : ways[0]
    return withCause(each, cause ?? sameChange(each, findings))
  })
}

function withCause(each: Finding, cause: Cause | undefined): Finding {
  return cause ? { ...each, cause: { place: cause.place, rule: cause.rule } } : each
}

/** A change and its effects, in the order of the findings. */
export interface Change<Each extends Finding> {
  readonly cause: Each
  readonly effects: readonly Each[]
}

/** Groups findings by the change that caused them. An effect of an effect belongs to the first change. */
export function changesOf<Each extends Finding>(findings: readonly Each[]): readonly Change<Each>[] {
  const byName = new Map<string, readonly Each[]>()
  for (const each of findings) byName.set(nameOf(each), [...(byName.get(nameOf(each)) ?? []), each])
  const rootOf = (each: Each): Each => {
    const [cause, ...others] = (each.cause && byName.get(nameOf(each.cause))) ?? []
    if (!cause || cause === each) return each
    // One rule may produce several findings in the same location.
    return rootOf(others.find(({ message }) => message === each.message) ?? cause)
  }
  const roots = new Map<Each, Each[]>()
  for (const each of findings) {
    const root = rootOf(each)
    const effects = roots.get(root) ?? []
    roots.set(root, root === each ? effects : [...effects, each])
  }
  return [...roots].map(([cause, effects]) => ({ cause, effects }))
}

const nameOf = ({ place, rule }: Cause): string => `${place} ${rule}`

type Cause = NonNullable<Finding['cause']>

/**
 * The possible causes of a finding: locations that may have been removed or added together with its own. Each
 * path has its own list, because each has its own cause.
 */
function possibleCauses({ place, rule }: Finding, { base, head }: Both): readonly (readonly Cause[])[] {
  const end = rule.endsWith('-removed') ? 'removed' : ADDED.has(rule) ? 'added' : undefined
  if (!end) return []
  // The contract that contains the location comes first.
  const [here, other] = end === 'removed' ? [base, head] : [head, base]
  const { type, section, name } = partsOf(place)
  const [resource, there] = [own(here.resources, type), own(other.resources, type)]
  if (!resource || !there) return []
  switch (section) {
    case 'filters': {
      const field = fieldOfFilter(resource, name)
      return [[attribute(type, field, end), ...path(here, type, field.split('.'), end)]]
    }
    case 'sorts':
    case 'stats':
      return [[attribute(type, name, end), ...path(here, type, name.split('.'), end)]]
    case 'attributes':
      return rule.startsWith('attribute-') ? [] : [[attribute(type, name, end)]]
    case 'relationships': {
      if (rule.startsWith('input-')) return [[relationship(type, name, end)]]
      const types = own(resource.relationships, name)?.types ?? []
      const moved = types.filter((each) => !own(there.relationships, name)?.types.includes(each))
      return moved.map((each) => [{ place: each, rule: `resource-${end}` }])
    }
    case 'includes':
      return pathsOnOneSide(resource, there, name).map((each) => path(here, type, each.split('.'), end))
    default:
      return []
  }
}

/**
 * The additions that may accompany a new attribute or relationship. A new requirement is a separate change, because it
 * breaks clients.
 */
const ADDED: ReadonlySet<Rule> = new Set([
  'attribute-added',
  'filter-added',
  'include-added',
  'input-added',
  'relationship-added',
  'relationship-target-added',
  'sort-added',
  'stat-added',
])

type End = 'removed' | 'added'

const attribute = (type: string, name: string, end: End): Cause => ({
  place: `${type}.attributes.${name}`,
  rule: `attribute-${end}`,
})

const relationship = (type: string, name: string, end: End): Cause => ({
  place: `${type}.relationships.${name}`,
  rule: `relationship-${end}`,
})

/** The relationships on a path, and the attribute at its end: any of them may have been removed. */
function path(
  contract: Contract,
  type: string,
  [name = '', ...rest]: readonly string[],
  end: End,
): readonly Cause[] {
  const next = own(contract.resources, type)?.relationships
  const types = (next && own(next, name)?.types) ?? []
  return [
    relationship(type, name, end),
    ...types.flatMap((each) => {
      const [field] = rest
      if (field === undefined) return []
      return rest.length === 1
        ? [attribute(each, field, end), relationship(each, field, end)]
        : path(contract, each, rest, end)
    }),
  ]
}

/** The include paths that only one of the contracts permits for an action. */
function pathsOnOneSide(here: ResourceContract, there: ResourceContract, action: string): readonly string[] {
  const [paths = [], others = []] = [here, there].map((each) => {
    const includes = each?.includes ?? {}
    return own<readonly string[] | undefined>(includes, action) ?? includes.default
  })
  return paths.filter((each) => !others.includes(each))
}

/** The name of a filter that has an alias. */
export const fieldOfFilter = ({ filters }: ResourceContract, name: string): string =>
  Object.entries(filters).find(([, { aliases }]) => aliases.includes(name))?.[0] ?? name

/** Sections whose members are parts of one field, the main section first. */
const SECTIONS = ['attributes', 'extraFields', 'relationships', 'filters', 'sorts', 'stats']

/** Sections where one line of the schema covers several members. */
const SHARED = ['includes', 'scopes']

/** Sections that may be filled by defaults for all resources. */
const DEFAULTS = ['scopes']

/** The worst finding with the same effect on the same field: a guard that closes an attribute also closes its filter. */
function sameChange(each: Finding, findings: readonly Finding[]): Cause | undefined {
  const { type, section, name } = partsOf(each.place)
  const isShared = SHARED.includes(section)
  if (!isShared && !SECTIONS.includes(section)) return undefined
  const first = findings
    .filter((other) => {
      if (other.message !== each.message) return false
      const parts = partsOf(other.place)
      if (parts.type !== type && !DEFAULTS.includes(section)) return false
      return isShared
        ? parts.section === section && other.rule === each.rule
        : SECTIONS.includes(parts.section) && parts.name === name
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0]
  return first === each ? undefined : first
}

const rankOf = ({ level, place, rule }: Finding): number =>
  ORDER[level] * 100 + SECTIONS.indexOf(partsOf(place).section) * 2 + (rule.startsWith('input-') ? 1 : 0)

/** The type, the section and the name in a place. */
export function partsOf(place: string): {
  readonly type: string
  readonly section: string
  readonly name: string
} {
  const [, type = '', section = '', name = ''] = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(place) ?? []
  return { type, section, name }
}
