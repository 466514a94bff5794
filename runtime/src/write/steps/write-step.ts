import type { StepResult, StoreStep } from '../../adapter/store-step.js'
import { isInTransaction } from '../../adapter/transaction/current-transaction.js'
import type { CompiledResource } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { refusalOf } from '../../adapter/refusal.js'
import { openUnit, otherStore, unknownOutcome } from '../unit/transaction.js'

/**
 * Runs steps in the store of a resource, and returns a result for each. Throws InvalidParameter if the request may write
 * only in another store (rule 30.6).
 */
export async function writeSteps(
  resource: StoreOwner,
  steps: readonly StoreStep[],
): Promise<readonly StepResult[]> {
  if (currentFrame().unit?.excludesOthers && !openUnit(resource)) throw otherStore()
  for (const step of steps) currentRequest().done.observer?.noteStatement(resource.adapter(), step)
  const run = (): Promise<readonly StepResult[]> => resource.adapter().write(steps)
  const results = await (isInTransaction(resource.facts().store) ? run() : runDurably(resource, run))
  const unanswered = steps[results.length]
  if (unanswered) throw resultFault(resource, unanswered, 'nothing')
  return results
}

/** Runs one step, as `writeSteps` does. */
export async function writeStep(resource: StoreOwner, step: StoreStep): Promise<StepResult> {
  const [result] = await writeSteps(resource, [step])
  if (result) return result
  throw resultFault(resource, step, 'nothing')
}

/**
 * Runs a step outside a transaction, as its own commit. Throws ServiceUnavailable if its outcome is unknown.
 */
async function runDurably<Result>({ adapter }: StoreOwner, run: () => Promise<Result>): Promise<Result> {
  const { deadline } = currentRequest().budget
  deadline.commits()
  try {
    const result = await run()
    deadline.committed(true)
    return result
  } catch (error) {
    deadline.committed(false)
    const fault = refusalOf(adapter(), error)
    throw fault?.kind === 'unavailable' && fault.isRolledBack !== true ? unknownOutcome(error) : error
  }
}

/** Runs a step about one record in the store of a resource, and returns the record. */
export async function writeRecord(resource: StoreOwner, step: StoreStep): Promise<object> {
  const [record] = (await writeStep(resource, step).then(recordsOf)) ?? []
  if (record) return record
  throw resultFault(resource, step, 'no record')
}

/** The records that a step has created, one for each row of an insert; none for other steps. */
export function createdRecords(
  resource: StoreOwner,
  step: StoreStep | undefined,
  result: StepResult,
): readonly object[] {
  if (step?.kind !== 'insert') return []
  const records = recordsOf(result)
  if (records?.length === step.rows.length) return records
  throw resultFault(resource, step, 'a number of records that is not the number of rows')
}

type StoreOwner = Pick<CompiledResource, 'adapter' | 'facts'>

/** The records of a result; undefined if it has none. */
const recordsOf = (result: StepResult): readonly object[] | undefined =>
  result.kind === 'records' ? result.records : undefined

/** The fault of an adapter whose result breaks its contract. */
const resultFault = ({ adapter }: StoreOwner, { kind }: StoreStep, what: string): Error =>
  new Error(`${adapter().constructor.name}.write returned ${what} for the step "${kind}".`)
