import { InvalidPage } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { CursorPlanning, planCursor } from '../cursors/plan-cursor.js'
import type { Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { PagePlan } from './plan.js'
import { planPage } from './plan-page.js'

/** The input for planning the page of the primary data. */
export interface PrimaryPlanning extends CursorPlanning {
  /** Plans a page by cursors; undefined if the request does not use them. */
  readonly planCursor: typeof planCursor | undefined
  /** Whether the application puts the records in order, so that only pages by number are possible. */
  readonly assigned: boolean
}

/**
 * Whether the page of the primary data is by cursors, if pages by number are not required: the request has a cursor, has
 * negotiated the profile, or the resource declares so (rules 24.1, 24.2).
 */
export function usesCursors({ config }: CompiledResource, query: Query): boolean {
  const { after, before } = query.entry('').page
  return after !== undefined || before !== undefined || query.cursors || config.pageStyle === 'cursor'
}

/** Checks the page of the primary data, which is by cursors or by number (rules 24.1, 24.2). */
export function planPrimaryPage(planning: PrimaryPlanning, faults: JsonapiError[]): PagePlan | undefined {
  const { resource, entry } = planning
  const { after, before, number } = entry.page
  const cursor = after ?? before
  const isByNumber = planning.assigned || resource.config.pagination !== undefined
  if (cursor && (number || isByNumber)) {
    const why = number
      ? `can't stand beside "${number.parameter}"`
      : 'is no parameter here: these pages have numbers'
    const { parameter } = cursor
    faults.push(new InvalidPage({ detail: `"${parameter}" ${why}.`, source: { parameter } }))
  }
  if (isByNumber || number || !planning.planCursor) return planPage(resource, entry, 'byNumber', faults)
  const page = planPage(resource, entry, 'byCursors', faults)
  return page && { ...page, cursor: planning.planCursor(planning, faults) }
}
