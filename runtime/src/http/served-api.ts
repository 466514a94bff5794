import type { ControllerClass } from '../controller/controller.js'
import type { Settings } from '../controller/settings.js'
import type { Guard } from '../declare/handler.js'
import { DEFAULT_LIMITS, type Limits } from '../query/limits.js'
import { type Links, NO_LINKS } from '../render/links.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import type { Capability } from './capability.js'
import { OPENAPI_PATH } from './openapi/openapi-document.js'
import type { ServedOptions } from './served-options.js'

/** An API: what all of its requests have in common. */
export interface ServedApi<Locals> {
  readonly options: ServedOptions<Locals>
  readonly capabilities: readonly Capability[]
  readonly limits: Limits
  /** Empty, or with a slash at the beginning and none at the end. */
  readonly prefix: string
  /** A type that it serves. */
  readonly typeOf: (type: string) => ServedType<Locals> | undefined
  /** The settings for an origin. */
  readonly settingsOf: (origin: string) => OriginSettings
  /** The settings for code that runs in process, where there are no links. */
  readonly inProcess: Settings
}

/** A type that an API serves. */
export interface ServedType<Locals> {
  readonly controllerClass: ControllerClass<Locals>
  readonly resource: CompiledResource
  /** The actions that the controller has a method for, and that the resource does not exclude. */
  readonly actions: ReadonlySet<string>
}

/** The settings that all requests to one origin share. */
export interface OriginSettings {
  /** The beginning of every link. */
  readonly base: string
  readonly settings: Settings
}

/** The API of valid options. */
export function servedApi<Locals>(
  options: ServedOptions<Locals>,
  capabilities: readonly Capability[],
): ServedApi<Locals> {
  const { strict = false, parameters = [], controllers } = options
  const baseUrl = options.baseUrl?.replace(/\/+$/, '')
  const prefix =
    options.prefix === undefined ? '' : `/${options.prefix}`.replace(/^\/+/, '/').replace(/\/+$/, '')
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const typeOf = servedTypes(options)
  const inProcess = { strict, limits, parameters, links: NO_LINKS, prefix, controllers }
  const numbersOnly = !capabilities.some(({ hasCursors }) => hasCursors)
  let last: OriginSettings | undefined
  return {
    options,
    capabilities,
    limits,
    prefix,
    typeOf,
    inProcess,
    // Only those of the last origin are kept: nearly all requests have the same one, but a client may send any.
    settingsOf: (origin) => {
      const base = `${baseUrl ?? origin}${prefix}`
      if (last?.base === base) return last
      const describedBy = options.openapi && `${base}${OPENAPI_PATH}`
      last = { base, settings: { ...inProcess, links: linksOf(base, typeOf), describedBy, numbersOnly } }
      return last
    },
  }
}

/** The types that an API serves. They are computed again if a declaration changes. */
function servedTypes<Locals>({ controllers, registry }: ServedOptions<Locals>): ServedApi<Locals>['typeOf'] {
  const known = new Map<string, ServedType<Locals>>()
  return (type) => {
    const resourceClass = registry.get(type)
    const controllerClass = Object.hasOwn(controllers, type) ? controllers[type] : undefined
    if (!resourceClass || !controllerClass) return undefined
    const resource = compile(resourceClass)
    const present = known.get(type)
    if (present?.resource === resource) return present
    const served = { controllerClass, resource, actions: actionsOf(resource, controllerClass) }
    known.set(type, served)
    return served
  }
}

function actionsOf<Locals>(
  { config }: CompiledResource,
  { prototype }: ControllerClass<Locals>,
): ReadonlySet<string> {
  const guards: ReadonlyMap<string, Guard> = config.actions
  const actions = [...guards.keys()].filter((name) => guards.get(name) !== false)
  const isOpen = (name: string): boolean => actions.includes(name)
  return new Set([
    ...actions.filter((name) => name in prototype),
    ...(isOpen('show') ? ['related', 'relationship'] : []),
    ...(isOpen('update') && 'update' in prototype ? RELATIONSHIP_WRITES : []),
  ])
}

/** The actions that change a relationship. */
export const RELATIONSHIP_WRITES: ReadonlySet<string> = new Set([
  'updateRelationship',
  'addToRelationship',
  'removeFromRelationship',
])

/** The links of an API. They lead only to addresses that it serves, so that every link can be fetched (rule 15.8). */
function linksOf<Locals>(base: string, typeOf: ServedApi<Locals>['typeOf']): Links {
  return {
    collection: (type) =>
      typeOf(type)?.actions.has('index') ? `${base}/${encodeURIComponent(type)}` : undefined,
    record: (type) =>
      typeOf(type)?.actions.has('show') ? `${base}/${encodeURIComponent(type)}/` : undefined,
  }
}
