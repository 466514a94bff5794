import { isDefault } from '../adapter/default-operations.js'
import { TooManyRecords } from '../error/errors.js'
import type { NodePlan } from '../plan/plan.js'
import type { Budget } from '../resource/budget.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Resource } from '../resource/operations.js'

/**
 * The scope with at most so many records (rule 14.4). It is the scope itself if the adapter cannot bound it, or if an
 * override of `resolve` returns the records. They are counted afterwards then.
 */
export function atMost(
  resource: CompiledResource,
  instance: Resource,
  scope: unknown,
  count: number,
): unknown {
  return isDefault(instance.resolve)
    ? resource.adapter().arrange(scope, { kind: 'atMost', count }, resource)
    : scope
}

/**
 * The scope with one record more than its page, which shows whether there is a next page; undefined if it has no page.
 */
export function withOneMore(resource: CompiledResource, scope: unknown): unknown {
  const more = resource.adapter().arrange(scope, { kind: 'oneMore' }, resource)
  return more === scope ? undefined : more
}

/** The error for an answer with too many records, by the include path that led to them. */
export function tooManyRecords(node: IncludedNode, budget: Budget): TooManyRecords {
  return tooMany(node, `more than ${budget.limit('records')} records`)
}

/** The error for an answer with too many resource identifiers in its relationships. */
export function tooManyLinkages(node: IncludedNode, budget: Budget): TooManyRecords {
  return tooMany(node, `more than ${budget.limit('linkages')} resource identifiers in its relationships`)
}

type IncludedNode = Pick<NodePlan, 'path' | 'pagedBy'>

function tooMany({ path, pagedBy }: IncludedNode, what: string): TooManyRecords {
  if (path === '') {
    const detail = `The response has ${what}. Request fewer records at once with "page[size]".`
    return new TooManyRecords({ detail, source: { parameter: 'page[size]' } })
  }
  const detail = `With "${path}" included, the response has ${what}. ${remedy(path, pagedBy)}`
  return new TooManyRecords({ detail, source: { parameter: 'include' } })
}

/** A to-one relationship has no pages; the nearest relationship with pages is on the path to it. */
function remedy(path: string, pagedBy: string): string {
  if (pagedBy === '') return 'Request fewer records at once with "page[size]".'
  const paged = pagedBy === path ? 'it' : `"${pagedBy}"`
  return `Page ${paged} with "page[${pagedBy}][size]", or request fewer records at once with "page[size]".`
}
