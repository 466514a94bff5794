import type { AnyControllers } from '../controller/controller.js'
import type { Links } from '../render/links.js'
import type { Registry } from '../resource/registry.js'
import { serves } from './route.js'

/** The links of an API. They lead only to what it serves, so that every link can be fetched (rule 15.8). */
export function apiLinks(base: string, controllers: AnyControllers, registry: Registry): Links {
  const addressOf = (type: string): string => `${base}/${encodeURIComponent(type)}`
  const shows = (type: string): boolean => serves(controllers, registry, type, 'show')
  return {
    collection: (type) => (serves(controllers, registry, type, 'index') ? addressOf(type) : undefined),
    record: (type) => (shows(type) ? `${addressOf(type)}/` : undefined),
    relationships: shows,
  }
}
