import type { StatRequest } from '../adapter/stat-request.js'
import { StatNotFound } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import type { NamesByKey } from '../query/read-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { StatCalculation } from '../declare/config.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { Guards } from '../resource/guards.js'
import { statColumn } from '../resource/wire-names.js'
import type { View } from './view/view.js'
import type { PlannedStat } from './plan.js'

/** Checks the requested stats before any query runs (rules 6.2, 7.3); duplicates are dropped. */
export function planStats(
  view: View,
  stats: NamesByKey,
  guards: Guards,
  faults: JsonapiError[],
): readonly PlannedStat[] {
  const { resource } = view.names
  const planned: PlannedStat[] = []
  for (const [attribute, { parameter, value: names }] of stats) {
    const known = view.stat(attribute)?.calculations ?? NONE
    for (const name of new Set(names)) {
      const calculation = known.get(name)
      if (calculation !== undefined) planned.push(plannedStat(resource, attribute, name, calculation))
      else {
        const stats = known.size > 0 ? [] : [...resource.config.stats.keys()].filter((one) => view.stat(one))
        // If the attribute has stats, the calculation is the unknown part.
        const isNamed = stats.includes(attribute)
        const near =
          known.size > 0 ? didYouMean(name, known.keys()) : didYouMean(attribute, isNamed ? [] : stats)
        const fault = statNotFound(resource, attribute, name, { parameter, near })
        faults.push(guards.unknown(fault, view.names.stat(attribute).rules.flat()))
      }
    }
  }
  return planned
}

/** The error for a stat that is not configured: it names the attribute and the calculation (rule 6.2). */
export function statNotFound(
  resource: CompiledResource,
  attribute: string,
  calculation: string,
  { parameter, near = '' }: { readonly parameter?: string; readonly near?: string } = {},
): StatNotFound {
  return new StatNotFound({
    detail: `"${resource.type}" has no stat "${calculation}" of "${attribute}".${near}`,
    ...(parameter !== undefined && { source: { parameter } }),
    meta: { attribute, calculation },
  })
}

const NONE: ReadonlyMap<string, StatCalculation> = new Map()

/** The adapter's request for a built-in calculation: `total` counts rows, a column of that name counts values. */
export function statRequest(resource: CompiledResource, name: string, calculation: Calculation): StatRequest {
  const { column } = statColumn(resource, name)
  const isDistinct = calculation === 'count' && column === 'total' && name !== 'total'
  return { column, calculation, ...(isDistinct && { distinct: true }) }
}

function plannedStat(
  resource: CompiledResource,
  name: string,
  calculation: string,
  declared: StatCalculation,
): PlannedStat {
  return typeof declared === 'object' && 'builtIn' in declared
    ? { kind: 'adapter', name, calculation, request: statRequest(resource, name, declared.builtIn) }
    : { kind: 'custom', name, calculation, column: statColumn(resource, name).column, handler: declared }
}
