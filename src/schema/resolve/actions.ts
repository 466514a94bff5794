import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located, type Span } from '../../source/source.js'
import type { DeclaredAction, DeclaredDefaults, DeclaredOwnAction, DeclaredResource } from '../declared.js'
import type { ActionSchema } from '../schema.js'
import { ACTIONS, type Action } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'

/**
 * A resource's actions: which have a path, and who may perform each. The resource's own declarations come first, action
 * by action. A list says only which actions have a path (rule 14.14).
 */
export function resolveActions(resolving: Resolving): readonly ActionSchema[] {
  const { resource, defaults, report } = resolving
  const names = actionNames(resolving)
  return ACTIONS.map((action) => {
    const own = find(resource.actions?.items, action)
    const preset = defaultGuard(defaults, action)
    if (own && own.guard === undefined && preset?.guard === false) reportClosed(own, preset, report)
    const { deprecated } = (!resource.actions?.isList && own) || find(defaults.actions?.items, action) || {}
    const access = accessTo(resource, defaults, action)
    const part = {
      name: located(action, access.at),
      deprecated: access.guard === false ? undefined : deprecated,
    }
    return { ...access, deprecated: resolveDeprecated(part, 'action', names, report) }
  })
}

/** The actions that may replace another one: those with a path, and the resource's own. */
export function actionNames({ resource, defaults }: Resolving): readonly string[] {
  const all = [...resource.ownActions, ...defaults.ownActions]
  const closed = new Set(resource.ownActions.filter(isClosed).map(({ name }) => name.value))
  return [
    ...servedActions(resource, defaults).map(({ action }) => action),
    ...all
      .filter((each) => !isClosed(each))
      .flatMap(({ name }) => (closed.has(name.value) ? [] : name.value)),
  ]
}

const isClosed = ({ isDropped, guard }: DeclaredOwnAction): boolean => isDropped || guard?.value === false

/** An action without its deprecation. */
type Access = Omit<ActionSchema, 'deprecated'>

/** Each of a resource's actions with its guard, following the rules of `resolveActions`. */
export const accessOf = (resource: DeclaredResource, defaults: DeclaredDefaults): readonly Access[] =>
  ACTIONS.map((action) => accessTo(resource, defaults, action))

/** The actions of a resource that have a path, following the rules of `resolveActions`. */
export function servedActions(
  resource: DeclaredResource,
  defaults: DeclaredDefaults,
): readonly { readonly action: Action; readonly at: Span }[] {
  return ACTIONS.filter((action) => accessTo(resource, defaults, action).isServed).map((action) => ({
    action,
    at: (find(resource.actions?.items, action) ?? resource.type).at,
  }))
}

/** Reports an action for which both `actions` and `guards` in the defaults declare a guard (JG212). */
export function checkDefaultActions({ actions, guards }: DeclaredDefaults, report: Report): void {
  for (const { value, at } of guards) {
    const first = find(actions?.items, value)
    if (first?.guard === undefined) continue
    report.add('JG212', at, `The default actions already define who may use ${quoted(value)}`, {
      related: [{ at: first.at, message: 'the default is here' }],
      help: 'remove one of them',
    })
  }
}

type Guarded = Pick<ActionSchema, 'guard' | 'at'>

function accessTo(resource: DeclaredResource, defaults: DeclaredDefaults, action: Action): Access {
  const own = find(resource.actions?.items, action)
  const preset = defaultGuard(defaults, action)
  if (own?.guard !== undefined) {
    const replaces = preset?.guard === own.guard ? undefined : preset?.guard
    return {
      action,
      isServed: own.guard !== false,
      guard: own.guard,
      from: 'resource',
      replaces,
      at: own.at,
    }
  }
  const { guard, at } = preset ?? { guard: true, at: resource.type.at }
  const isServed = guard !== false && (own !== undefined || isOpen(resource, defaults, action))
  return { action, isServed, guard, from: preset && 'defaults', replaces: undefined, at }
}

/** Whether an action that the resource does not mention has a path. */
function isOpen({ actions }: DeclaredResource, defaults: DeclaredDefaults, action: Action): boolean {
  if (actions?.isList) return false
  if (defaults.actions) return find(defaults.actions.items, action) !== undefined
  return actions === undefined
}

function defaultGuard({ actions, guards }: DeclaredDefaults, action: Action): Guarded | undefined {
  const { guard, at } = find(actions?.items, action) ?? {}
  if (guard !== undefined && at !== undefined) return { guard, at }
  const who = find(guards, action)
  return who?.guard === undefined ? undefined : { guard: who.guard, at: who.at }
}

function reportClosed({ value, at }: DeclaredAction, preset: Guarded, report: Report): void {
  report.add(
    'JG212',
    at,
    `The resource opens ${quoted(value)}, but the defaults close it for every resource`,
    {
      related: [{ at: preset.at, message: 'the default is here' }],
      help: `write a map that defines who may use it: actions: { ${value}: true }`,
    },
  )
}

const find = (actions: readonly DeclaredAction[] | undefined, action: Action): DeclaredAction | undefined =>
  actions?.find(({ value }) => value === action)
