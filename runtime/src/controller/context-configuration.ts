import { castTo } from '../base/cast.js'
import { Resource } from '../in-process/resource.js'
import { type ResourceClass } from '../resource/operations.js'
import type { ResourceConfig } from '../declare/config.js'
import {
  type IncludeDirective,
  permittedBy,
  type Whitelist,
  type WhitelistInput,
  whitelistOf,
} from '../query/include.js'
import { type CompiledResource, compiledOf } from '../resource/compile.js'
import type { Context } from './context.js'
import { DEFAULT_SETTINGS } from './settings.js'

/** The configuration of a context class. */
interface Configuration {
  readonly resource?: ResourceClass
  /** Whether the resource is a subclass that only this context has. */
  readonly isAnonymous?: boolean | undefined
  readonly whitelist?: Whitelist
}

/** Configures a Resource class. */
export type ResourceBlock = (resource: ResourceClass) => void

const configurations = new WeakMap<object, Configuration>()

/**
 * Configures the Resource of a context class (specification 4.4, rule 1.7). Without a block it is the class itself.
 * With a block it is an anonymous subclass, so that the class stays as it was. With a block alone it is an anonymous
 * Resource.
 */
export function configureResource(
  contextClass: object,
  resource: ResourceClass | undefined,
  block: ResourceBlock | undefined,
): void {
  if (!resource && !block && configuredResource(contextClass)) return
  const own = configurations.get(contextClass)
  const present = own?.resource
  const base =
    resource ??
    (own?.isAnonymous ? undefined : configuredResource(contextClass)) ??
    (present ? undefined : AnonymousResource)
  const isSubclass = base !== undefined && (block !== undefined || !resource)
  const configured = isSubclass ? class extends base {} : (base ?? present)
  if (!configured) return
  const isAnonymous = isSubclass || (configured === present && own?.isAnonymous)
  configurations.set(contextClass, { ...own, resource: configured, isAnonymous })
  block?.(configured)
}

/** Sets the whitelist of a context class. */
export function configureWhitelist(contextClass: object, input: WhitelistInput): void {
  configurations.set(contextClass, { ...configurations.get(contextClass), whitelist: whitelistOf(input) })
}

/** The Resource of a context class, its own or inherited. */
export function configuredResource(contextClass: object): ResourceClass | undefined {
  return inherited(contextClass, 'resource')
}

/** The whitelist of a context class, its own or inherited; without one, that of its resource (rule 9.5). */
export const configuredWhitelist = (
  contextClass: object | undefined,
  { sideloadWhitelist }: Pick<ResourceConfig, 'sideloadWhitelist'>,
): Whitelist | undefined => (contextClass && inherited(contextClass, 'whitelist')) ?? sideloadWhitelist

/** The includes that the current action permits (rule 9.5). */
export function permittedOf(context: Context): IncludeDirective | undefined {
  const { config } = compiledOf(context.jsonapiResource)
  return permittedBy(configuredWhitelist(context.constructor, config), context.actionName)
}

/** The permitted includes of an action on related records, whose own controller decides (rule 9.5). */
export function permittedBehind(
  { settings = DEFAULT_SETTINGS }: Context,
  { type, config }: CompiledResource,
  action: 'index' | 'show',
): IncludeDirective | undefined {
  const { controllers = {} } = settings
  const controller = Object.hasOwn(controllers, type) ? controllers[type] : undefined
  return permittedBy(configuredWhitelist(controller, config), action)
}

class AnonymousResource extends Resource {}

function inherited<Key extends keyof Configuration>(contextClass: object, key: Key): Configuration[Key] {
  for (
    let current: object | null = contextClass;
    current !== null;
    current = Object.getPrototypeOf(current)
  ) {
    const value = configurations.get(current)?.[key]
    if (value !== undefined) return value
  }
  return castTo<Configuration[Key]>(undefined)
}
