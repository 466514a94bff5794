import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../declared.js'
import { methodNames } from '../method-names.js'
import { declaredTargets } from '../path.js'
import type { ResourceSchema } from '../schema.js'
import { ACTIONS, type Action } from '../types.js'
import type { Resolving } from './context.js'

/** Who may do what with a resource: its actions with their guards, and the methods of its scopes (rule 14.10). */
export function resolvePolicies(
  resolving: Resolving,
): Pick<ResourceSchema, 'actions' | 'actionGuards' | 'scopes'> {
  const { resource, report } = resolving
  const guarded = resource.actions?.some(({ guard }) => guard !== true) ?? false
  warnOfOpenPaths(resolving)
  const [scope] = resource.scopes
  if (scope && resource.adapter?.value === 'null') {
    const message = `${quoted(resource.type.value)} is on the null adapter, which can't narrow what is read by a scope`
    report.add('JG413', scope.name.at, message, { help: 'leave scopes out, and narrow it in baseScope' })
  }
  return {
    actions: ACTIONS.filter((action) => guardOf(resource, action) !== false),
    actionGuards: guarded
      ? (resource.actions ?? []).map(({ value, guard }) => ({ action: value, guard }))
      : undefined,
    scopes: resource.scopes.map(({ policy, name }) => ({
      policy,
      name: name.value,
      at: name.at,
      method: methodNames.scope(name.value),
    })),
  }
}

/** One that is left out of the actions is as closed as one that is false; without any actions all are open. */
function guardOf({ actions }: DeclaredResource, action: Action): boolean | string {
  return actions ? (actions.find(({ value }) => value === action)?.guard ?? false) : true
}

/** Warns of a guard of index or show that a relationship of another resource leads past (JG709). */
function warnOfOpenPaths({ resource, directory, report }: Resolving): void {
  if (resource.scopes.some(({ policy }) => policy === 'read')) return
  const guarded = resource.actions?.find(
    ({ value, guard }) => (value === 'index' || value === 'show') && guard !== true,
  )
  if (!guarded) return
  for (const other of directory.resources.values()) {
    for (const sideload of other.sideloads) {
      if (sideload.readable !== undefined && sideload.readable.value !== true) continue
      if (!declaredTargets(directory, sideload).includes(resource)) continue
      const path = `${other.type.value}?include=${sideload.name.value}`
      const message = `The guard of ${guarded.value} holds at addresses alone: ${path} shows ${quoted(resource.type.value)} all the same`
      report.add('JG709', guarded.at, message, {
        help: 'narrow it everywhere by scopes: { read: … }, or guard the relationship by readable',
        related: [{ at: sideload.name.at, message: 'the relationship is here' }],
      })
      return
    }
  }
}
