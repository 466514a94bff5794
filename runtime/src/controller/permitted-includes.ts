import type { IncludeDirective } from '../query/include.js'
import { type CompiledResource, compiledOf } from '../resource/compile.js'
import { configuredWhitelist } from './context-configuration.js'
import type { Context } from './context.js'
import { DEFAULT_SETTINGS } from './settings.js'
import { permittedBy } from './whitelist.js'

/**
 * The includes that the current action permits: by the context's own whitelist, or else by its resource's (rule 9.5).
 */
export function permittedOf(context: Context): IncludeDirective | undefined {
  const whitelist =
    configuredWhitelist(context.constructor) ?? compiledOf(context.jsonapiResource).config.sideloadWhitelist
  return permittedBy(whitelist, context.actionName)
}

/**
 * The permitted includes of an action on related records: by the whitelist of their own controller in this API, or else
 * by that of their resource (rule 9.5).
 */
export function permittedBehind(
  { settings = DEFAULT_SETTINGS }: Context,
  { type, config }: CompiledResource,
  action: 'index' | 'show',
): IncludeDirective | undefined {
  const { controllers = {} } = settings
  const controller = Object.hasOwn(controllers, type) ? controllers[type] : undefined
  const whitelist = controller && configuredWhitelist(controller)
  return permittedBy(whitelist ?? config.sideloadWhitelist, action)
}
