import { checkSeen } from '../controller/check-address.js'
import type { Context } from '../controller/context.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { PlacedError } from '../error/placed-error.js'
import { compiledOf } from '../resource/compile.js'
import { isSeenByAll } from '../resource/link-guards.js'
import { currentRequest } from '../resource/frame.js'
import type { FoundTarget } from './find-target.js'
import type { OperationsRequest } from './operations-request.js'

/** The context of an operation, after its guards were asked about the relationship, and the fault if it is hidden. */
export interface KnownContext {
  readonly context?: Context | undefined
  readonly fault?: JsonapiError
}

/**
 * Checks whether a request may know the relationship of an operation, before the rest of the operation is read: other
 * faults would reveal that the relationship exists (rule 14.12).
 *
 * @param former the context of the same operation from its first planning: its guards are not asked again
 */
export async function knownRelationship(
  target: FoundTarget,
  request: OperationsRequest,
  former: Context | undefined,
): Promise<KnownContext> {
  if (target.relationship === '') return { context: former }
  const context = request.contextOf(target, undefined)
  const resource = compiledOf(context.jsonapiResource)
  const sideload = resource.config.sideloads.get(target.relationship)
  if (sideload && isSeenByAll(resource, sideload)) return { context: former }
  if (former) currentRequest().replaceContext(former, context)
  try {
    await context.wrapContext(() => checkSeen(context, resource, target))
    return { context }
  } catch (error) {
    if (!(error instanceof JsonapiError)) throw error
    return { fault: new PlacedError(error, (pointer = target.pointer) => pointer) }
  }
}
