import { told } from '../adapter/facts.js'
import type { StatRequest } from '../adapter/stat-request.js'
import { StatNotFound } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import type { NamesByKey } from '../query/read-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { StatCalculation } from '../declare/config.js'
import { type Named, named, ofColumn } from '../resource/wire-names.js'
import { relationshipsOfKey } from '../resource/relations.js'
import { type Calculation, isCalculable } from '../vocabulary/calculations.js'
import { unknownTo } from '../resource/denied-names.js'
import type { Guards } from '../resource/guards.js'
import type { PlannedStat } from './plan.js'

/** Checks the requested stats before any query runs (rules 6.2, 7.3); duplicates are dropped. */
export function planStats(
  resource: CompiledResource,
  stats: NamesByKey,
  guards: Guards,
  faults: JsonapiError[],
): readonly PlannedStat[] {
  const planned: PlannedStat[] = []
  for (const [attribute, { parameter, value: names }] of stats) {
    const known = isReadable(resource, attribute, guards) ? calculationsOf(resource, attribute) : NONE
    for (const name of new Set(names)) {
      const calculation = known.get(name)
      if (calculation !== undefined) planned.push(plannedStat(resource, attribute, name, calculation))
      else {
        const stats = known.size > 0 ? [] : visibleStats(resource, guards)
        // If the attribute has stats, the calculation is the unknown part.
        const isNamed = stats.includes(attribute)
        const near =
          known.size > 0 ? didYouMean(name, known.keys()) : didYouMean(attribute, isNamed ? [] : stats)
        const { column, attribute: shown } = statColumn(resource, attribute)
        const links = shown ? [] : relationshipsOfKey(resource, column).map(({ name }) => name)
        const fault = statNotFound(resource, attribute, name, { parameter, near })
        faults.push(unknownTo(fault, resource, [shown?.name ?? links[0] ?? ''], guards))
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

/** The calculations of a stat; of the built-in ones, those of its type. Empty if there is no such stat. */
export function calculationsOf(
  resource: CompiledResource,
  attribute: string,
): ReadonlyMap<string, StatCalculation> {
  const { attribute: known, column } = statColumn(resource, attribute)
  const stored = told(resource.facts().storedType(column))
  const hasCalculation = (calculation: StatCalculation): boolean => {
    if (typeof calculation !== 'object') return true
    if (stored && !stored.calculations.includes(calculation.builtIn)) return false
    return known
      ? isCalculable(known.type, calculation.builtIn)
      : attribute !== 'total' || calculation.builtIn === 'count'
  }
  const calculations = resource.config.stats.get(attribute)?.calculations ?? NONE
  return new Map([...calculations].filter(([, calculation]) => hasCalculation(calculation)))
}

/** The stats whose attributes the viewer may see: no others are suggested (rule 7.3). */
function visibleStats(resource: CompiledResource, guards: Guards): readonly string[] {
  const visible: string[] = []
  for (const name of resource.config.stats.keys()) {
    if (isReadable(resource, name, guards)) visible.push(name)
  }
  return visible
}

function isReadable(resource: CompiledResource, name: string, guards: Guards): boolean {
  const { attribute, column } = statColumn(resource, name)
  if (attribute) return guards.shows(resource, attribute)
  return relationshipsOfKey(resource, column).every((one) => guards.sees(resource, one))
}

/** The column of a stat, and the attribute that shows it. */
export function statColumn(resource: CompiledResource, name: string): Named {
  const column = resource.config.stats.get(name)?.column
  return column === undefined ? named(resource, name) : ofColumn(resource, column)
}

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
