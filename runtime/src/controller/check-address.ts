import { type Action, guardOf } from '../declare/config.js'
import { denied } from '../error/denial.js'
import { Forbidden, NotFound } from '../error/errors.js'
import type { CompiledResource } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import { unknownTo } from '../resource/denied-names.js'
import { settleRelationships } from '../resource/relationship-guards.js'
import type { Context } from './context.js'

/** The target of an address: an action of a resource, and the relationship in the path, if any. */
export interface Address {
  readonly action: string
  readonly relationship: string
  /** The name of an action of the resource's own. */
  readonly ownAction?: string | undefined
}

/**
 * Checks that a request may use an address, before any query runs (rule 14.11). A relationship that the viewer may not
 * see counts as missing, and the guard of the action has to pass.
 *
 * Throws NotFound and Forbidden.
 */
export async function checkAddress(
  context: Context,
  resource: CompiledResource,
  address: Address,
): Promise<void> {
  await checkSeen(context, resource, address)
  const { action, relationship, ownAction } = address
  if (ownAction) return checkOwnAction(context, resource, ownAction)
  const about = ABOUT.get(action)
  const fault = about && (await deniedAction(context, resource, about))
  if (fault) throw fault
  if (about === 'update' && relationship !== '') checkWritable(context, resource, relationship)
}

function checkWritable(context: Context, resource: CompiledResource, relationship: string): void {
  const sideload = resource.config.sideloads.get(relationship)
  if (!sideload || currentRequest().guardsOf(context).writes(resource, sideload)) return
  const fault = new Forbidden({
    detail: `The relationship "${relationship}" cannot be written by this request.`,
  })
  throw unknownTo(fault, resource, [relationship], currentRequest().guardsOf(context), 'writable')
}

/**
 * Checks that a request may see a relationship or, on a write, write it.
 *
 * Throws NotFound.
 */
export async function checkSeen(
  context: Context,
  resource: CompiledResource,
  { action, relationship }: Address,
): Promise<void> {
  const guards = currentRequest().guardsOf(context)
  await settleRelationships(resource, guards)
  if (relationship === '') return
  const sideload = resource.config.sideloads.get(relationship)
  const isWrite = ABOUT.get(action) === 'update'
  const isThere =
    sideload && (guards.sees(resource, sideload) || (isWrite && guards.writes(resource, sideload)))
  if (isThere) return
  const fault = unknownRelationship(resource.type, relationship)
  throw unknownTo(fault, resource, [relationship], guards, isWrite ? 'writable' : undefined)
}

/** Checks the guard of an action of the resource's own (rule 14.19). */
async function checkOwnAction(
  context: Context,
  { config, type }: CompiledResource,
  name: string,
): Promise<void> {
  const guard = config.ownActions.get(name)?.guard ?? false
  const place = { resource: type, place: `actions.${name}`, guard }
  if (await currentRequest().guardsOf(context).permits(place)) return
  const rule = `actions.${name}: ${guard}`
  throw denied(
    { rule, resource: type, context },
    `This request may not run the action "${name}" of "${type}".`,
  )
}

/** The error for an action that its guard refuses; undefined if the guard passes. */
export async function deniedAction(
  context: Context,
  { config, type }: CompiledResource,
  action: Action,
): Promise<Forbidden | undefined> {
  const guard = guardOf(config, action)
  const place = { resource: type, place: `actions.${action}`, guard: guard ?? true }
  if (await currentRequest().guardsOf(context).permits(place)) return undefined
  const rule = `actions.${action}: ${guard}`
  return denied({ rule, resource: type, context }, `This request may not ${DOES[action]} "${type}".`)
}

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
