import type { StepResult, StoreStep, Values } from '../../adapter/store-step.js'
import { isInTransaction } from '../../adapter/transaction/current-transaction.js'
import type { CompiledResource } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { refusalOf } from '../../adapter/refusal.js'
import { openUnit, otherStore, unknownOutcome } from '../unit/transaction.js'

/**
 * Runs one step in the store of a resource. Throws InvalidParameter if the request may write only in another store (rule
 * 30.6).
 */
export async function writeStep(resource: StoreOwner, step: StoreStep): Promise<StepResult> {
  if (currentFrame().unit?.excludesOthers && !openUnit(resource)) throw otherStore()
  currentRequest().done.observer?.noteStatement(resource.adapter(), step)
  const run = (): Promise<readonly StepResult[]> => resource.adapter().write([step])
  const [result] = await (isInTransaction(resource.facts().store) ? run() : runDurably(resource, run))
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

/** Creates several records at once in the store of a resource. */
export async function writeRows(
  resource: CompiledResource,
  rows: readonly Values[],
): Promise<readonly object[]> {
  const step = { kind: 'insert', resource, rows } as const
  const result = await writeStep(resource, step)
  const records = recordsOf(result)
  if (records?.length === rows.length) return records
  throw resultFault(resource, step, 'a number of records that is not the number of rows')
}

type StoreOwner = Pick<CompiledResource, 'adapter' | 'facts'>

/** The records of a result; undefined if it has none. */
export const recordsOf = (result: StepResult): readonly object[] | undefined =>
  result.kind === 'records' ? result.records : undefined

/** The fault of an adapter that returns another result than its contract says. */
export const resultFault = ({ adapter }: StoreOwner, { kind }: StoreStep, what: string): Error =>
  new Error(`${adapter().constructor.name}.write returned ${what} for the step "${kind}".`)
