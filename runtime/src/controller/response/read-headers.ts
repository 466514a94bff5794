import type { ReadPlan } from '../../plan/plan.js'
import type { DocumentBytes } from '../../render/document.js'
import type { CompiledResource } from '../../resource/compile.js'
import { stateOf } from '../context-state.js'
import { cacheControlOf } from './cache-control.js'
import { tagOfDocument } from '../entity-tag.js'
import type { Context } from '../context.js'

/** An answer to a read. */
export interface Answer {
  readonly plan: Pick<ReadPlan, 'root' | 'included'>
  /** The document; undefined if the client has it already. */
  readonly bytes: DocumentBytes | undefined
  /** The profile that the document applies. */
  readonly profile?: string | undefined
  /** The entity tag, if the answer has one. */
  readonly tag?: string | undefined
  /** The resource that has the relationship, if the answer is about one. */
  readonly owner?: CompiledResource
}

/** The entity tag of an answer, made from its bytes; undefined if it gets none. */
export const tagOf = (context: Context, bytes: DocumentBytes): string | undefined =>
  isTagged(context) ? tagOfDocument(bytes) : undefined

/** Whether the answers of a context have entity tags: those to GET and HEAD without a query log. */
export const isTagged = (context: Context): boolean => isRead(context) && context.settings?.queryLog !== true

/**
 * The headers of an answer to a read: its entity tag, `cache-control` (rules 26.1, 26.7), and those of the application,
 * which win.
 */
export function readHeaders(
  context: Context,
  { plan, tag, owner }: Omit<Answer, 'bytes'>,
  given?: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!isRead(context)) return Object.fromEntries(new Headers(given))
  return {
    'cache-control': cacheControlOf(plan, owner),
    ...(tag !== undefined && { etag: tag }),
    // Header names ignore case.
    ...(given && Object.fromEntries(new Headers(given))),
  }
}

/** Only a request over HTTP has an address. */
const isRead = (context: Context): boolean =>
  context.address !== undefined && READS.has(stateOf(context).method ?? context.request?.method ?? '')

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
