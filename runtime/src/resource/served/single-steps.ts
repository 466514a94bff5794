import { withValues } from '../../adapter/rows/refs.js'
import { DONE, type StepResult, type StoreStep, type WriteStep } from '../../adapter/store-step.js'
import { servedRequest } from './served-request.js'

/**
 * Runs the steps of a call of `write` one after the other, with values in the place of their refs, and returns their
 * results. No further step starts after the request's deadline, or after its client has disconnected.
 *
 * ```ts
 * const write = (steps: readonly StoreStep[], run: (step: StoreStep) => Promise<StepResult>): Promise<StepResult[]> =>
 *   inOrder(steps, run);
 * ```
 *
 * Throws what the function throws, and an Error if no earlier step returned the record of a ref.
 *
 * @param run runs one step, given the results of those before it
 */
export async function inOrder<Step extends StoreStep>(
  steps: readonly Step[],
  run: (step: Step, results: readonly StepResult[]) => Promise<StepResult> | StepResult,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) {
    if (results.length > 0) servedRequest().deadline.check()
    results.push(await run(withValues(step, results), results))
  }
  return results
}

/**
 * Runs a step about several records as one step for each record, in order, if a store cannot run it as a whole. No step
 * starts after the request's deadline, or after its client has disconnected.
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
      return rowByRow(step, next)
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

const recordsOf = (result: StepResult): readonly object[] => (result.kind === 'records' ? result.records : [])
