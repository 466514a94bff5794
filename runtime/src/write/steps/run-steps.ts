import { writeStep } from './write-step.js'
import { pickColumns, valuesOf } from '../../adapter/rows/column-values.js'
import { memberOf } from '../../base/cast.js'
import { keyOf } from '../../adapter/rows/keys.js'
import { idValueOf } from '../../resource/compile.js'
import { byColumns } from '../../resource/wire-names.js'
import { batchSteps, keepsOrder } from '../plan/batch-steps.js'
import type { WritePlan } from '../plan/plan-steps.js'
import type { Destroyed, LinkKeys, Step } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import { relatedPayloads } from '../request/linkage/related-payloads.js'
import type { Session } from '../session/session.js'
import { versionOf } from '../session/version.js'
import { checkDependents } from './dependents.js'
import { changeLinks } from './link-pairs.js'
import { type PendingCall, PendingMeta } from './pending-meta.js'
import {
  attributesOf,
  existingOf,
  keysOfLinks,
  keyWritten,
  parentOf,
  type ReadyRow,
  readyRows,
  recordOf,
} from './row-columns.js'
import { insertOne, Segment } from './segment.js'
import { instanceOf, storeCall } from './store-call.js'

/**
 * Runs the steps of a write whose records are found and valid, in order (rule 11.3). A record that is invalid or
 * cannot be linked is noted as an issue. Steps that need it are skipped and the others run, to find more issues (rule
 * 11.5).
 *
 * Throws Repeat if the store refuses several records together, and any other error of the store.
 *
 * @returns the primary record; undefined if it, or a relative that it needs, is invalid
 */
export async function persistAll(
  session: Session,
  { steps, leftOut }: WritePlan,
): Promise<object | undefined> {
  for (const [node, record] of leftOut) session.of(node).existing = record
  const batches = session.inBatches ? batchSteps(steps, session.graph) : steps
  session.isReordered = session.inBatches && !keepsOrder(steps, batches)
  await runSteps(session, batches)
  return session.of(session.graph.root).saved
}

/**
 * Continues the write of a record after an override of `persistWithRelationships` has called super (rule 1.5).
 *
 * @param columns the values to write, by column, with the id and the columns that link the record to its parent
 */
export async function resumeCall(
  session: Session,
  { node, steps }: PendingCall,
  columns: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  session.of(node).given = { columns, parent }
  await runSteps(session, steps)
  return session.of(node).saved
}

/** Runs steps in order. The store receives those together between which nothing else happens (rule 11.14). */
export async function runSteps(session: Session, steps: readonly Step[]): Promise<void> {
  const segment = new Segment(session)
  for (const step of steps) {
    if (segment.takes(step)) continue
    await segment.send()
    if (!segment.takes(step)) await runStep(session, step)
  }
  await segment.send()
}

async function runStep(session: Session, step: Step): Promise<void> {
  switch (step.kind) {
    case 'keep':
      for (const node of step.nodes) keep(session, node)
      break
    case 'insert':
      for (const each of readyRows(session, step.rows)) await insertOne(session, each)
      break
    case 'update':
      for (const each of readyRows(session, step.rows)) await updateOne(session, each)
      break
    case 'delete':
      for (const each of step.rows) await destroyOne(session, each)
      break
    case 'link':
    case 'unlink':
      await changeLinks(session, step)
      break
    case 'call':
      await callOverride(session, step)
  }
}

function keep(session: Session, node: WriteNode): void {
  const state = session.of(node)
  if (state.existing) state.saved ??= state.existing
}

async function updateOne(session: Session, { row, columns }: ReadyRow): Promise<void> {
  const { node, pointer } = row
  const { resource } = node
  const record = recordOf(session, node)
  if (!record) {
    if (row.isWritten) return
    throw new Error(`The record of "${resource.type}" was not looked up before it was updated.`)
  }
  const isLinked = row.isWritten && session.of(node).saved !== undefined && hasColumns(record, columns)
  if (isLinked || (!row.isWritten && node !== session.graph.root && !isChanged(node, columns))) {
    session.of(node).saved = record
    return
  }
  const key = pickColumns(record, resource.primaryKey)
  const parameters = { ...key, ...versionOf(session, node, record), ...columns, ...key }
  await storeCall(
    session,
    node,
    'update',
    (instance) => instance.update(parameters, parentOf(session, row)),
    pointer,
  )
}

/** Whether a write changes any column besides those that identify the record. */
const isChanged = ({ resource: { primaryKey } }: WriteNode, columns: LinkKeys): boolean =>
  Object.keys(columns).some((name) => !primaryKey.includes(name))

const hasColumns = (record: object, columns: LinkKeys): boolean =>
  Object.entries(columns).every(([name, value]) => keyOf(memberOf(record, name)) === keyOf(value))

async function destroyOne(session: Session, { node, parent }: Destroyed): Promise<void> {
  const existing = existingOf(session, node)
  await storeCall(session, node, 'destroy', async (instance) => {
    await holdVersion(session, node, existing)
    await checkDependents(node, existing)
    return instance.destroy(idValueOf(node.resource, existing), parentOf(session, { node, parent }))
  })
}

/** If the condition is on the version alone, the statement compares the version, if the store can (rule 26.5). */
async function holdVersion(
  { graph: { root }, condition }: Session,
  node: WriteNode,
  record: object,
): Promise<void> {
  const { resource } = node
  const { version, primaryKey } = resource
  if (node !== root || !condition?.byVersion || version === undefined) return
  if (!resource.facts().can.holdVersions) return
  const key = valuesOf(record, primaryKey)
  await writeStep(resource, { kind: 'hold', resource, key, version: memberOf(record, version) })
}

/**
 * Calls an override of `persistWithRelationships`. Only there does the application see the attributes of a write (rule
 * 1.5).
 */
async function callOverride(
  session: Session,
  { node, parents, parent, steps }: Extract<Step, { kind: 'call' }>,
): Promise<void> {
  const attributes = attributesOf(session, node)
  const written = byColumns(node.resource, attributes)
  const links = keysOfLinks(session, node, parents, keyWritten(node, written), session.of(node).existing)
  if (!links) return
  session.of(node).links = links
  const record = await instanceOf(session, node).persistWithRelationships(
    new PendingMeta(session, { node, steps }),
    { ...attributes, ...links },
    relatedPayloads(node),
    parentOf(session, { node, parent }),
  )
  // It may have changed more before and after the steps.
  session.changes.noteCall()
  if (record) session.of(node).saved = record
}
