import type { Report } from '../../diagnostic/report.js'
import { quoted, sentence } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import type { DefaultScopeSchema, ResourceSchema, ScopeSchema } from '../schema.js'

interface Method {
  readonly method: string
  readonly of: string
  readonly at: Span
}

/**
 * Reports a resource's custom parts that would become the same method, such as the filters `min-views` and `minViews`
 * (JG305). The API-wide scopes are methods of every resource.
 */
export function checkMethods(
  resource: ResourceSchema,
  defaultScopes: readonly DefaultScopeSchema[],
  report: Report,
): void {
  const seen = new Map<string, Method>()
  for (const each of [...defaultMethods(defaultScopes), ...methodsOf(resource)]) {
    const first = seen.get(each.method)
    if (first === undefined) {
      seen.set(each.method, each)
      continue
    }
    const message = `${sentence(each.of)} and ${first.of} both become the method ${each.method}`
    report.add('JG305', each.at, message, { related: [{ at: first.at, message: 'the first one is here' }] })
  }
}

function defaultMethods(scopes: readonly DefaultScopeSchema[]): readonly Method[] {
  return scopes.map(({ method, name, at }) => ({ method, of: `default scope ${quoted(name)}`, at }))
}

function methodsOf(resource: ResourceSchema): readonly Method[] {
  return [
    ...resource.filters.flatMap(({ method, name, at }) =>
      method === undefined ? [] : [{ method, of: `filter ${quoted(name)}`, at }],
    ),
    ...resource.defaultFilters.flatMap(({ apply, name, at }) =>
      apply.kind === 'custom' ? [{ method: apply.method, of: `default filter ${quoted(name)}`, at }] : [],
    ),
    ...resource.stats.flatMap(({ custom, name, at }) =>
      custom.map(({ method }) => ({ method, of: `stat ${quoted(name)}`, at })),
    ),
    // Several extra fields may share one method.
    ...[
      ...new Map(resource.extraFields.map((field) => [field.isTogether ? '' : field.name, field])).values(),
    ].map(({ method, name, at }) => ({ method, of: `extra field ${quoted(name)}`, at })),
    // Several policies and actions may share one scope, which is one method.
    ...[...new Map(ownScopes(resource).map((scope) => [scope.name, scope])).values()].map(
      ({ method, name, at }) => ({ method, of: `scope ${quoted(name)}`, at }),
    ),
    ...resource.ownActions.map(({ method, name, at }) => ({ method, of: `action ${quoted(name)}`, at })),
    ...resource.sideloads.flatMap((sideload) =>
      sideload.kind === 'custom'
        ? [
            { method: sideload.scopeMethod, of: `sideload ${quoted(sideload.name)}`, at: sideload.at },
            { method: sideload.assignMethod, of: `sideload ${quoted(sideload.name)}`, at: sideload.at },
          ]
        : [],
    ),
  ]
}

/** The scopes that are methods of the resource itself: the scopes for its policies and those for its own actions. */
export function ownScopes({ scopes, ownActions }: ResourceSchema): readonly ScopeMethod[] {
  return [...scopes, ...ownActions.flatMap(({ scope, at }) => (scope ? { ...scope, at } : []))].filter(
    ({ isShared }) => !isShared,
  )
}

type ScopeMethod = Pick<ScopeSchema, 'name' | 'method' | 'isShared' | 'at'>
