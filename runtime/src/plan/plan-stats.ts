import type { AttributeType } from '../value/type.js'
import { StatNotFound } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../error/nearest.js'
import type { NamesByKey } from '../query/read-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { StatCalculation } from '../declare/config.js'
import type { Calculation } from '../shape/words.js'
import type { Guards } from '../resource/guards.js'
import type { PlannedStat } from './plan.js'

/** Checks what stats a request asks for, before any query runs (rules 6.2, 7.3); those asked for twice are one. */
export async function planStats(
  resource: CompiledResource,
  stats: NamesByKey,
  guards: Guards,
  faults: JsonapiError[],
): Promise<readonly PlannedStat[]> {
  const planned: PlannedStat[] = []
  for (const [attribute, { parameter, value: names }] of stats) {
    const known = (await isReadable(resource, attribute, guards)) ? calculationsOf(resource, attribute) : NONE
    for (const name of new Set(names)) {
      const calculation = known.get(name)
      if (calculation !== undefined) planned.push(plannedStat(attribute, name, calculation))
      else {
        const stats = known.size > 0 ? [] : await visibleStats(resource, guards)
        // A stat that is there has no calculation that its type has: nothing else is meant by its name.
        const isNamed = stats.includes(attribute)
        const near =
          known.size > 0 ? didYouMean(name, known.keys()) : didYouMean(attribute, isNamed ? [] : stats)
        faults.push(statNotFound(resource, attribute, name, { parameter, near }))
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

/** The calculations of a stat, of the built-in ones those that its type has; none where there is no such stat. */
export function calculationsOf(
  { config }: CompiledResource,
  attribute: string,
): ReadonlyMap<string, StatCalculation> {
  const type = config.attributes.get(attribute)?.type
  const hasCalculation = (calculation: StatCalculation): boolean =>
    typeof calculation !== 'object' ||
    (type
      ? isCalculable(type, calculation.builtIn)
      : attribute !== 'total' || calculation.builtIn === 'count')
  const calculations = config.stats.get(attribute)?.calculations ?? NONE
  return new Map([...calculations].filter(([, calculation]) => hasCalculation(calculation)))
}

/** What every store can calculate of a type: numbers are summed, what has the same order everywhere has a maximum. */
function isCalculable({ kind, list }: AttributeType, calculation: Calculation): boolean {
  if (list || kind === 'json') return false
  const isNumber = kind === 'integer' || kind === 'bigint' || kind === 'float' || kind === 'decimal'
  switch (calculation) {
    case 'count':
      return true
    case 'sum':
    case 'average':
      return isNumber
    case 'maximum':
    case 'minimum':
      return isNumber || kind === 'string' || kind === 'date' || kind === 'datetime'
  }
}

/** The stats whose attributes the reader may see: no other is suggested (rule 7.3). */
async function visibleStats(resource: CompiledResource, guards: Guards): Promise<readonly string[]> {
  const visible: string[] = []
  for (const name of resource.config.stats.keys()) {
    if (await isReadable(resource, name, guards)) visible.push(name)
  }
  return visible
}

async function isReadable(resource: CompiledResource, name: string, guards: Guards): Promise<boolean> {
  const attribute = resource.config.attributes.get(name)
  return !attribute || guards.readable(attribute)
}

function plannedStat(attribute: string, name: string, calculation: StatCalculation): PlannedStat {
  return typeof calculation === 'object' && 'builtIn' in calculation
    ? { kind: 'adapter', request: { attribute, calculation: calculation.builtIn } }
    : { kind: 'custom', attribute, calculation: name, handler: calculation }
}
