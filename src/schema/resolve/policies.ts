import { quoted } from '../../diagnostic/words.js'
import type { DeclaredDefaults, DeclaredResource, DeclaredScope } from '../declared.js'
import { methodNames } from '../method-names.js'
import { declaredTargets } from '../path.js'
import type { ActionSchema, ResourceSchema, ScopeSchema } from '../schema.js'
import { accessOf, resolveActions } from './actions.js'
import type { Resolving } from './context.js'

/** The policies of a resource: its actions with their guards, and the methods of its scopes (rule 14.10). */
export function resolvePolicies(
  resolving: Resolving,
): Pick<ResourceSchema, 'actions' | 'access' | 'scopes' | 'inheritsScopes' | 'isPublic'> {
  const { resource } = resolving
  const access = resolveActions(resolving)
  const scopes = resolveScopes(resolving)
  warnOfOpenPaths(resolving, access, scopes)
  return {
    actions: access.filter(({ isServed }) => isServed).map(({ action }) => action),
    access,
    scopes,
    inheritsScopes: resource.inherit?.value !== false,
    isPublic: resource.isPublic?.value === true,
  }
}

/** The resource's own scopes, then those of the whole API unless the resource drops them (rule 14.14). */
function resolveScopes({ resource, defaults, report }: Resolving): readonly ScopeSchema[] {
  const shared = new Set(defaults.scopes.map(({ name }) => name.value))
  const inherited = resource.inherit?.value === false ? [] : defaults.scopes
  if (resource.adapter?.value === 'null') {
    const [own] = resource.scopes
    const at = own?.name.at ?? resource.type.at
    const message = `${quoted(resource.type.value)} uses the null adapter, which cannot narrow reads by a scope`
    const help = inherited.length === 0 ? 'remove scopes' : 'write scopes: { inherit: false }'
    if (own || inherited.length > 0) {
      report.add('JG413', at, message, { help: `${help}, and narrow the scope in baseScope` })
    }
  }
  const scope = ({ policy, name }: DeclaredScope, isDefault: boolean): ScopeSchema => ({
    policy,
    name: name.value,
    at: name.at,
    method: methodNames.scope(name.value),
    isDefault,
    isShared: shared.has(name.value),
  })
  return [...resource.scopes.map((each) => scope(each, false)), ...inherited.map((each) => scope(each, true))]
}

/** Warns if another resource's relationship bypasses a guard on index or show (JG709). */
function warnOfOpenPaths(
  { resource, defaults, directory, report }: Resolving,
  access: readonly ActionSchema[],
  scopes: readonly ScopeSchema[],
): void {
  if (scopes.some(({ policy }) => policy === 'read')) return
  const guarded = access.find(
    ({ action, guard }) => (action === 'index' || action === 'show') && guard !== true,
  )
  if (!guarded) return
  for (const other of directory.resources.values()) {
    for (const sideload of other.sideloads) {
      if (sideload.readable !== undefined && sideload.readable.value !== true) continue
      if (isBehind(guarded.guard, other, defaults)) continue
      if (!declaredTargets(directory, sideload).includes(resource)) continue
      const path = `${other.type.value}?include=${sideload.name.value}`
      const message = `The guard on ${guarded.action} does not apply to includes: ${path} still shows ${quoted(resource.type.value)}`
      report.add('JG709', guarded.at, message, {
        help: 'restrict it on every path with scopes: { read: … }, or guard the relationship with readable',
        related: [{ at: sideload.name.at, message: 'the relationship is here' }],
      })
      return
    }
  }
}

/**
 * Whether only requests that pass a guard can read a resource's records. No write may be open to everybody, because the
 * response to a write also shows its included records.
 */
function isBehind(
  guard: ActionSchema['guard'],
  resource: DeclaredResource,
  defaults: DeclaredDefaults,
): boolean {
  if (typeof guard !== 'string') return false
  return accessOf(resource, defaults).every(({ action, guard: other }) =>
    action === 'index' || action === 'show' ? other === guard || other === false : other !== true,
  )
}
