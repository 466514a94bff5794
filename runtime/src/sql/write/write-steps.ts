import { inOrder, inSingleSteps } from '../../resource/served/single-steps.js'
import { DONE, type StepResult, type StoreStep } from '../../adapter/store-step.js'
import { inFamilies } from './families.js'
import { insertFamily } from './family.js'
import { type Writing, insertRecords } from './insert.js'
import { linkRecords, unlinkRecords } from './link.js'
import { lockRecords } from './lock.js'
import { deleteRecord, deleteRecords, holdVersion, updateRecord, updateRecords } from './update.js'

type Locking = Parameters<typeof lockRecords>[3]

/**
 * Runs the steps of a write, and returns a result for each. On PostgreSQL, a record and its new children are one
 * statement.
 *
 * Throws the driver's errors, and those that the steps declare.
 */
export const writeSteps = (
  writing: Writing,
  steps: readonly StoreStep[],
  locking: Locking,
): Promise<readonly StepResult[]> => {
  const one = (step: StoreStep): Promise<StepResult> => writeStep(writing, step, locking)
  if (writing.store.provider !== 'postgresql') return inOrder(steps, one)
  return inFamilies(steps, { family: (family) => insertFamily(writing, family), step: one })
}

async function writeStep(writing: Writing, step: StoreStep, locking: Locking): Promise<StepResult> {
  switch (step.kind) {
    case 'insert': {
      const records = await insertRecords(writing, step.rows, step.resource)
      if (records) return { kind: 'records', records }
      return inSingleSteps(step, (one) => writeStep(writing, one, locking))
    }
    case 'update': {
      const [key, ...others] = step.keys
      if (key && others.length === 0 && !step.isUnread) {
        return { kind: 'records', records: [await updateRecord(writing, key, step.values, step.resource)] }
      }
      await updateRecords(writing, step.keys, step.values, step.resource)
      return DONE
    }
    case 'delete': {
      const [key, ...others] = step.keys
      if (key && others.length === 0) {
        return { kind: 'records', records: [await deleteRecord(writing, key, step.resource)] }
      }
      await deleteRecords(writing, step.keys, step.resource)
      return DONE
    }
    case 'link':
      await linkRecords(writing, step.relation, step.parent, step.children)
      return DONE
    case 'unlink':
      await unlinkRecords(writing, step.relation, step.parent, step.children)
      return DONE
    case 'hold':
      await holdVersion(writing, step.key, step.version, step.resource)
      return DONE
    case 'sideEffects':
      return { kind: 'sideEffects', sideEffects: await writing.sideEffects() }
    case 'lock': {
      const found = await lockRecords(writing, step.locks, step.resource, locking)
      return found === undefined ? DONE : { kind: 'locked', found }
    }
  }
}
