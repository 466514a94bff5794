import type { ApiOptions } from './api-options.js'
import { type Api, apiOf } from '../http/api.js'
import { capabilitiesOf } from './capabilities.js'

/**
 * Creates the API for a registry and its controllers.
 *
 * Throws a single Error that lists every invalid declaration, such as a missing method, a foreign key that is not a
 * column, a default sort or filter on an unknown name, or a sideload to an unknown type. Also throws if the explorer
 * has the same URL as a resource, or has no contract to show.
 *
 * ```ts
 * export const api: Api<Locals> = createApi({ registry, controllers, operations: true });
 * const response = await api.fetch(new Request('http://localhost/posts'), { user: undefined });
 * ```
 */
export function createApi<Locals = undefined>(options: ApiOptions<Locals>): Api<Locals> {
  return apiOf(options, capabilitiesOf(options))
}
