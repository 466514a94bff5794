import { type NodePlan, type PlannedCondition, planNodes, type ReadPlan } from '../../plan/plan.js'
import type { DocumentBytes } from '../../render/document.js'
import type { CompiledResource } from '../../resource/compile.js'
import { stateOf } from '../context-state.js'
import { tagOfDocument } from '../entity-tag.js'
import type { Context } from '../context.js'

/** The response to a read. */
export interface Answer {
  readonly plan: Pick<ReadPlan, 'root' | 'included'>
  /** The document; undefined if the client has it already. */
  readonly bytes: DocumentBytes | undefined
  /** The profile that the document applies. */
  readonly profile?: string | undefined
  /** The entity tag, if the response has one. */
  readonly tag?: string | undefined
  /** The owner of the relationship that the response shows, if it shows one. */
  readonly owner?: CompiledResource
}

/** The entity tag of a response, made from its bytes; undefined if it has none. */
export const tagOf = (context: Context, bytes: DocumentBytes): string | undefined =>
  isTagged(context) ? tagOfDocument(bytes) : undefined

/** Whether a context's responses have entity tags: those to GET and HEAD do, unless they contain a query log. */
export const isTagged = (context: Context): boolean => isRead(context) && context.settings?.queryLog !== true

/**
 * The headers of the response to a read: its entity tag, `cache-control` (rules 26.1, 26.7), and the application's
 * headers, which take precedence.
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

/**
 * The default `cache-control`: only the client caches the response, and revalidates it each time (rule 26.7). The
 * runtime does not know who else may see the response.
 */
const DEFAULT_CACHE = 'private, no-cache'

/**
 * The `cache-control` of a response (rule 26.7): that of its resource, if all resources in the response have the same
 * one; otherwise the default. A shared cache may only store a response that depends on no other records: filters and
 * sorts through a relationship depend on what the viewer may see.
 */
function cacheControlOf(
  { root, included }: Pick<ReadPlan, 'root' | 'included'>,
  owner?: CompiledResource,
): string {
  const { cache } = root.resource.config
  if (cache === undefined) return DEFAULT_CACHE
  const nodes = planNodes(root)
  const others = included ? nodes.map(({ resource }) => resource) : []
  const all = owner ? [...others, owner] : others
  if (!isPrivate(cache) && nodes.some(dependsOnOthers)) return DEFAULT_CACHE
  return all.every(({ config }) => config.cache === cache) ? cache : DEFAULT_CACHE
}

const isPrivate = (cache: string): boolean => /\b(?:private|no-store)\b/.test(cache)

/**
 * Whether records of other resources, or methods of the application, determine the records in a response or their
 * order.
 */
function dependsOnOthers({ filters, order }: NodePlan): boolean {
  return (
    filters.some((filter) => (filter.kind === 'adapter' ? leadsOn(filter.condition) : true)) ||
    order.some(({ through }) => through.length > 0)
  )
}

function leadsOn(condition: PlannedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(leadsOn)
    case 'not':
      return leadsOn(condition.condition)
    case 'custom':
      return true
    default:
      return condition.through.length > 0
  }
}
