import type { Condition } from '../../adapter/condition.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Explain, ScopeRule } from '../../resource/explain.js'
import { storedComparisons } from '../../plan/filters/default-filters.js'

/**
 * Writes the rules that one request meets to the application's log, one line for each rule, without repetition. If the
 * log fails, the response does not change.
 */
export function explainTo(tell: (line: string) => void): Explain {
  const written = new Set<string>()
  const writeLine = (rule: string, result: string): void => {
    const line = `${rule} ${result}`
    if (written.has(line)) return
    written.add(line)
    try {
      tell(line)
    } catch {
      // If the log fails, the response does not change.
    }
  }
  return {
    guard: (rule, passes) => writeLine(rule, passes ? 'passes' : 'refuses'),
    guardFailed: (rule, error) => writeLine(rule, `throws ${String(error)}`),
    scope: (resource, rule, condition) =>
      writeLine(scopePlace(resource, rule), `passes ${shown(resource, condition)}`),
    scopeFailed: (resource, rule, error) => writeLine(scopePlace(resource, rule), `throws ${String(error)}`),
    dropped: (place, why) => writeLine(place, why),
    defaultFilter: (resource, defaultFilter) => {
      const conditions = storedComparisons(resource, defaultFilter)
      const left =
        typeof defaultFilter.filter === 'object'
          ? shown(resource, { kind: 'and', conditions })
          : 'the result of its function'
      writeLine(`${resource.type}.defaultFilters.${defaultFilter.name}`, `passes ${left}`)
    },
  }
}

function scopePlace({ type }: CompiledResource, { layer, policy, handler }: ScopeRule): string {
  const method = typeof handler === 'string' ? `: ${handler}` : ''
  const named = policy.startsWith('actions.') ? `${policy}.scope` : `scopes.${policy}`
  const place = `${named}${method}`
  return layer === 'own' ? `${type}.${place}` : `defaults.${place} of ${type}`
}

/** A condition in the form that the store receives. */
function shown(resource: CompiledResource, condition: Condition): string {
  if (condition.kind === 'or' && condition.conditions.length === 0) return 'nothing'
  const adapter = resource.adapter()
  const scope = adapter.narrow(adapter.all(resource), condition, resource)
  return JSON.stringify(adapter.describe(scope), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
