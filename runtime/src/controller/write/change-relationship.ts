import { compiledOf } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { DEFAULT_LIMITS } from '../../query/limits.js'
import {
  type RelationshipChange,
  readRelationshipDocument,
} from '../../write/request/linkage/relationship-document.js'
import { writeDocument } from '../../write/persist/write-document.js'
import type { WriteDocument } from '../../write/request/read-document.js'
import type { Context } from '../context.js'
import { emptyResponse, errorsResponse } from '../response/response.js'
import { DEFAULT_SETTINGS } from '../settings.js'
import { checkQuery, pathId } from './write-request.js'

/**
 * Changes a relationship at its own address (JSON:API, "Updating Relationships"), as an update of its record with all
 * checks of an update. The response has no body, because the relationship is now as the request states it.
 *
 * Throws the errors of an update.
 */
export async function changeRelationship(context: Context, change: RelationshipChange): Promise<Response> {
  await checkQuery(context)
  const { response } = await writeDocument(
    context.jsonapiResource,
    readChange(context, change),
    () => context.recordScope(),
    context,
  )
  return response.success ? emptyResponse() : errorsResponse(response)
}

/** Reads the body of a context's request as a change of the relationship that its path names. */
export function readChange(context: Context, change: RelationshipChange): WriteDocument {
  const { relationship } = context.params
  return readRelationshipDocument(context.body, {
    resource: compiledOf(context.jsonapiResource),
    id: pathId(context) ?? '',
    relationship: typeof relationship === 'string' ? relationship : '',
    change,
    limits: { ...DEFAULT_LIMITS, ...(context.settings ?? DEFAULT_SETTINGS).limits },
    strict: (context.settings ?? DEFAULT_SETTINGS).strict,
    guards: currentRequest().guardsOf(context),
  })
}
