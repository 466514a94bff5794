import { memberOf } from '../../base/cast.js'
import type { StepResult, StoreStep } from '../store-step.js'

/**
 * A value that is known once an earlier step has run: a column of a record that an `insert` of the same call of `write`
 * creates. `inOrder` puts the value in its place.
 *
 * ```ts
 * const postId: Ref = new Ref(0, 0, 'id');
 * ```
 */
export class Ref {
  /** The index of the `insert` among the steps of the call. */
  readonly step: number
  /** The index of the row in that step. */
  readonly row: number
  readonly column: string

  constructor(step: number, row: number, column: string) {
    this.step = step
    this.row = row
    this.column = column
  }
}

/**
 * A step with values in the place of its refs.
 *
 * Throws an Error if the results lack the record of a ref.
 */
export function withValues<Step extends StoreStep>(step: Step, results: readonly StepResult[]): Step {
  switch (step.kind) {
    case 'insert':
      return { ...step, rows: step.rows.map((row) => valuesIn(row, results)) }
    case 'link':
    case 'unlink':
      return { ...step, parent: valuesIn(step.parent, results) }
    case 'update':
    case 'delete':
    case 'hold':
    case 'lock':
    case 'sideEffects':
      return step
  }
}

function valuesIn<Of extends object>(of: Of, results: readonly StepResult[]): Of {
  let known = of
  for (const [name, value] of Object.entries(of)) {
    if (value instanceof Ref) known = { ...known, [name]: valueOf(value, results) }
  }
  return known
}

function valueOf({ step, row, column }: Ref, results: readonly StepResult[]): unknown {
  const result = results[step]
  const record = result?.kind === 'records' ? result.records[row] : undefined
  if (record) return memberOf(record, column)
  throw new Error(`A value refers to row ${row} of step ${step}, which has returned no such record.`)
}
