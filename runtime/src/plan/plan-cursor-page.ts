import { InvalidPage } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { CursorPlanning, planCursor } from '../cursors/plan-cursor.js'
import { PendingAnswer } from '../resource/guards.js'
import type { PagePlan } from './plan.js'
import { planPage } from './plan-page.js'

/** The input for planning the page of the primary data. */
export interface PrimaryPlanning extends CursorPlanning {
  /** Whether pages are by cursors unless the request says otherwise. */
  readonly preferred: boolean
  /** Whether the application puts the records in order, so that only pages by number are possible. */
  readonly assigned: boolean
}

/**
 * Checks the page of the primary data. It is by cursors if the request has a cursor, has negotiated the profile, or the
 * resource declares so; otherwise by number (rules 24.1, 24.2). The code for cursors is loaded by the first request
 * that needs it.
 */
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
  if (isByNumber || number || !(cursor ?? planning.preferred)) {
    return planPage(resource, entry, 'byNumber', faults)
  }
  const page = planPage(resource, entry, 'byCursors', faults)
  if (!planLoaded) throw new PendingAnswer(loadCursors)
  return page && { ...page, cursor: planLoaded(planning, faults) }
}

let planLoaded: typeof planCursor | undefined

async function loadCursors(): Promise<void> {
  planLoaded = (await import('../cursors/plan-cursor.js')).planCursor
}
