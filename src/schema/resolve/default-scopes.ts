import type { DeclaredDefaults } from '../declared.js'
import { methodNames } from '../method-names.js'
import type { DefaultScopeSchema } from '../schema.js'

/** The API-wide scopes. Several policies may share one scope, which is one method (rule 14.14). */
export function resolveDefaultScopes({ scopes }: DeclaredDefaults): readonly DefaultScopeSchema[] {
  const byName = new Map(scopes.toReversed().map(({ name }) => [name.value, name]))
  return [...byName.values()].toReversed().map(({ value, at }) => ({
    name: value,
    at,
    method: methodNames.scope(value),
    policies: scopes.filter(({ name }) => name.value === value).map(({ policy }) => policy),
  }))
}
