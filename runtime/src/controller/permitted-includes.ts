import { promised } from '../cast.js'
import type { IncludeDirective } from '../query/include.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import type { ResourceClass } from '../in-process/resource.js'
import { configuredWhitelist } from './configuration.js'
import type { Context } from './render-object.js'
import { DEFAULT_SETTINGS } from './settings.js'
import { permittedBy } from './whitelist.js'

/** The includes that the current action permits: by the context's own whitelist, else by its resource's (rule 9.5). */
export function permittedOf(context: Context): IncludeDirective | undefined {
  const whitelist = configuredWhitelist(context.constructor) ?? compiledOf(context).config.sideloadWhitelist
  return permittedBy(whitelist, context.actionName)
}

/**
 * The includes that an action on the records of a relationship permits: by the whitelist of their own controller in this
 * API, else by that of their resource (rule 9.5).
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

/** The Resource of a context. */
export function compiledOf(context: Context): CompiledResource {
  return compile(promised<ResourceClass>(context.jsonapiResource.constructor))
}
