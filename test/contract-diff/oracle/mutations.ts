import type { Dice } from '../../support/dice.js'
import type {
  Offer,
  OfferedAttribute,
  OfferedFilter,
  OfferedResource,
  OfferedSideload,
  Open,
} from './offer.js'

/**
 * A schema after some random changes, and the names of the changes. A change that adds a guard uses the given
 * one.
 */
export function mutated(
  offer: Offer,
  times: number,
  dice: Dice,
  guard: string,
): { readonly offer: Offer; readonly names: readonly string[] } {
  const copy = structuredClone(offer)
  const names: string[] = []
  const mutations = Object.entries(mutationsWith(guard))
  for (let tries = 0; names.length < times && tries < 100; tries++) {
    const type = dice.of(Object.keys(copy.resources))
    const resource = copy.resources[type]
    const [name, change] = dice.of(mutations)
    if (resource && change(resource, dice, type, copy)) names.push(`${type}: ${name}`)
  }
  return { offer: copy, names }
}

/** Changes a resource in place, and returns whether the change was possible. */
type Mutation = (resource: OfferedResource, dice: Dice, type: string, offer: Offer) => boolean

function mutationsWith(name: string): Readonly<Record<string, Mutation>> {
  const guard = guardWith(name)
  return {
    'resource removed': (_, __, ___, { resources }) => {
      const isUsed = Object.values(resources).some(({ sideloads }) =>
        Object.values(sideloads).some(({ resource }) => resource === 'writers'),
      )
      return !isUsed && delete resources['writers']
    },
    'action closed': ({ actions }, { of }) => {
      const name = of(['index', 'show', 'create', 'update', 'destroy'] as const)
      return set(actions, name, !actions[name])
    },
    'action guarded': ({ actions }, { of }) =>
      guard(actions, of(['index', 'show', 'create', 'update', 'destroy'] as const)),
    'client ids': (resource, { of }) =>
      set(resource, 'clientIds', of(['forbidden', 'allowed', 'required'] as const)),
    'attribute removed': ({ attributes, filters, stats, defaultSort }, dice) => {
      const name = dice.of(Object.keys(attributes))
      if (defaultSort.some((key) => key.endsWith(name)) || attributes[name]?.required) return false
      delete filters[name]
      delete stats[name]
      return delete attributes[name]
    },
    'attribute renamed': ({ attributes, filters, stats, defaultSort }, { of }) => {
      const name = of(Object.keys(attributes))
      const attribute = attributes[name]
      if (!attribute || name.endsWith('2') || defaultSort.some((key) => key.endsWith(name))) return false
      attributes[`${name}2`] = { column: name, ...attribute }
      delete filters[name]
      delete stats[name]
      return delete attributes[name]
    },
    'attribute nullable': (resource, dice) =>
      onAttribute(resource, dice, (attribute, name) => {
        if (!['rating', 'at', 'bio', 'website', 'twitter'].includes(name.replace('2', ''))) return false
        const { type = '' } = attribute
        return set(attribute, 'type', type.endsWith('?') ? type.slice(0, -1) : `${type}?`)
      }),
    'attribute type': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        const other = { integer: 'bigint', bigint: 'integer', datetime: 'date' }[attribute.type ?? '']
        if (other === undefined || attribute.default !== undefined) return false
        delete attribute.minimum
        delete attribute.maximum
        return set(attribute, 'type', other)
      }),
    'enum changed': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        if (!attribute.enum) return false
        return set(
          attribute,
          'enum',
          dice.of([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', 'c']]),
        )
      }),
    'enum to text': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        if (!attribute.enum) return false
        delete attribute.enum
        return set(attribute, 'type', 'string')
      }),
    'attribute hidden': (resource, dice) => onAttribute(resource, dice, (each) => toggle(each, 'readable')),
    'attribute guarded': (resource, dice) => onAttribute(resource, dice, (each) => guard(each, 'readable')),
    'attribute read-only': (resource, dice) =>
      onAttribute(resource, dice, (each) => toggle(each, 'writable')),
    'attribute written by members': (resource, dice) =>
      onAttribute(resource, dice, (each) => guard(each, 'writable')),
    'attribute unsorted': (resource, dice) =>
      onAttribute(
        resource,
        dice,
        (each, name) => !resource.defaultSort.some((key) => key.endsWith(name)) && toggle(each, 'sortable'),
      ),
    'attribute sorted by members': (resource, dice) =>
      onAttribute(
        resource,
        dice,
        (each, name) => !resource.defaultSort.some((key) => key.endsWith(name)) && guard(each, 'sortable'),
      ),
    'attribute required': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        if (attribute.writable === false) return false
        if (attribute.default !== undefined) return delete attribute.default
        const preset = attribute.enum ? 'a' : attribute.type === 'string' ? 'preset' : undefined
        return attribute.format === undefined && preset !== undefined && set(attribute, 'default', preset)
      }),
    'default changed': (resource, dice) =>
      onAttribute(
        resource,
        dice,
        (attribute) => attribute.type === 'integer' && set(attribute, 'default', dice.of([1, 2, 3])),
      ),
    'length changed': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        if (!attribute.type?.startsWith('string') || attribute.format !== undefined) return false
        return dice.below(2) === 0
          ? set(attribute, 'minLength', dice.of([1, 2, 3]))
          : set(attribute, 'maxLength', dice.of([12, 18, 25, 50]))
      }),
    'bound changed': (resource, dice) =>
      onAttribute(resource, dice, (attribute) => {
        if (attribute.type !== 'integer') return false
        return dice.below(2) === 0
          ? set(attribute, 'minimum', dice.of([-5, 0, 1]))
          : set(attribute, 'maximum', dice.of([500, 1000, 2000]))
      }),
    'filter removed': ({ filters }, { of }) => removed(filters, of),
    'filter operators': (resource, dice) =>
      onFilter(resource, dice, (filter) => {
        const all = ['eq', 'gt', 'prefix', 'contains'].filter((each) => filter.operators.includes(each))
        if (all.length === 0) return false
        return set(filter, 'operators', [dice.of(all)])
      }),
    'filter required': (resource, dice) =>
      onFilter(
        resource,
        dice,
        (filter, path) =>
          !path.includes('.') && filter.operators.includes('eq') && toggle(filter, 'required', false),
      ),
    'filter guarded': (resource, dice) =>
      onFilter(resource, dice, (filter) => {
        if (filter.if === undefined) return set(filter, 'if', name)
        return delete filter.if
      }),
    'filter alias removed': (resource, dice) =>
      onFilter(resource, dice, (filter) => filter.aliases !== undefined && delete filter.aliases),
    'default filter': (resource, { of }) => {
      const [name, filter] = of<[string, object]>([
        ['views', { gt: 15 }],
        ['views', { gt: 0 }],
        ['approved', { eq: true }],
        ['name', { prefix: 'n' }],
      ])
      const { type } = resource.attributes[name] ?? {}
      if (type === undefined || type === 'bigint') return false
      const before = resource.defaultFilters ?? {}
      if (JSON.stringify(before[name]) === JSON.stringify(filter)) {
        delete resource.defaultFilters
        return true
      }
      return set(resource, 'defaultFilters', { [name]: filter })
    },
    'stat removed': ({ stats }, { of }) => removed(stats, of),
    'calculation removed': ({ stats }, { of }) => {
      if (Object.keys(stats).length === 0) return false
      const all = stats[of(Object.keys(stats))] ?? []
      return all.length > 1 && all.pop() !== undefined
    },
    'extra field': (resource) => {
      const { extraFields } = resource
      if ('words' in extraFields) return delete extraFields['words']
      return set(extraFields, 'words', 'integer')
    },
    'relationship removed': ({ sideloads, filters, sideloadWhitelist }, { of }) => {
      if (sideloadWhitelist) return false
      for (const name of Object.keys(filters)) if (name.includes('.')) delete filters[name]
      return removed(sideloads, of)
    },
    'relationship target': (resource, dice, _, offer) =>
      onSideload(resource, dice, (sideload) => {
        if (sideload.kind !== 'belongsTo' || !offer.resources['writers']) return false
        if (sideload.resource !== 'people' && sideload.resource !== 'writers') return false
        return set(sideload, 'resource', sideload.resource === 'people' ? 'writers' : 'people')
      }),
    'relationship cardinality': (resource, dice) =>
      onSideload(resource, dice, (sideload, name) => {
        if (name !== 'profile') return false
        return set(sideload, 'kind', sideload.kind === 'hasOne' ? 'hasMany' : 'hasOne')
      }),
    'relationship hidden': (resource, dice) =>
      onSideload(resource, dice, (each, name) => !usesIn(resource, name) && toggle(each, 'readable')),
    'relationship guarded': (resource, dice) =>
      onSideload(resource, dice, (each, name) => !usesIn(resource, name) && guard(each, 'readable')),
    'relationship read-only': (resource, dice) =>
      onSideload(resource, dice, (each) => toggle(each, 'writable')),
    'relationship written by members': (resource, dice) =>
      onSideload(resource, dice, (each) => guard(each, 'writable')),
    'relationship nullable': (resource, dice) =>
      onSideload(resource, dice, (each, name) => {
        const isOptional = each.kind === 'belongsTo' && resource.model === 'Comment' && name !== 'post'
        return isOptional && toggle(each, 'nullable')
      }),
    'linkage changed': (resource, dice) =>
      onSideload(resource, dice, (each) => {
        if (each.kind !== 'belongsTo') return false
        return set(each, 'linkage', each.linkage === 'always' ? 'included' : 'always')
      }),
    'whitelist changed': (resource, { of, below }) => {
      const names = Object.keys(resource.sideloads)
      if (below(4) === 0 && resource.sideloadWhitelist) return delete resource.sideloadWhitelist
      if (names.length === 0) return false
      resource.sideloadWhitelist = { index: [of(names)], show: names.slice(below(2)) }
      return true
    },
    'default sort': (resource, { of }) => set(resource, 'defaultSort', of([['id'], ['-id']])),
    'page size': ({ page }, { of }) => set(page, 'size', of([6, 10, 20])),
    'page style': ({ page }) => set(page, 'style', page.style === 'cursor' ? 'number' : 'cursor'),
    'page maximum': ({ page }, { of }) => set(page, 'max', of([20, 50, 100, 200])),
  }
}

const usesIn = ({ filters, sideloadWhitelist = {} }: OfferedResource, name: string): boolean =>
  Object.keys(filters).some((each) => each.startsWith(`${name}.`)) ||
  Object.values(sideloadWhitelist).some((paths) => paths.includes(name))

function onAttribute(
  { attributes }: OfferedResource,
  { of }: Dice,
  change: (attribute: OfferedAttribute, name: string) => boolean,
): boolean {
  const name = of(Object.keys(attributes))
  const attribute = attributes[name]
  return attribute !== undefined && change(attribute, name)
}

function onFilter(
  { filters }: OfferedResource,
  { of }: Dice,
  change: (filter: OfferedFilter, name: string) => boolean,
): boolean {
  const name = of(Object.keys(filters))
  const filter = filters[name]
  return filter !== undefined && change(filter, name)
}

function onSideload(
  { sideloads }: OfferedResource,
  { of }: Dice,
  change: (sideload: OfferedSideload, name: string) => boolean,
): boolean {
  const name = of(Object.keys(sideloads))
  const sideload = sideloads[name]
  return sideload !== undefined && change(sideload, name)
}

function removed(members: Record<string, unknown>, of: Dice['of']): boolean {
  const names = Object.keys(members)
  return names.length > 0 && delete members[of(names)]
}

/** Sets a member, and returns whether its value has changed. */
function set<Of extends object, Name extends keyof Of>(of: Of, name: Name, value: Of[Name]): boolean {
  if (JSON.stringify(of[name]) === JSON.stringify(value)) return false
  of[name] = value
  return true
}

function toggle<Name extends string>(of: { [Each in Name]?: Open }, name: Name, preset = true): boolean {
  const value = of[name] ?? preset
  return typeof value === 'boolean' && set(of, name, !value as never)
}

/** Guards something that is open, or removes its existing guard. */
const guardWith =
  (guard: string) =>
  <Name extends string>(of: { [Each in Name]?: Open }, name: Name): boolean => {
    const value = of[name] ?? true
    return value !== false && set(of, name, (value === true ? guard : true) as never)
  }
