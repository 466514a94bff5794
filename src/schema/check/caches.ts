import { isShared } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredDefaults, DeclaredResource } from '../declared.js'
import type { ResourceSchema } from '../schema.js'

/**
 * Rejects responses that shared caches may store if they contain records that only some clients may see (JG212),
 * because a proxy would show one client's response to another.
 */
export function checkCaches(
  declared: readonly DeclaredResource[],
  defaults: DeclaredDefaults,
  resources: readonly ResourceSchema[],
  report: Report,
): void {
  for (const [index, resource] of resources.entries()) {
    const cache = declared[index]?.cache ?? defaults.cache
    if (!cache || !isShared(cache.value)) continue
    const why = limitOf(resource)
    if (why === undefined) continue
    const message = `Shared caches may store responses with ${quoted(resource.type)} for all clients, but ${why} restricts what each client may see`
    report.add('JG212', cache.at, message, {
      help: 'write private instead of public, such as cache: private, max-age=60',
    })
  }
}

/**
 * The rule that limits which records or fields a client sees; undefined if all clients see the same records and fields.
 */
function limitOf({ scopes, access, attributes, sideloads, filters }: ResourceSchema): string | undefined {
  const scope = scopes.find(({ policy }) => policy === 'read')
  if (scope) return `the scope ${quoted(scope.name)}`
  const guards = [
    ...access.flatMap(({ action, guard }) => (action === 'index' || action === 'show' ? [guard] : [])),
    ...[...attributes, ...sideloads].map(({ readable }) => readable),
    ...filters.map(({ guard }) => guard),
  ]
  const guard = guards.find((one) => typeof one === 'string')
  return guard === undefined ? undefined : `the guard ${quoted(String(guard))}`
}
