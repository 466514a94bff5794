import type { Settings } from '../controller/settings.js'
import type { Limits } from '../query/limits.js'
import { type Links, NO_LINKS } from '../render/links.js'
import type { AnyServedOptions } from './served-options.js'
import { OPENAPI_PATH } from './openapi/openapi-address.js'
import type { AnyControllers } from '../controller/controller.js'
import type { Registry } from '../resource/registry.js'
import { serves } from './route.js'

/** The base URL and the prefix of an API. */
export interface Place {
  /** Without a slash at the end. */
  readonly baseUrl: string | undefined
  /** Empty, or with a slash at the beginning and none at the end. */
  readonly prefix: string
  readonly limits: Limits
}

/** The settings that all requests to one origin share. */
export interface OriginSettings {
  /** The beginning of every link. */
  readonly base: string
  readonly settings: Settings
}

/**
 * The settings for an origin. Only those of the last origin are kept: nearly all requests have the same one, but a
 * client may send any.
 */
export function settingsByOrigin(
  options: AnyServedOptions,
  place: Place,
  numbersOnly: boolean,
): (origin: string) => OriginSettings {
  const { controllers, registry } = options
  const { baseUrl, prefix } = place
  let last: OriginSettings | undefined
  return (origin) => {
    const base = `${baseUrl ?? origin}${prefix}`
    if (last?.base === base) return last
    const links = apiLinks(base, controllers, registry)
    const describedBy = options.openapi && `${base}${OPENAPI_PATH}`
    last = { base, settings: { ...settingsWith(links, options, place), describedBy, numbersOnly } }
    return last
  }
}

/** The settings for code that runs in process, where there are no links. */
export function inProcessSettings(options: AnyServedOptions, place: Place): Settings {
  return settingsWith(NO_LINKS, options, place)
}

function settingsWith(
  links: Links,
  { controllers, strict = false, parameters = [] }: AnyServedOptions,
  { limits, prefix }: Place,
): Settings {
  return { strict, limits, parameters, links, prefix, controllers }
}

/** The links of an API. They lead only to addresses that it serves, so that every link can be fetched (rule 15.8). */
function apiLinks(base: string, controllers: AnyControllers, registry: Registry): Links {
  const addressOf = (type: string): string => `${base}/${encodeURIComponent(type)}`
  const shows = (type: string): boolean => serves(controllers, registry, type, 'show')
  return {
    collection: (type) => (serves(controllers, registry, type, 'index') ? addressOf(type) : undefined),
    record: (type) => (shows(type) ? `${addressOf(type)}/` : undefined),
    relationships: shows,
  }
}
