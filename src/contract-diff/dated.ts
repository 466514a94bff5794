import type { Contract, Deprecable, Deprecation } from '@jsonapi-gen/runtime/vocabulary'
import { own } from './compare-members.js'
import { changesOf, fieldOfFilter, partsOf } from './find-causes.js'
import { type Finding, inOrder, type Rule } from './rules.js'

/**
 * Takes the announced dates into account. A removal on or after its date is announced, and so are its effects. A new
 * date that has already come breaks clients. `today` is a day, such as `2027-01-31`. This is a pure function.
 */
export function dated(
  findings: readonly Finding[],
  { base, head }: { readonly base: Contract; readonly head: Contract },
  today: string,
): readonly Finding[] {
  const hasCome = (deprecations: readonly Deprecation[]): boolean =>
    deprecations.some(({ sunset }) => sunset !== undefined && sunset <= today)
  const announced = new Set(
    changesOf(findings).flatMap(({ cause, effects }) => {
      const gone = [cause, ...effects].filter((each) => hasCome(announcedFor(each, base)))
      return gone.includes(cause) ? [cause, ...effects] : gone
    }),
  )
  return inOrder(
    findings.map((each) => {
      if (announced.has(each) && each.level !== 'addition') return { ...each, level: 'announced' }
      const isLate = SETS_DATE.has(each.rule) && hasCome(deprecationAt(each.place, head))
      return isLate ? { ...each, level: 'breaking' } : each
    }),
  )
}

/** The rules of parts that requests can no longer use at all. */
const REMOVED: ReadonlySet<Rule> = new Set<Rule>([
  'resource-removed',
  'attribute-removed',
  'input-removed',
  'relationship-removed',
  'extra-field-removed',
  'filter-removed',
  'sort-removed',
  'stat-removed',
  'own-action-removed',
  'action-closed',
])

/** The rules for a new date. */
const SETS_DATE: ReadonlySet<Rule> = new Set<Rule>(['deprecation-added', 'sunset-added'])

/** The deprecations that announced a removal: that of the part, and that of its resource. */
function announcedFor({ place, rule }: Finding, base: Contract): readonly Deprecation[] {
  const { type } = partsOf(place)
  const whole = own(base.resources, type)?.deprecated
  return REMOVED.has(rule) ? [...deprecationAt(place, base), ...(whole ? [whole] : [])] : []
}

/** The deprecation of the part in a place of a contract, as a list of at most one. */
function deprecationAt(place: string, { resources }: Contract): readonly Deprecation[] {
  const { type, section, name } = partsOf(place)
  const resource = own(resources, type)
  if (!resource) return []
  switch (section) {
    case '':
      return resource.deprecated ? [resource.deprecated] : []
    case 'filters':
      return deprecated(own(resource.filters, fieldOfFilter(resource, name)))
    case 'sorts':
      return deprecated({ deprecated: own(resource.deprecatedSorts ?? {}, name) })
    case 'attributes':
    case 'extraFields':
    case 'relationships':
    case 'stats':
    case 'actions':
    case 'ownActions':
      return deprecated(own<Deprecable>(resource[section] ?? {}, name))
    default:
      return []
  }
}

const deprecated = (part: Deprecable | undefined): readonly Deprecation[] =>
  part?.deprecated ? [part.deprecated] : []
