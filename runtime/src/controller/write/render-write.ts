import { copyOf } from '../../base/copy-of.js'
import { madeOnce } from '../../base/made-once.js'
import { includeTree } from '../../query/include.js'
import { documentBytes, resultText } from '../../render/document.js'
import { TooManyRecords } from '../../error/errors.js'
import { recordAddress } from '../../render/links.js'
import { compiledOf, idOf, keyOfRecord } from '../../resource/compile.js'
import type { Resource } from '../../in-process/resource.js'
import { currentFrame, currentRequest, runsInTransaction } from '../../resource/frame.js'
import type { IncludePlan, NodePlan, ReadPlan } from '../../plan/plan.js'
import { planRead } from '../../plan/plan-read.js'
import type { Read } from '../../reader/read.js'
import { read } from '../../reader/reader.js'
import { type KnownRecords, newRun, type Run, spendRecords } from '../../reader/run.js'
import { readAhead } from '../../reader/known-records.js'
import { loadIncludes } from '../../reader/load.js'
import type { WriteOutcome } from '../../write/persist/run-write.js'
import type { Session } from '../../write/session/session.js'
import { fieldsWith, replacedIncludes, type Written, writtenIncludes, writtenOf } from './written-includes.js'
import type { RenderOptions } from '../context.js'
import { logOf } from '../context-state.js'
import { documentOptions } from '../response/document-options.js'
import { permittedOf } from '../context-configuration.js'
import type { Context } from '../context.js'
import { documentResponse } from '../response/response.js'
import { DEFAULT_SETTINGS } from '../settings.js'
import { versionTags } from '../entity-tag.js'

/**
 * Answers a create or an update (rule 11.9). Reads the record back through the sideload pipeline, with the includes of
 * the request and the written records, each with its temp-id. Default filters do not hide written records.
 */
export async function renderWritten(
  context: Context,
  { session, record }: WriteOutcome,
  options: RenderOptions,
): Promise<Response> {
  const resource = compiledOf(context.jsonapiResource)
  const guards = currentRequest().guardsOf(context)
  const permitted = options.include === undefined ? permittedOf(context) : undefined
  const query =
    options.include === undefined ? context.query : context.query.withInclude(includeTree(options.include))
  const asked = await planRead(resource, query, { guards, permitted, single: true })
  const written = writtenOf(session, guards)
  const fields = await fieldsWith(asked.fields, written.resources, guards)
  const { records, root } = await readBack(context, record ?? {}, { ...asked, fields }, written)
  const self = recordSelf(context, records[0] ?? {})
  const topLinks = self === undefined ? options.links : { self, ...options.links }
  const bytes = await documentBytes(
    records,
    { root, fields, included: asked.included || written.includes.size > 0 },
    { ...documentOptions(context, topLinks, options.meta), single: true, tempId: tempIds(session) },
  )
  const isCreated = options.status === 201
  const location = isCreated && self !== undefined ? { location: self } : {}
  // A tag belongs to an address: a create has no address of its own, and names that of the record.
  const address = isCreated ? (context.search === '' ? self : undefined) : context.address
  const tags = versionTags({ context, plan: asked, options, address })
  const tag = tags?.of(records[0] ?? {})
  const headers = options.headers === undefined ? {} : Object.fromEntries(new Headers(options.headers))
  return documentResponse(bytes, options.status, {
    ...location,
    ...(tag !== undefined && { etag: tag }),
    ...headers,
  })
}

/**
 * Writes the result of an operation that leaves a record (Atomic Operations, "Result Objects"): its resource object,
 * read back without default filters.
 *
 * @param known the records of all operations
 */
export async function writtenResult(
  context: Context,
  { record }: WriteOutcome,
  known: KnownRecords,
): Promise<string> {
  const { query, jsonapiResource: instance } = context
  const guards = currentRequest().guardsOf(context)
  const { root: asked, fields } = await planRead(compiledOf(instance), query, { guards, single: true })
  const { concurrency } = query.limits
  const run = newRun({ context, log: logOf(context), fields, concurrency, known })
  const root: NodePlan = { ...asked, defaultFilters: [], includes: [] }
  const found = (await readWritten(instance, root, record ?? {}, run)) ?? record ?? {}
  return resultText(found, { root, fields, included: false }, documentOptions(context, undefined, undefined))
}

/**
 * The response is too large because of the client's request, not because of a fault of the server; the write remains
 * (rule 14.6).
 */
function writtenAllTheSame({ message, source }: TooManyRecords): TooManyRecords {
  const detail = `The write succeeded, but its response cannot be rendered. ${message}`
  return new TooManyRecords({ detail, source, meta: { written: true } })
}

/** The record that is read back, and its plan. */
interface ReadBack {
  readonly records: readonly object[]
  readonly root: NodePlan
}

/** Reads a record back, with the requested and the written related records. */
async function readBack(
  context: Context,
  record: object,
  { root: asked, fields }: ReadPlan,
  { includes, known }: Written,
): Promise<ReadBack> {
  const { query, jsonapiResource: instance } = context
  const named = writtenIncludes(includes, fields)
  const parts = [...asked.includes, ...named, ...replacedIncludes(includes, fields)]
  const root: NodePlan = { ...asked, defaultFilters: [], includes: parts }
  const { concurrency } = query.limits
  const run = newRun({ context, log: logOf(context), fields, concurrency, known })
  if (!runsInTransaction()) {
    known.readAhead(root, [keyOfRecord(root.resource, record)], [], run)
    readAhead(named, run)
  }
  const records = await readParts(instance, root, record, run).catch((error: unknown) => {
    // In an open transaction, nothing is written yet.
    throw error instanceof TooManyRecords && !currentFrame().unit ? writtenAllTheSame(error) : error
  })
  return { records, root }
}

/**
 * The record with its includes loaded. The requested, the written and the application's records of one relationship are
 * separate sets, which the document merges: each is loaded into a copy of the record.
 */
async function readParts(
  instance: Resource,
  root: NodePlan,
  record: object,
  run: Run,
): Promise<readonly object[]> {
  const sets: IncludePlan[][] = [[]]
  const counts = new Map<string, number>()
  for (const include of root.includes) {
    const { name } = include.relationship
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const set = sets[count]
    if (set) set.push(include)
    else sets.push([include])
  }
  const found = (await readWritten(instance, root, record, run)) ?? record
  const records = sets.map((_, index) => (index === 0 ? found : copyOf(found)))
  for (const [index, set] of sets.entries()) {
    await loadIncludes(set, records.slice(index, index + 1), root.resource, run)
  }
  return records
}

function recordSelf(context: Context, record: object): string | undefined {
  const resource = compiledOf(context.jsonapiResource)
  return recordAddress((context.settings ?? DEFAULT_SETTINGS).links, resource.type, idOf(resource, record))
}

/** The record as the store has it now; undefined if another writer has destroyed it. */
async function readWritten(
  instance: Resource,
  node: NodePlan,
  record: object,
  run: Run,
): Promise<object | undefined> {
  const { resource } = node
  const key = keyOfRecord(resource, record)
  const known = await run.known?.records(node, [key], [], run)
  if (known) {
    spendRecords(run, node, known.length)
    return known[0]
  }
  const asked: Read = { ...node, instance, base: { kind: 'own' }, keys: [key], order: [], page: undefined }
  const [found] = await read({ ...asked, shown: Number.POSITIVE_INFINITY }, run)
  return found
}

/** The temp-ids of the records to which the request gave one. */
function tempIds(session: Session): (type: string, id: string) => string | undefined {
  const known = new Map<string, Map<string, string>>()
  for (const node of session.graph.nodes) {
    const { resource, tempId } = node
    const record = tempId === undefined ? undefined : session.of(node).saved
    if (tempId === undefined || !record) continue
    const ofType = madeOnce(known, resource.type, () => new Map<string, string>())
    ofType.set(idOf(resource, record), tempId)
  }
  return (type, id) => known.get(type)?.get(id)
}
