import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { Asked } from './asked.js'
import { memberOf } from './cast.js'
import { type Offer, throughPath } from './offer.js'
import type { OpenedApi } from './proof.js'
import type { Rule } from './rules.js'
import type { Sources } from './sources.js'

/** The handwritten methods that a request uses by name, such as a custom filter, with their locations. */
export function namedCulprits(
  asked: Asked,
  offers: ReadonlyMap<string, Offer>,
  sources: Sources,
): readonly string[] {
  const offer = offers.get(asked.type)
  if (!offer) return []
  const all = [offer, ...includedOffers(asked, offer, offers)]
  return all.flatMap((each) =>
    namedMethods(asked, each).map(([resource, method]) => sources.place(resource.name, method)),
  )
}

/** The handwritten methods that may have caused a response, the most likely first, with their locations. */
export function culpritsOf(
  asked: Asked,
  offers: ReadonlyMap<string, Offer>,
  { controllers }: Pick<OpenedApi<unknown>, 'controllers'>,
  sources: Sources,
  rules: readonly Rule[] = [],
  isCause: (method: Method) => boolean = () => false,
): readonly string[] {
  const offer = offers.get(asked.type)
  if (!offer) return []
  const included = [...includedOffers(asked, offer, offers), ...writtenOffers(asked, offer, offers)]
  const named = [offer, ...included].flatMap((each) => namedMethods(asked, each))
  const general = named.length > 0 ? named : generalMethods(asked, offer, included, rules)
  const methods = [...general.filter(isCause), ...general.filter((method) => !isCause(method))]
  const controller = memberOf(controllers, asked.type)
  const ofController = controllerMethods(asked, controller)
  const all = [...ofController, ...methods.map(([resource, method]) => sources.place(resource.name, method))]
  const places =
    ofController.length > 0
      ? [sources.place(nameOf(controller), ofController[0] ?? ''), ...all.slice(1)]
      : all
  return [...new Set(places)].slice(0, 6)
}

/** A resource, and the name of a method. */
export type Method = readonly [ResourceClass, string]

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
  return all.map((each) => throughPath(offers, offer, each.split('.')).offer).filter((each) => each !== offer)
}

/** The resources of the other records that the body writes. */
function writtenOffers({ body }: Asked, offer: Offer, offers: ReadonlyMap<string, Offer>): readonly Offer[] {
  const types = [...JSON.stringify(body ?? null).matchAll(/"type":"([^"]+)"/g)].map(([, type = '']) => type)
  return [...new Set(types)].flatMap((type) => (type === offer.type ? [] : (offers.get(type) ?? [])))
}

/** The methods that the request uses by name: a custom filter, an extra field, a stat, an action. */
function namedMethods({ query, path }: Asked, { resource, type }: Offer): readonly Method[] {
  const { config } = resource
  const handlers = query.flatMap(([name, value]): readonly unknown[] => {
    const parts = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)
    if (name.startsWith('filter')) {
      return [...config.filters.values()].flatMap(({ aliases, filter, name: own }) =>
        filter !== undefined && [own, ...aliases].some((each) => parts.includes(each)) ? [filter] : [],
      )
    }
    if (name === `extra_fields[${type}]`) {
      return value.split(',').flatMap((field) => {
        const extra = config.extraFields.get(field)
        return [extra?.value, extra?.values, extra?.scope].filter((each) => each !== undefined)
      })
    }
    if (name.startsWith('stats')) {
      const calculation = config.stats.get(parts.at(-1) ?? '')?.calculations.get(value)
      return typeof calculation === 'object' ? [] : [calculation].filter((each) => each !== undefined)
    }
    if (name === 'sort') return config.sorting === undefined ? [] : [config.sorting]
    return []
  })
  const action = /\/-actions\/([^/]+)$/.exec(path)?.[1]
  const run = action === undefined ? undefined : config.ownActions.get(action)?.run
  return [...handlers, ...(run === undefined ? [] : [run])].map((handler) => methodFrom(handler, resource))
}

const methodFrom = (handler: unknown, resource: ResourceClass): Method => [
  resource,
  typeof handler === 'string' ? handler : nameOf(handler),
]

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
        const named = each === undefined ? undefined : methodFrom(each, resource)
        return named && (typeof each !== 'string' || isMet(one, named)) ? [named] : []
      }),
      ...sideloads.flatMap((each) => (each === undefined ? [] : [methodFrom(each, resource)])),
      ...overridden(['associate', 'disassociate', 'persistWithRelationships'].filter(() => method !== 'GET')),
    ]
  })
}
