import type { StatsMeta } from '../shape/stats-meta.js'
import type { StatRequest } from '../adapter/stat-request.js'
import { callHandler } from '../declare/handler.js'
import type { CompiledResource } from '../resource/compile.js'
import { jsonValue, renderValueOf } from '../value/json-value.js'
import type { NodePlan, PlannedStat } from '../plan/plan.js'
import { statColumn } from '../resource/wire-names.js'
import type { Read } from './read.js'
import { logged, type Run } from './run.js'

/**
 * Computes the planned stats over the unpaginated scope: all built-in ones together, each custom one by its function.
 */
export async function computeStats(
  planned: readonly PlannedStat[],
  read: Read & Pick<NodePlan, 'matchesNothing'>,
  unpaginated: unknown,
  run: Run,
): Promise<StatsMeta> {
  const { resource, instance = resource.instance, matchesNothing } = read
  const logging = { resource, path: '', operation: 'stats', scope: unpaginated, read } as const
  const requests = planned.flatMap((stat) => (stat.kind === 'adapter' ? [stat.request] : []))
  const builtIn =
    requests.length === 0 || matchesNothing
      ? requests.map(statOfNothing)
      : await logged(
          run,
          logging,
          () => resource.adapter().stats(unpaginated, requests, resource),
          (values) => values.length,
        )
  const values = builtIn.values()
  const meta = new Map<string, Map<string, unknown>>()
  for (const stat of planned) {
    const { name, calculation } = stat
    const value =
      stat.kind === 'adapter'
        ? values.next().value
        : await logged(
            run,
            logging,
            async () => callHandler(instance, stat.handler, [unpaginated, stat.column, run.context]),
            () => 1,
          )
    const calculations = meta.get(name) ?? new Map<string, unknown>()
    meta.set(
      name,
      calculations.set(
        calculation,
        stat.kind === 'adapter' ? statValue(resource, name, calculation, value) : jsonValue(value),
      ),
    )
  }
  return Object.fromEntries([...meta].map(([name, values]) => [name, Object.fromEntries(values)]))
}

/** The stat of an empty set needs no query (rules 3.3, 6.1). */
const statOfNothing = ({ calculation }: StatRequest): 0 | null =>
  calculation === 'maximum' || calculation === 'minimum' ? null : 0

/** Maxima, minima and exact sums are rendered like their attribute (rule 12.3); counts and averages are numbers. */
function statValue(resource: CompiledResource, name: string, calculation: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const type = statColumn(resource, name).attribute?.type
  if (calculation === 'count' || !type) return jsonValue(value)
  const isNumber = calculation === 'average' && type.kind !== 'decimal'
  return isNumber ? jsonValue(Number(value)) : renderValueOf({ ...type, nullable: true })(value)
}
