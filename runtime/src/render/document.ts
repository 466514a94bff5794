import type { Awaitable } from '../declare/declaration-types.js'
import type { ReadPlan } from '../plan/plan.js'
import { DEFAULT_LIMITS } from '../query/limits.js'
import { newRun } from '../reader/run.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import { collect, type Collected, type DocumentEntry } from './collect.js'
import { extraValues } from './document-extra-values.js'
import { keyLinkage } from './key-linkage.js'
import { type Links, NO_LINKS } from './links.js'
import { logMeta } from './log-meta.js'
import { cursorMeta, type RecordCursors, withResource, type WriteEnvironment } from './resource-text.js'
import { Utf8Text } from './utf8-text.js'

/** The options of a document, besides its records. */
export interface DocumentOptions {
  readonly links?: Links | undefined
  readonly topLinks?: Readonly<Record<string, string | null>> | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** Collects the queries that run; `meta` shows it. */
  readonly log?: QueryLogEntry[] | undefined
  /** The object that the functions of extra fields get. */
  readonly context?: object | undefined
  /** The `temp-id` that a write gave to a record; it is echoed (rule 11.9). */
  readonly tempId?: ((type: string, id: string) => string | undefined) | undefined
  /** Whether all records are the same record, each with other relatives loaded: the document is about one record. */
  readonly single?: boolean | undefined
  /** The cursors of the primary records, if they are a page by cursors. */
  readonly cursors?: RecordCursors | undefined
}

/** The options of the document of a relationship. */
export interface LinkageOptions extends DocumentOptions {
  /** Whether the records themselves are included. */
  readonly withRecords: boolean
}

/** A document in UTF-8. */
export type DocumentBytes = Uint8Array<ArrayBuffer>

/** The parts of a plan that rendering needs. */
export type RenderPlan = Pick<ReadPlan, 'root' | 'fields' | 'included'>

/**
 * Writes records, with their loaded includes, as the bytes of a document (rule 12.1). Each record appears once in the
 * document, and primary records never appear in `included`. `included` is present whenever the request asks for an
 * include.
 */
export async function documentBytes(
  records: readonly object[] | object | null,
  plan: RenderPlan,
  options: DocumentOptions = {},
): Promise<DocumentBytes> {
  const collected = collect(listOf(records), plan.root)
  const environment = await environmentOf(collected, plan, options)
  const { primary, included } = collected
  const [first] = primary
  const isMany = Array.isArray(records) && options.single !== true
  const text = newText(primary.length + included.length)
  text.append(opening(options))
  if (isMany) appendList(text, primary, environment)
  else text.append(first ? withResource('', first, environment) : 'null')
  if (plan.included) {
    text.append(',"included":')
    appendList(text, included, environment)
  }
  text.append(ending(options))
  return text.bytes
}

/**
 * Writes the linkage of records as the bytes of a document (JSON:API, "Fetching Relationships"): their resource
 * identifier objects. If the include begins with the relationship itself, `included` contains the records, with their
 * loaded includes. Otherwise `included` is empty, and is present only if the request asks for an include.
 */
export async function linkageBytes(
  records: readonly object[] | object | null,
  plan: RenderPlan,
  { withRecords, ...options }: LinkageOptions,
): Promise<DocumentBytes> {
  const collected = collect(listOf(records), plan.root)
  const { primary, included } = collected
  const identifiers = primary.map(
    ({ head, idText, record }) => `${head}${idText}${cursorMeta(record, options.cursors)}}`,
  )
  const text = newText(primary.length + included.length)
  text.append(opening(options))
  text.append(Array.isArray(records) ? `[${identifiers.join()}]` : (identifiers[0] ?? 'null'))
  if (withRecords) {
    const environment = await environmentOf(collected, plan, options)
    text.append(',"included":')
    appendList(text, [...primary, ...included], environment)
  } else if (plan.included) text.append(',"included":[]')
  text.append(ending(options))
  return text.bytes
}

/**
 * Writes a record as the text of an operation's result (Atomic Operations, "Result Objects"): its resource object and
 * `meta`. The results of one document form a list.
 */
export async function resultText(
  record: object,
  plan: RenderPlan,
  options: DocumentOptions = {},
): Promise<string> {
  const collected = collect([record], plan.root)
  const environment = await environmentOf(collected, plan, options)
  const [first] = collected.primary
  return (first ? withResource('{"data":', first, environment) : '{"data":null') + ending(options)
}

const listOf = (records: readonly object[] | object | null): readonly object[] =>
  Array.isArray(records) ? records : records === null ? [] : [records]

/** The environment for writing a document. Few documents need to read anything for it, and then nothing is awaited. */
function environmentOf(
  collected: Collected,
  plan: RenderPlan,
  options: DocumentOptions,
): Awaitable<WriteEnvironment> {
  const { fields } = plan
  if (collected.mayBeCut || fields.hasLinked || fields.hasExtra) {
    return readEnvironment(collected, plan, options)
  }
  const { links = NO_LINKS, tempId, cursors } = options
  return { fields, links, extraValues: new Map(), keyLinkage: new Map(), tempId, cursors, types: new Map() }
}

async function readEnvironment(
  collected: Collected,
  { fields }: RenderPlan,
  { links = NO_LINKS, context, tempId, log, cursors }: DocumentOptions,
): Promise<WriteEnvironment> {
  if (collected.mayBeCut) {
    const { addNextLinks } = await import('./next-links.js')
    addNextLinks(collected, links)
  }
  const linkage = fields.hasLinked
    ? await keyLinkage(
        collected,
        fields,
        newRun({ context, log, fields, concurrency: DEFAULT_LIMITS.concurrency }),
      )
    : new Map()
  const values = fields.hasExtra ? await extraValues(collected, fields, context) : new Map()
  return { fields, links, extraValues: values, keyLinkage: linkage, tempId, cursors, types: new Map() }
}

/** The text of a document up to its primary data. */
const opening = ({ topLinks }: DocumentOptions): string =>
  `{"jsonapi":{"version":"1.1"}${topLinks ? `,"links":${JSON.stringify(topLinks)}` : ''},"data":`

/** The text after all reads of the document. */
function ending({ meta, log }: DocumentOptions): string {
  const members = { ...meta, ...(log && logMeta(log)) }
  return Object.keys(members).length > 0 ? `,"meta":${JSON.stringify(members)}}` : '}'
}

/** A buffer for so many resource objects of the usual size. */
const newText = (count: number): Utf8Text => new Utf8Text(1024 * (count + 1))

function appendList(text: Utf8Text, entries: readonly DocumentEntry[], environment: WriteEnvironment): void {
  text.append('[')
  for (const [index, entry] of entries.entries()) {
    text.append(withResource(index === 0 ? '' : ',', entry, environment))
  }
  text.append(']')
}
