import { type Action, guardOf } from '../declare/config.js'
import type { Awaitable } from '../declare/declaration-types.js'
import { isPending } from '../declare/pending.js'
import { denied } from '../error/denial.js'
import { Forbidden, NotFound } from '../error/errors.js'
import type { CompiledResource } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import { unknownTo } from '../resource/denied-names.js'
import type { Guards } from '../resource/guards.js'
import { settleRelationships } from '../resource/relationship-guards.js'
import type { Context } from './host.js'

/** What an address is about: an action of a resource, and a relationship where it has one. */
export interface Address {
  readonly action: string
  readonly relationship: string
}

/**
 * Checks that a request may come to an address at all, before anything is looked up (rule 14.11). A relationship that
 * it may not see does not exist for it, and the guard of the action has to pass.
 *
 * Throws NotFound and Forbidden.
 */
export function checkAddress(
  context: Context,
  resource: CompiledResource,
  address: Address,
): Awaitable<void> {
  const seen = checkSeen(context, resource, address)
  const check = (): Awaitable<void> => checkGuards(context, resource, address)
  return isPending(seen) ? seen.then(check) : check()
}

function checkGuards(
  context: Context,
  resource: CompiledResource,
  { action, relationship }: Address,
): Awaitable<void> {
  const about = ABOUT.get(action)
  const check = (fault: Forbidden | undefined): void => {
    if (fault) throw fault
    if (about === 'update' && relationship !== '') checkWritable(context, resource, relationship)
  }
  const asked = about && deniedAction(context, resource, about)
  return isPending(asked) ? asked.then(check) : check(asked)
}

function checkWritable(context: Context, resource: CompiledResource, relationship: string): void {
  const sideload = resource.config.sideloads.get(relationship)
  if (!sideload || currentRequest().guardsOf(context).writes(resource, sideload)) return
  const fault = new Forbidden({
    detail: `The relationship "${relationship}" can't be written by this request.`,
  })
  throw unknownTo(fault, resource, [relationship], currentRequest().guardsOf(context), 'writable')
}

/**
 * Checks that a request may know of a relationship: that it may see it or, where it writes, write it.
 *
 * Throws NotFound.
 */
export function checkSeen(
  context: Context,
  resource: CompiledResource,
  { action, relationship }: Address,
): Awaitable<void> {
  const guards = currentRequest().guardsOf(context)
  const settling = settleRelationships(resource, guards)
  const check = (): void => checkSettled(guards, resource, { action, relationship })
  return settling ? settling.then(check) : check()
}

function checkSettled(guards: Guards, resource: CompiledResource, { action, relationship }: Address): void {
  if (relationship === '') return
  const sideload = resource.config.sideloads.get(relationship)
  const isWrite = ABOUT.get(action) === 'update'
  const isThere =
    sideload && (guards.sees(resource, sideload) || (isWrite && guards.writes(resource, sideload)))
  if (isThere) return
  const fault = unknownRelationship(resource.type, relationship)
  throw unknownTo(fault, resource, [relationship], guards, isWrite ? 'writable' : undefined)
}

/** The error for an action that its guard refuses; undefined where it passes. */
export function deniedAction(
  context: Context,
  { config, type }: CompiledResource,
  action: Action,
): Awaitable<Forbidden | undefined> {
  const guard = guardOf(config, action)
  const denial = (passes: boolean): Forbidden | undefined => {
    if (passes) return undefined
    const rule = `actions.${action}: ${guard}`
    return denied({ rule, resource: type, context }, `This request may not ${DOES[action]} "${type}".`)
  }
  const place = { resource: type, place: `actions.${action}`, guard: guard ?? true }
  const passes = currentRequest().guardsOf(context).permits(place)
  return isPending(passes) ? passes.then(denial) : denial(passes)
}

/** The error for a relationship that a resource does not have, or that the request may not see. */
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

/** The action whose guard holds at an address of each kind. */
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
