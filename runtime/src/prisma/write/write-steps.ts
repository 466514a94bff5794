import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { columnValues } from '../../adapter/rows/column-values.js'
import { inPieces, keysAtOnce } from '../../adapter/rows/keys.js'
import { inSingleSteps } from '../../resource/served/single-steps.js'
import { DONE, type StepResult, type StoreStep, type WriteStep } from '../../adapter/store-step.js'
import type { SideEffects } from '../../adapter/side-effects.js'
import type { KeyValues } from '../../value/key.js'
import { delegateOf } from '../client.js'
import { asWritten } from '../values/read-values.js'
import { withSentFloats } from '../values/sent-floats.js'
import { createRecords } from './create-all.js'
import { createFamily } from './create-family.js'
import { createRecord } from './create-record.js'
import { type KnownSchema, lockRecords } from './lock-records.js'
import { inFamilies } from '../../sql/write/families.js'
import type { Creating } from '../../sql/new-rows.js'
import { NoSuchVersion } from '../../sql/next-version.js'
import { refuseUnfit } from '../../sql/refusals/refuse-unfit.js'
import { uniqueWhere } from '../scope/unique-where.js'
import { countVersionUp, destroyRecords, updateRecord, updateRecords } from './update.js'
import { bulkJoinOf, joinChild } from './bulk-joins.js'
import { removeJoin } from '../scope/joins.js'

/** The context of a write: the knowledge about the store, and the client to use now. */
export interface Writing extends Creating {
  readonly schema: KnownSchema
  readonly lockTimeout: number | undefined
  /** The known changes that statements on each table cause, other than changes to the rows that they name. */
  readonly sideEffects: () => Promise<SideEffects>
}

type Step<Kind extends WriteStep['kind']> = Extract<WriteStep, { readonly kind: Kind }>

/**
 * Runs the steps of a write, and returns a result for each. Throws the errors of Prisma, and those that the steps
 * define.
 */
export const writeSteps = (writing: Writing, steps: readonly StoreStep[]): Promise<readonly StepResult[]> =>
  inFamilies(steps, {
    family: (family) => createFamily(writing, family),
    step: (step) => writeStep(writing, step),
  })

async function writeStep(writing: Writing, step: StoreStep): Promise<StepResult> {
  if (step.kind === 'sideEffects') return { kind: step.kind, sideEffects: await writing.sideEffects() }
  const { datamodel } = writing
  const result = await ranStep(writing, withSentFloats(datamodel, step))
  if (result.kind !== 'records' || !('resource' in step)) return result
  asWritten(datamodel, String(step.resource.model), result.records)
  return result
}

async function ranStep(writing: Writing, step: WriteStep): Promise<StepResult> {
  switch (step.kind) {
    case 'insert':
      return insert(writing, step)
    case 'update':
      return update(writing, step)
    case 'delete':
      return destroy(writing, step)
    case 'link':
    case 'unlink':
      return runLink(writing, step)
    case 'hold':
      await countVersionUp(
        delegateOf(writing.client, step.resource.model),
        step.key,
        step.version,
        step.resource,
      )
      return DONE
    case 'lock':
      return lock(writing, step)
  }
}

async function insert(writing: Writing, step: Step<'insert'>): Promise<StepResult> {
  const { resource, rows } = step
  const [row, ...others] = rows
  if (row && others.length === 0) {
    return { kind: 'records', records: [await createRecord(writing, row, resource)] }
  }
  const records = await createRecords(writing, rows, resource)
  return records ? { kind: 'records', records } : inSingleSteps(step, (one) => ranStep(writing, one))
}

async function update(
  writing: Writing,
  { resource, keys, values, isUnread }: Step<'update'>,
): Promise<StepResult> {
  const { datamodel, client, maxKeys } = writing
  const [key, ...others] = keys
  if (key && others.length === 0 && !isUnread) {
    refuseUnfit(datamodel, { ...columnValues(resource.primaryKey, key), ...values }, resource)
    return { kind: 'records', records: [await updateRecord(writing, key, values, resource)] }
  }
  const delegate = delegateOf(client, resource.model)
  refuseUnfit(datamodel, values, resource)
  for (const piece of piecesOf(keys, maxKeys, resource)) {
    await updateRecords(delegate, piece, values, resource)
  }
  return DONE
}

async function destroy(writing: Writing, { resource, keys }: Step<'delete'>): Promise<StepResult> {
  const { datamodel, client, maxKeys, provider } = writing
  const delegate = delegateOf(client, resource.model)
  const [key, ...others] = keys
  if (key && others.length === 0) {
    // Prisma reads before it deletes here, and returns what it has read even if another request has deleted it since.
    const isRacy = provider === 'mysql'
    const locks = { keys: [key], members: [], isShared: false }
    if (isRacy && (await lockRecords(writing, locks, resource)) === 0) throw new NoSuchVersion()
    return {
      kind: 'records',
      records: [await delegate.delete({ where: uniqueWhere(datamodel, resource, key) })],
    }
  }
  for (const piece of piecesOf(keys, maxKeys, resource)) await destroyRecords(delegate, piece, resource)
  return DONE
}

const piecesOf = (
  keys: readonly KeyValues[],
  maxKeys: number,
  { primaryKey }: AdapterResource,
): readonly (readonly KeyValues[])[] => inPieces(keys, keysAtOnce({ maxKeys }, primaryKey))

async function lock(writing: Writing, { locks, resource }: Step<'lock'>): Promise<StepResult> {
  const found = await lockRecords(writing, locks, resource)
  return found === undefined ? DONE : { kind: 'locked', found }
}

type LinkStep = Extract<WriteStep, { readonly kind: 'link' | 'unlink' }>

/** Joins a parent and its children, or removes what joins them. Throws the errors of Prisma. */
async function runLink(writing: Writing, step: LinkStep): Promise<StepResult> {
  const { kind, relation, parent, children } = step
  const { join, target } = relation
  const [child, ...others] = children
  if (!join || !child) return DONE
  const change = { parent, child, relation: { ...relation, join } }
  if (others.length === 0 && kind === 'unlink') {
    await removeJoin(writing, change)
    return DONE
  }
  if (others.length === 0) {
    await joinChild(writing, change)
    return DONE
  }
  const joins = bulkJoinOf(writing.datamodel, change.relation)
  if (!joins) {
    return inSingleSteps(step, (one) => ranStep(writing, one))
  }
  const run = kind === 'link' ? joins.add : joins.remove
  for (const piece of inPieces(children, keysAtOnce(writing, target.primaryKey))) {
    await run(writing.client, parent, piece)
  }
  return DONE
}
