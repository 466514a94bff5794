import type { Action } from '../declare/config.js'
import { Forbidden, NotFound } from '../error/errors.js'
import type { CompiledResource } from '../resource/compile.js'
import { partKey } from '../resource/deprecated-uses.js'
import { currentRequest } from '../resource/frame.js'
import { askRelationships, namesOf, viewOf } from '../plan/view/view.js'
import { isForAll, rulesOnPath } from '../plan/view/names.js'
import type { Context } from './context.js'

/** The target of an address: an action of a resource, and the relationship in the path, if any. */
export interface Address {
  readonly action: string
  readonly relationship: string
  /** The name of a custom action. */
  readonly ownAction?: string | undefined
}

/**
 * Checks that a request may use an address, before any query runs (rule 14.11). A relationship that the viewer may not
 * see counts as missing, and the guard of the action must pass.
 *
 * Throws NotFound and Forbidden.
 */
export async function checkAddress(
  context: Context,
  resource: CompiledResource,
  address: Address,
): Promise<void> {
  const { action, relationship, ownAction } = address
  const asking = askRelationships(resource, currentRequest().guardsOf(context))
  if (asking) await asking
  const hidden = relationship === '' ? undefined : await hiddenRelationship(context, resource, address)
  if (hidden) throw hidden
  const about = ABOUT.get(action)
  const fault =
    ownAction === undefined
      ? about && (await deniedAction(context, resource, about))
      : await deniedOwnAction(context, resource, ownAction)
  if (fault) throw fault
  if (about === 'update' && relationship !== '') checkWritable(context, resource, relationship)
  if (!resource.deprecated) return
  const named = partKey('action', ownAction ?? about)
  const parts = [partKey('resource'), partKey('relationship', relationship), named]
  currentRequest().noteParts(context, resource.deprecated, parts)
}

function checkWritable(context: Context, resource: CompiledResource, relationship: string): void {
  const guards = currentRequest().guardsOf(context)
  if (viewOf(resource, guards).writableRelation(relationship)) return
  const fault = new Forbidden({
    detail: `The relationship "${relationship}" cannot be written by this request.`,
  })
  throw guards.unknown(fault, rulesOnPath(resource, [relationship], 'writable'))
}

/**
 * The error for a relationship that a request may neither see nor, on a write, write. No guard is asked about one that
 * everybody sees.
 */
export async function hiddenRelationship(
  context: Context,
  resource: CompiledResource,
  { action, relationship }: Address,
): Promise<NotFound | undefined> {
  if (relationship === '' || isForAll(resource, relationship, 'readable')) return undefined
  const guards = currentRequest().guardsOf(context)
  await askRelationships(resource, guards)
  const isWrite = ABOUT.get(action) === 'update'
  const view = viewOf(resource, guards)
  if (view.relation(relationship) || (isWrite && view.writableRelation(relationship))) return undefined
  const rules = rulesOnPath(resource, [relationship], isWrite ? 'writable' : undefined)
  return guards.unknown(unknownRelationship(resource.type, relationship), rules)
}

/** The error for a custom action that its guard refuses (rule 14.19). */
const deniedOwnAction = (
  context: Context,
  resource: CompiledResource,
  name: string,
): Promise<Forbidden | undefined> =>
  currentRequest()
    .guardsOf(context)
    .refusal(
      namesOf(resource).ownAction(name),
      `This request is not allowed to run the action "${name}" of "${resource.type}".`,
    )

/** The error for an action that its guard refuses; undefined if the guard passes. */
export const deniedAction = (
  context: Context,
  resource: CompiledResource,
  action: Action,
): Promise<Forbidden | undefined> =>
  currentRequest()
    .guardsOf(context)
    .refusal(
      namesOf(resource).action(action),
      `This request is not allowed to ${DOES[action]} "${resource.type}".`,
    )

/** The error for a relationship that a resource does not have, or that the viewer may not see. */
export function unknownRelationship(type: string, relationship: string): NotFound {
  return new NotFound({ detail: `"${type}" has no relationship "${relationship}".` })
}

const DOES: Readonly<Record<Action, string>> = {
  index: 'list',
  show: 'read',
  create: 'create',
  update: 'update',
  destroy: 'destroy',
}

/** The guarded action for each kind of address. */
const ABOUT: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['index', 'index'],
  ['show', 'show'],
  ['create', 'create'],
  ['update', 'update'],
  ['destroy', 'destroy'],
  ['related', 'show'],
  ['relationship', 'show'],
  ['updateRelationship', 'update'],
  ['addToRelationship', 'update'],
  ['removeFromRelationship', 'update'],
])
