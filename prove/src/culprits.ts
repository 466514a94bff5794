import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { Asked } from './asked.js'
import { memberOf } from './cast.js'
import { type Offer, throughPath } from './offer.js'
import type { OpenedApi } from './proof.js'
import type { Rule } from './rules.js'
import type { Declared, Sources } from './sources.js'

/** The handwritten methods that a request uses by name, such as a custom filter, with their locations. */
export function namedCulprits(
  asked: Asked,
  offers: ReadonlyMap<string, Offer>,
  sources: Sources,
): readonly string[] {
  const offer = offers.get(asked.type)
  if (!offer) return []
  const all = [offer, ...includedOffers(asked, offer, offers)]
  return all.flatMap((each) => namedMethods(asked, each).map((method) => placeOf(method, sources)))
}

/** The handwritten methods that may have caused a response, the most likely first, with their locations. */
export function culpritsOf(
  asked: Asked,
  offers: ReadonlyMap<string, Offer>,
  { controllers }: Pick<OpenedApi<unknown>, 'controllers'>,
  sources: Sources,
  rules: readonly Rule[] = [],
  isCause: (method: Method) => boolean = () => false,
  /** The models of the rows that differ. */
  models: ReadonlySet<string> = new Set(),
): readonly string[] {
  const offer = offers.get(asked.type)
  if (!offer) return []
  const included = [...includedOffers(asked, offer, offers), ...writtenOffers(asked, offer, offers)]
  const named = [offer, ...included].flatMap((each) => namedMethods(asked, each))
  const general = named.length > 0 ? named : generalMethods(asked, offer, included, rules)
  // The methods of the resource whose hidden record matters come before those of other resources.
  const isNear = ([resource]: Method): boolean => models.has(String(resource.config.model ?? ''))
  const rankOf = (method: Method): number => (isCause(method) ? 0 : isNear(method) ? 1 : 2)
  const methods = general.toSorted((one, other) => rankOf(one) - rankOf(other))
  const controller = memberOf(controllers, asked.type)
  const ofController = controllerMethods(asked, controller)
  const declared = [offer, ...included].flatMap((each) => declaredFilters(asked, each, sources))
  const all = [...ofController, ...declared, ...methods.map((method) => placeOf(method, sources))]
  const places =
    ofController.length > 0
      ? [sources.place(nameOf(controller), ofController[0] ?? ''), ...all.slice(1)]
      : all
  return [...new Set(places)].slice(0, 6)
}

/** A resource, the name of a method, and for a function without a name, the call that declares it. */
export type Method = readonly [resource: ResourceClass, name: string, declared?: Declared | undefined]

const placeOf = ([resource, name, declared]: Method, sources: Sources): string => {
  const found = name === '' && declared ? sources.declaration(resource.name, declared) : undefined
  return found ?? sources.place(resource.name, name)
}

/**
 * The filters of a request that a class declares without a method. The smallest request contains a filter only if
 * the responses do not differ without it.
 */
function declaredFilters({ query }: Asked, { resource }: Offer, sources: Sources): readonly string[] {
  const parts = query.flatMap(([name]) => (name.startsWith('filter') ? partsOf(name) : []))
  return [...resource.config.filters.values()].flatMap(({ name, aliases, filter }) => {
    const isUsed = filter === undefined && [name, ...aliases].some((each) => parts.includes(each))
    const place = isUsed ? sources.declaration(resource.name, { call: 'allowFilter', name }) : undefined
    return place === undefined ? [] : [place]
  })
}

const partsOf = (name: string): readonly string[] =>
  [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)

/** The handwritten hooks, validations and overrides that run for a write; none for a read. */
export function writeMethods(asked: Asked, offers: ReadonlyMap<string, Offer>): readonly Method[] {
  const offer = offers.get(asked.type)
  if (!offer || asked.method === 'GET' || asked.path.includes('/-actions/')) return []
  const methods = generalMethods(asked, offer, writtenOffers(asked, offer, offers), [])
  const scopes = [...offers.values()].flatMap(({ resource }) =>
    [...resource.config.scopes.values()].flatMap((scope) => Object.values(scope)),
  )
  return methods.filter(
    ([resource, name]) => Object.hasOwn(resource.prototype, name) && !scopes.includes(name),
  )
}

/**
 * Removes a method from a resource, or replaces a hook with one that does nothing. Returns a function that undoes this.
 */
export function withoutMethod({ prototype, config }: ResourceClass, name: string): () => void {
  const own = Object.getOwnPropertyDescriptor(prototype, name)
  if (!own) return () => undefined
  const isHook = config.hooks.some(({ handler }) => handler === name)
  if (isHook) Object.defineProperty(prototype, name, { ...own, value: () => undefined })
  else Reflect.deleteProperty(prototype, name)
  return () => void Object.defineProperty(prototype, name, own)
}

const nameOf = (value: unknown): string => String(memberOf(value, 'name') ?? '')

/** The actions that a controller overrides. */
function controllerMethods({ method, path }: Asked, controller: unknown): readonly string[] {
  const prototype = memberOf(controller, 'prototype')
  if (typeof prototype !== 'object' || prototype === null) return []
  const action = {
    GET: path.split('/').length > 2 ? 'show' : 'index',
    POST: 'create',
    PATCH: 'update',
    DELETE: 'destroy',
  }
  return Object.hasOwn(prototype, action[method]) ? [action[method]] : []
}

/** The resources of included and related records. */
function includedOffers(
  { path, query }: Asked,
  offer: Offer,
  offers: ReadonlyMap<string, Offer>,
): readonly Offer[] {
  const paths = query.flatMap(([name, value]) => (name === 'include' ? value.split(',') : []))
  const [, , , ...related] = path.split('/').map((each) => (each === 'relationships' ? '' : each))
  const all = [...paths, related.filter((each) => each !== '').join('.')].filter((each) => each !== '')
  // The records in the middle of a path are in the response too.
  const steps = all.flatMap((each) => {
    const names = each.split('.')
    return names.map((_, index) => names.slice(0, index + 1))
  })
  const found = steps.map((each) => throughPath(offers, offer, each).offer)
  return [...new Set(found)].filter((each) => each !== offer)
}

/** The resources of the other records that the body writes. */
function writtenOffers({ body }: Asked, offer: Offer, offers: ReadonlyMap<string, Offer>): readonly Offer[] {
  const types = [...JSON.stringify(body ?? null).matchAll(/"type":"([^"]+)"/g)].map(([, type = '']) => type)
  return [...new Set(types)].flatMap((type) => (type === offer.type ? [] : (offers.get(type) ?? [])))
}

/** The methods that the request uses by name: a custom filter, an extra field, a stat, an action. */
function namedMethods({ query, path }: Asked, { resource, type }: Offer): readonly Method[] {
  const { config } = resource
  const methods = query.flatMap(([name, value]): readonly Method[] => {
    const parts = partsOf(name)
    if (name.startsWith('filter')) {
      return [...config.filters.values()].flatMap(({ aliases, filter, name: own }) =>
        filter !== undefined && [own, ...aliases].some((each) => parts.includes(each))
          ? [methodFrom(filter, resource, { call: 'allowFilter', name: own })]
          : [],
      )
    }
    if (name === `extra_fields[${type}]`) {
      return value.split(',').flatMap((field) => {
        const extra = config.extraFields.get(field)
        return [extra?.value, extra?.values, extra?.scope].flatMap((each) =>
          each === undefined ? [] : [methodFrom(each, resource, { call: 'extraField', name: field })],
        )
      })
    }
    if (name.startsWith('stats')) {
      const stat = parts.at(-1) ?? ''
      const calculation = config.stats.get(stat)?.calculations.get(value)
      return calculation === undefined || typeof calculation === 'object'
        ? []
        : [methodFrom(calculation, resource, { call: 'allowStat', name: stat })]
    }
    if (name !== 'sort' || config.sorting === undefined) return []
    return [methodFrom(config.sorting, resource, { call: 'sort' })]
  })
  const action = /\/-actions\/([^/]+)$/.exec(path)?.[1]
  const run = action === undefined ? undefined : config.ownActions.get(action)?.run
  return run === undefined
    ? methods
    : [...methods, methodFrom(run, resource, { call: 'action', name: action })]
}

/** The name of a function in a declaration says where it is only if it is a method. */
function methodFrom(handler: unknown, resource: ResourceClass, declared?: Declared): Method {
  const name = typeof handler === 'string' ? handler : nameOf(handler)
  const isMethod = typeof handler === 'string' || declared === undefined || name in resource.prototype
  return [resource, isMethod ? name : '', declared]
}

/** The methods that run for every request of this kind: overrides, hooks, validations and scopes. */
function generalMethods(
  { method, isAtomic }: Asked,
  offer: Offer,
  included: readonly Offer[],
  rules: readonly Rule[],
): readonly Method[] {
  const all = [offer, ...included]
  return all.flatMap((one): readonly Method[] => {
    const { resource } = one
    const { config } = resource
    const own = Object.getOwnPropertyNames(resource.prototype)
    const overridden = (names: readonly string[]): readonly Method[] =>
      names.filter((name) => own.includes(name)).map((name) => [resource, name])
    const scopes = [...config.scopes.values()].flatMap(({ read, update, create, destroy }) =>
      method === 'GET' ? [read] : method === 'POST' ? [create] : method === 'PATCH' ? [update] : [destroy],
    )
    // Only scopes that applied to the request, according to the API's explanation, can be culprits.
    const isMet = ({ type }: Offer, [, name]: Method): boolean =>
      rules.length === 0 || rules.some((rule) => rule.type === type && rule.method === name)
    const hooks = method === 'GET' ? [] : config.hooks.map(({ handler }) => handler)
    const sideloads = [...config.sideloads.values()].flatMap((sideload) => [sideload.scope, sideload.assign])
    const action = { GET: [], POST: ['create'], PATCH: ['update'], DELETE: ['destroy'] } as const
    // Nested writes and operations may perform any action on other records.
    const isNested = resource !== offer.resource || isAtomic === true
    const actions = isNested && method !== 'GET' ? ['create', 'update', 'destroy'] : action[method]
    return [
      ...overridden(['validate', 'validateGraph', ...actions].filter(() => method !== 'GET')),
      ...hooks.map((hook) => methodFrom(hook, resource)),
      ...overridden(['baseScope', 'resolve']),
      ...scopes.flatMap((each) => {
        const named = each === undefined ? undefined : methodFrom(each, resource, { call: 'scopes' })
        return named && (typeof each !== 'string' || isMet(one, named)) ? [named] : []
      }),
      ...sideloads.flatMap((each) => (each === undefined ? [] : [methodFrom(each, resource)])),
      ...overridden(['associate', 'disassociate', 'persistWithRelationships'].filter(() => method !== 'GET')),
    ]
  })
}
