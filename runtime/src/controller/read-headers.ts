import type { ReadPlan } from '../plan/plan.js'
import type { DocumentBytes } from '../render/document.js'
import type { CompiledResource } from '../resource/compile.js'
import { cacheControlOf } from './cache-control.js'
import { tagOfDocument } from './entity-tag.js'
import type { Context } from './host.js'

/** An answer to a request that reads. */
export interface Answer {
  readonly plan: Pick<ReadPlan, 'root' | 'included'>
  /** The document; undefined where the request has it already. */
  readonly bytes: DocumentBytes | undefined
  /** The profile that the document has applied. */
  readonly profile?: string | undefined
  /** The entity tag, of what has one. */
  readonly tag?: string | undefined
  /** The resource of the record that a relationship is of. */
  readonly owner?: CompiledResource
}

/** The entity tag of an answer, by its bytes; undefined where it has none. */
export const tagOf = (context: Context, bytes: DocumentBytes): string | undefined =>
  isTagged(context) ? tagOfDocument(bytes) : undefined

/** Whether the answers of a context have entity tags: those to GET and HEAD, unless they hold a log of what ran. */
export const isTagged = (context: Context): boolean => isRead(context) && context.settings?.queryLog !== true

/**
 * What an answer to a request that reads says in headers: its entity tag, what caches may do with it (rules 26.1, 26.7), and
 * what the application says, which wins.
 */
export function readHeaders(
  context: Context,
  { plan, tag, owner }: Omit<Answer, 'bytes'>,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (!isRead(context)) return given
  return {
    'cache-control': cacheControlOf(plan, owner),
    ...(tag !== undefined && { etag: tag }),
    // Their names have any case.
    ...Object.fromEntries(new Headers(given)),
  }
}

/** Without an address nothing was asked over HTTP: in process there is no request to look at. */
const isRead = (context: Context): boolean =>
  context.address !== undefined && READS.has(context.request?.method ?? '')

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
