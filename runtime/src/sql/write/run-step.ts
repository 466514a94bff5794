import { inSingleSteps } from '../../resource/served/single-steps.js'
import { DONE, type StepResult, type WriteStep } from '../../adapter/store-step.js'
import { insertFamily } from './family.js'
import { type Writing, insertRecords } from './insert.js'
import { linkRecords, unlinkRecords } from './link.js'
import { lockRecords } from './lock.js'
import { deleteRecord, deleteRecords, holdVersion, updateRecord, updateRecords } from './update.js'

type Locking = Parameters<typeof lockRecords>[3]

/** Runs one step of a write. Throws the driver's errors, and those that the steps declare. */
export async function runStep(writing: Writing, step: WriteStep, locking: Locking): Promise<StepResult> {
  switch (step.kind) {
    case 'insert': {
      const { children, links } = step
      if (children || links) return insertWhole(writing, step, locking)
      const records = await insertRecords(writing, step.rows, step.resource)
      if (records) return { kind: 'records', records }
      return inSingleSteps(step, (one) => runStep(writing, one, locking))
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
    case 'lock': {
      const found = await lockRecords(writing, step.locks, step.resource, locking)
      return found === undefined ? DONE : { kind: 'locked', found }
    }
  }
}

/** Inserts a record with its children and its links: together, as far as the database can. */
async function insertWhole(
  writing: Writing,
  step: Extract<WriteStep, { kind: 'insert' }>,
  locking: Locking,
): Promise<StepResult> {
  const { resource, rows, children, links = [] } = step
  const [row] = rows
  const family = row && children && (await insertFamily(writing, row, resource, children))
  if (family?.kind !== 'records') return inSingleSteps(step, (one) => runStep(writing, one, locking))
  const [parent = {}] = family.records
  for (const { relation, children: linked } of links) await linkRecords(writing, relation, parent, linked)
  return family
}
