import type { ResourceConfig } from '../declare/config.js'
import type { Deprecation } from '../vocabulary/deprecation.js'
import { didYouMean } from '../vocabulary/nearest.js'

/**
 * A deprecated part of the API that a request has used.
 *
 * ```ts
 * const used: DeprecatedUse = { kind: 'attribute', type: 'people', name: 'nick', since: '2026-01-31' };
 * ```
 */
export interface DeprecatedUse extends Deprecation {
  readonly kind:
    | 'resource'
    | 'attribute'
    | 'relationship'
    | 'filter'
    | 'sort'
    | 'extra field'
    | 'stat'
    | 'action'
  /** The JSON:API type of the resource. */
  readonly type: string
  /** The name of the part; undefined for a resource. */
  readonly name?: string | undefined
}

/** The deprecated parts of a resource, by kind and name. */
export type DeprecatedParts = ReadonlyMap<string, DeprecatedUse>

export const partKey = (kind: DeprecatedUse['kind'], name = ''): string => `${kind} ${name}`

/** The deprecated parts of a resource, once for each class; undefined if it has none. */
export function deprecatedParts(config: ResourceConfig): DeprecatedParts | undefined {
  const { type } = config
  const found = new Map<string, DeprecatedUse>()
  const add = (kind: DeprecatedUse['kind'], name: string | undefined, deprecated?: Deprecation): void => {
    if (deprecated) found.set(partKey(kind, name), Object.freeze({ kind, type, name, ...deprecated }))
  }
  const addAll = (
    kind: DeprecatedUse['kind'],
    parts: ReadonlyMap<string, { readonly deprecated?: Deprecation }>,
  ): void => {
    for (const [name, { deprecated }] of parts) add(kind, name, deprecated)
  }
  add('resource', undefined, config.deprecated)
  addAll('attribute', config.attributes)
  addAll('relationship', config.sideloads)
  addAll('filter', config.filters)
  addAll('extra field', config.extraFields)
  addAll('stat', config.stats)
  addAll('action', config.ownActions)
  for (const [name, deprecated] of config.deprecatedActions) add('action', name, deprecated)
  for (const [name, deprecated] of config.deprecatedSorts) add('sort', name, deprecated)
  if (found.size === 0) return undefined
  deprecations.exist = true
  return found
}

/** A sentence for each part whose `use` is not the name of another part of its kind. */
export function replacementFaults(
  config: ResourceConfig,
  parts: DeprecatedParts | undefined,
): readonly string[] {
  return [...(parts?.values() ?? [])].flatMap(({ kind, name = '', use }) => {
    if (use === undefined || kind === 'resource') return []
    const others = namesOf(config, kind).filter((each) => each !== name)
    return others.includes(use)
      ? []
      : `the ${kind} "${name}" is deprecated in favor of "${use}", which is not another ${kind}.${didYouMean(use, others)}`
  })
}

function namesOf(
  config: ResourceConfig,
  kind: Exclude<DeprecatedUse['kind'], 'resource'>,
): readonly string[] {
  switch (kind) {
    case 'attribute':
      return [...config.attributes.keys()]
    case 'relationship':
      return [...config.sideloads.keys()]
    case 'filter':
      return [...config.filters.keys()]
    case 'sort':
      return [...config.attributes.keys(), ...config.sorts]
    case 'extra field':
      return [...config.extraFields.keys()]
    case 'stat':
      return [...config.stats.keys()]
    case 'action':
      return [...config.actions.keys(), ...config.ownActions.keys()]
  }
}

/** Whether any compiled class has deprecated parts; otherwise plans need not look for them. */
export const deprecations = { exist: false }
