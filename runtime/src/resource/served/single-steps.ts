import { DONE, type StepResult, type WriteStep } from '../../adapter/store-step.js'
import { servedRequest } from './served-request.js'
import { pickColumns } from '../../adapter/rows/column-values.js'

/**
 * Runs a step as several smaller steps, in order, if a store cannot run it as a whole. A record with children
 * and links becomes one step for each part, and a step about several records becomes one step for each
 * record. No step starts after the request's deadline, or after its client has disconnected.
 *
 * ```ts
 * const write = (step: WriteStep, runOne: (one: WriteStep) => Promise<StepResult>): Promise<StepResult> =>
 *   inSingleSteps(step, runOne);
 * ```
 *
 * @param run runs one of the smaller steps; it may call this function again
 */
export async function inSingleSteps(
  step: WriteStep,
  run: (step: WriteStep) => Promise<StepResult>,
): Promise<StepResult> {
  const next: Run = (one) => {
    servedRequest().deadline.check()
    return run(one)
  }
  switch (step.kind) {
    case 'insert':
      return step.children || step.links ? inParts(step, next) : rowByRow(step, next)
    case 'update':
    case 'delete': {
      let last: StepResult = DONE
      for (const key of step.keys) last = await next({ ...step, keys: [key] })
      return step.keys.length === 1 ? last : DONE
    }
    case 'link':
    case 'unlink':
      for (const child of step.children) await next({ ...step, children: [child] })
      return DONE
    case 'hold':
    case 'lock':
      return next(step)
  }
}

type InsertStep = Extract<WriteStep, { readonly kind: 'insert' }>

type Run = (step: WriteStep) => Promise<StepResult>

async function rowByRow(step: InsertStep, run: Run): Promise<StepResult> {
  const records: object[] = []
  for (const row of step.rows) records.push(...recordsOf(await run({ ...step, rows: [row] })))
  return { kind: 'records', records }
}

async function inParts({ children, links = [], ...own }: InsertStep, run: Run): Promise<StepResult> {
  const records = recordsOf(await run(own))
  const [parent] = records
  if (!parent) return { kind: 'records', records }
  const created = children && recordsOf(await run(childrenOf(parent, children)))
  for (const { relation, children: linked } of links) {
    await run({ kind: 'link', relation, parent, children: linked })
  }
  return { kind: 'records', records, ...(created && { children: created }) }
}

const recordsOf = (result: StepResult): readonly object[] => (result.kind === 'records' ? result.records : [])

/** New children, with the columns that refer to their parent. */
function childrenOf(
  parent: object,
  { resource, key, rows }: NonNullable<InsertStep['children']>,
): InsertStep {
  const values = pickColumns(parent, Object.values(key))
  const keys = Object.fromEntries(Object.entries(key).map(([column, of]) => [column, values[of]]))
  return { kind: 'insert', resource, rows: rows.map((row) => ({ ...row, ...keys })) }
}
