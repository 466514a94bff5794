import type { StepResult, StoreStep } from '../../adapter/store-step.js'
import type { CompiledResource } from '../../resource/compile.js'

/** Has the store of a resource do one step. */
export async function writeStep(
  { adapter }: Pick<CompiledResource, 'adapter'>,
  step: StoreStep,
): Promise<StepResult> {
  const [result] = await adapter().write([step])
  if (result) return result
  throw new Error(`${adapter().constructor.name}.write has told nothing of the step "${step.kind}".`)
}

/** Has the store of a resource do a step that is about one record, which it returns. */
export async function writeRecord(
  resource: Pick<CompiledResource, 'adapter'>,
  step: StoreStep,
): Promise<object> {
  const result = await writeStep(resource, step)
  const [record] = result.kind === 'records' ? result.records : []
  if (record) return record
  throw new Error(
    `${resource.adapter().constructor.name}.write has returned no record of the step "${step.kind}".`,
  )
}
