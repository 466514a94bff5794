import { recordsOf, resultFault, writeRows, writeStep } from './write-step.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { NewChildren, NewLinks, Values } from '../../adapter/store-step.js'
import { pickColumns, valuesOf } from '../../adapter/rows/column-values.js'
import { memberOf } from '../../base/cast.js'
import { keyOf } from '../../adapter/rows/keys.js'
import { idValueOf, keyOfId, keyOfRecord } from '../../resource/compile.js'
import { byColumns } from '../../resource/wire-names.js'
import { isPlainKey } from '../../value/key.js'
import { batchSteps, keepsOrder } from '../plan/batch-steps.js'
import type { LinkKeys } from '../plan/step.js'
import type { WritePlan } from '../plan/plan-steps.js'
import type { ChildStep, Destroyed, InsertStep, Link, LinkStep, Row, Step } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import { relatedPayloads } from '../request/linkage/related-payloads.js'
import { checkDependents } from './dependents.js'
import { mayLink, mayUnlink } from './link-columns.js'
import { noteWritten } from '../session/fresh-records.js'
import { linkPairs, newLinks, noteLinked, unlinkPairs } from './link-pairs.js'
import { refusesNull } from './null-keys.js'
import { type PendingCall, PendingMeta } from './pending-meta.js'
import { asBatch } from '../unit/repeat.js'
import type { Session } from '../session/session.js'
import { instanceOf, storeCall } from './store-call.js'
import { versionOf } from '../session/version.js'

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

/** Runs steps in order. */
export async function runSteps(session: Session, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    switch (step.kind) {
      case 'keep':
        for (const node of step.nodes) keep(session, node)
        break
      case 'insert':
        await insert(session, step)
        break
      case 'update':
        await update(session, step)
        break
      case 'delete':
        await destroy(session, step)
        break
      case 'link':
        await linkPairs(session, step)
        break
      case 'unlink':
        await unlinkPairs(session, step)
        break
      case 'call':
        await callOverride(session, step)
    }
  }
}

function keep(session: Session, node: WriteNode): void {
  const state = session.of(node)
  if (state.existing) state.saved ??= state.existing
}

/** A row whose columns are all known. */
interface ReadyRow {
  readonly row: Row
  readonly columns: LinkKeys
}

async function insert(session: Session, { resource, rows, children, links = [] }: InsertStep): Promise<void> {
  const ready = readyRows(session, rows)
  const [parent] = ready
  const isFamily = children !== undefined || links.length > 0
  if (isFamily && parent && (await insertFamily(session, parent, children, links))) return
  if (ready.length > 1) {
    const columns = ready.map((each) => each.columns)
    const records = await asBatch(resource.adapter(), () => writeRows(resource, columns))
    for (const [at, record] of records.entries()) {
      const node = ready[at]?.row.node
      if (node) noteWritten(session, node, 'create', record, true)
    }
  } else for (const each of ready) await insertOne(session, each)
  if (children) await insert(session, children.step)
  for (const link of links) await linkPairs(session, link)
}

/**
 * Inserts a record with its new children and its links in one step of the store. False, with nothing inserted, if the
 * adapter cannot, or if the values of a child depend on its parent.
 */
async function insertFamily(
  session: Session,
  { row: { node }, columns }: ReadyRow,
  children: ChildStep | undefined,
  links: readonly LinkStep[],
): Promise<boolean> {
  const { resource } = node
  const { can, store } = resource.facts()
  const isOfStore = !children || children.step.resource.facts().store === store
  if (!can.insertChildren || !isOfStore) return false
  const rows = children && childRows(session, children.step, Object.keys(children.key))
  if (children && !rows) return false
  const family = await asBatch(resource.adapter(), () =>
    writeFamily(
      resource,
      columns,
      children && rows && { resource: children.step.resource, key: children.key, rows },
      links.map((link) => newLinks(session, link)),
    ),
  )
  noteWritten(session, node, 'create', family.record, true)
  if (children) noteChildren(session, children, family)
  for (const link of links) noteLinked(session, link)
  return true
}

function noteChildren(session: Session, { step, key }: ChildStep, family: Family): void {
  const links = Object.fromEntries(
    Object.entries(key).map(([column, referred]) => [column, memberOf(family.record, referred)]),
  )
  for (const [at, child] of step.rows.entries()) {
    session.of(child.node).links = links
    for (const link of child.parents) refusesNull(session, link, links)
    const record = family.children[at]
    if (record) noteWritten(session, child.node, 'create', record, true)
  }
}

/** A record and its children, as the store returned them. */
interface Family {
  readonly record: object
  readonly children: readonly object[]
}

/** Creates a record and what belongs to it in one step of the store. */
async function writeFamily(
  resource: CompiledResource,
  row: Values,
  children: NewChildren | undefined,
  links: readonly NewLinks[],
): Promise<Family> {
  const given = { children, links: links.length > 0 ? links : undefined }
  const step = { kind: 'insert', resource, rows: [row], ...given } as const
  const result = await writeStep(resource, step)
  const [record] = recordsOf(result) ?? []
  const { children: created = [] } = result.kind === 'records' ? result : {}
  if (record && created.length === (children?.rows.length ?? 0)) return { record, children: created }
  throw resultFault(resource, step, 'a number of records that is not the number of rows')
}

/**
 * The values of new children, without the key of their parent. Undefined if two values are for one column: whether they
 * agree is decided once the parent is written.
 */
function childRows(
  session: Session,
  { rows }: InsertStep,
  key: readonly string[],
): readonly LinkKeys[] | undefined {
  const found: LinkKeys[] = []
  for (const { node, relatives } of rows) {
    const parts = [byColumns(node.resource, attributesOf(session, node))]
    for (const link of relatives) {
      const values = valuesOfLink(session, link, node)
      if (!values) return undefined
      parts.push(values)
    }
    const names = [...key, ...parts.flatMap((part) => Object.keys(part))]
    if (new Set(names).size < names.length) return undefined
    found.push(Object.assign({}, ...parts))
  }
  return found
}

async function insertOne(session: Session, { row, columns }: ReadyRow): Promise<void> {
  const { node } = row
  await storeCall(session, node, 'create', (instance) => instance.create(columns, parentOf(session, row)))
}

async function update(
  session: Session,
  { resource, rows }: Extract<Step, { kind: 'update' }>,
): Promise<void> {
  const [first, ...others] = rows
  if (!first) return
  if (others.length === 0) {
    for (const each of readyRows(session, rows)) await updateOne(session, each)
    return
  }
  const ready = readyRows(session, rows)
  const [one] = ready
  if (!one) return
  const values = linkAlone(one)
  const keys = ready.map(({ row }) => keyOfRecord(resource, recordOf(session, row.node) ?? {}))
  await asBatch(resource.adapter(), () => writeStep(resource, { kind: 'update', resource, keys, values }))
  for (const { row } of ready) {
    const record = Object.assign(recordOf(session, row.node) ?? {}, values)
    noteWritten(session, row.node, 'update', record, false)
  }
}

/** The columns of a row without those that identify the record. */
const linkAlone = ({ row, columns }: ReadyRow): LinkKeys =>
  Object.fromEntries(
    Object.entries(columns).filter(([column]) => !row.node.resource.primaryKey.includes(column)),
  )

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

async function destroy(
  session: Session,
  { resource, rows }: Extract<Step, { kind: 'delete' }>,
): Promise<void> {
  if (rows.length > 1) {
    const keys = rows.map(({ node }) => keyOfRecord(resource, existingOf(session, node)))
    await asBatch(resource.adapter(), () => writeStep(resource, { kind: 'delete', resource, keys }))
    for (const { node } of rows) noteWritten(session, node, 'destroy', existingOf(session, node), false)
  } else for (const each of rows) await destroyOne(session, each)
}

async function destroyOne(session: Session, { node, parent }: Destroyed): Promise<void> {
  const existing = existingOf(session, node)
  await storeCall(session, node, 'destroy', async (instance) => {
    await holdVersion(session, node, existing)
    await checkDependents(node, existing)
    return instance.destroy(idValueOf(node.resource, existing), parentOf(session, { node, parent }))
  })
}

function existingOf(session: Session, node: WriteNode): object {
  const { existing } = session.of(node)
  if (!existing) {
    throw new Error(`The record of "${node.resource.type}" was not looked up before it was destroyed.`)
  }
  return existing
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

function recordOf(session: Session, node: WriteNode): object | undefined {
  const { saved, existing } = session.of(node)
  return saved ?? existing
}

/** The written parent of a record; for the primary record, the parent that the application's call gave. */
function parentOf(
  session: Session,
  { node, parent }: { readonly node: WriteNode; readonly parent: WriteNode | undefined },
): object | undefined {
  const given = session.of(node).given
  if (given) return given.parent
  return parent && recordOf(session, parent)
}

const readyRows = (session: Session, rows: readonly Row[]): readonly ReadyRow[] =>
  rows.flatMap((row) => {
    const columns = columnsOf(session, row)
    return columns ? [{ row, columns }] : []
  })

/** The values to write for a record, by column. Undefined if it cannot be written; the reason is noted as an issue. */
function columnsOf(session: Session, { node, parents, relatives, isWritten }: Row): LinkKeys | undefined {
  const record = recordOf(session, node)
  if (isWritten) {
    const settled = session.of(node).links ?? {}
    const links = keysOfLinks(session, node, parents, settled, undefined)
    if (!links || !record || !keysOfLinks(session, node, parents, {}, record)) return undefined
    session.of(node).links = { ...settled, ...links }
    return links
  }
  const given = session.of(node).given?.columns
  const written = given ?? byColumns(node.resource, attributesOf(session, node))
  const links = given ? {} : keysOfLinks(session, node, parents, keyWritten(node, written), record)
  if (!links) return undefined
  if (!given) session.of(node).links = links
  const columns = { ...written, ...links }
  const own = keysOfLinks(session, node, relatives, columns, record)
  return own && { ...columns, ...own }
}

/**
 * The columns that links set in a record. Undefined if a link cannot be set, or if its other record is not written.
 * Checks all links.
 */
function keysOfLinks(
  session: Session,
  node: WriteNode,
  links: readonly Link[],
  settled: LinkKeys,
  record: object | undefined,
): LinkKeys | undefined {
  let keys: LinkKeys = {}
  let isBlocked = false
  for (const link of links) {
    const { columns, pointer, unlinks } = link
    const found = valuesOfLink(session, link, node, { ...record, ...settled })
    const set = found && !refusesNull(session, link, found) && { node, columns, keys: found, pointer }
    const isPossible = unlinks
      ? set && mayUnlink(session, set, record)
      : set && mayLink(session, set, { ...settled, ...keys }, record)
    if (isPossible) keys = { ...keys, ...found }
    else isBlocked = true
  }
  return isBlocked ? undefined : keys
}

/** The columns of a link. Undefined if its other record is not written. A record may be linked to itself. */
function valuesOfLink(
  session: Session,
  { values, refs }: Link,
  node: WriteNode,
  itself?: object,
): LinkKeys | undefined {
  const found: Record<string, unknown> = { ...values }
  for (const [column, ref] of Object.entries(refs)) {
    const record = session.of(ref.node).saved ?? (ref.node === node ? itself : undefined)
    if (!record) return undefined
    found[column] = memberOf(record, ref.column)
  }
  return found
}

/** The attributes and the id to write for a record, by wire name. */
function attributesOf(session: Session, node: WriteNode): LinkKeys {
  const values = session.of(node).values ?? session.of(node).candidate?.values ?? []
  return { ...idAttribute(session, node), ...Object.fromEntries(values) }
}

/** The stored id of an existing record; for a new record, the client's id. */
function idAttribute(session: Session, node: WriteNode): LinkKeys {
  const { resource, id } = node
  const existing = session.of(node).existing
  if (existing) return { id: idValueOf(resource, existing) }
  const parsed = id === undefined ? undefined : keyOfId(resource, id)
  return parsed?.ok ? { id: parsed.value[0] } : {}
}

/** The key attributes that a create writes: links have to agree with them (rule 11.11). */
function keyWritten({ resource: { key, primaryKey }, method }: WriteNode, written: LinkKeys): LinkKeys {
  const names = !isPlainKey(key) && method === 'create' ? primaryKey : []
  return pickColumns(
    written,
    names.filter((name) => Object.hasOwn(written, name)),
  )
}
