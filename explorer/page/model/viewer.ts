import { castTo, type ResourceContract, type Who } from '@jsonapi-gen/runtime/vocabulary'
import { guardsOf, isOpen, type Known, own, resourceOf } from './contract.js'
import { isObject } from './json.js'

/** The logged-in user, as the application describes them. */
export interface Viewer {
  readonly name: string
  /** Whether each guard passes. For a guard that is not listed, the page shows its name. */
  readonly guards: { readonly [guard: string]: boolean }
}

/** Reads the response of the application; undefined if nobody is logged in. */
export function viewerIn(document: unknown): Viewer | undefined {
  if (!isObject(document) || typeof document['name'] !== 'string') return undefined
  const { name, guards } = document
  const known = Object.entries(isObject(guards) ? guards : {}).filter(
    (guard): guard is [string, boolean] => typeof guard[1] === 'boolean',
  )
  return { name, guards: Object.fromEntries(known) }
}

/** The API as a viewer sees it: everything that the viewer's guards reject is closed. */
export function seenBy(known: Known, { name, guards }: Viewer): Known {
  const may = (who: Who): Who => {
    if (typeof who === 'boolean') return who
    const open = who.filter((guard) => own(guards, guard) !== true)
    if (open.some((guard) => own(guards, guard) === false)) return false
    return open.length === 0 ? true : open
  }
  const ofMember = <Member extends { readonly read: Who; readonly write: Who }>(member: Member): Member => ({
    ...member,
    read: may(member.read),
    write: may(member.write),
  })
  const ofRequest = <Request extends { readonly who: Who }>(request: Request): Request => ({
    ...request,
    who: may(request.who),
  })
  const ofResource = (resource: ResourceContract): ResourceContract => ({
    ...resource,
    attributes: each(resource.attributes, ofMember),
    relationships: each(resource.relationships, ofMember),
    filters: each(resource.filters, ofRequest),
    sorts: each(resource.sorts, may),
    stats: each(resource.stats, ofRequest),
    actions: each(resource.actions, ofRequest),
    ...(resource.ownActions && { ownActions: each(resource.ownActions, ofRequest) }),
  })
  const { contract } = known
  return {
    ...known,
    contract: { ...contract, resources: each(contract.resources, ofResource) },
    seen: { by: name, whole: contract },
  }
}

/** A type as the contract describes it, also if the contract was reduced to a viewer. */
export const wholeOf = (known: Known, type: string): ResourceContract | undefined =>
  resourceOf({ ...known, contract: known.seen?.whole ?? known.contract }, type)

/** Describes a policy in words, and says whether the viewer passes its guards. */
export function whoText(seen: Who, policy: Who = seen): string {
  if (seen === false) return '—'
  const guards = guardsOf(policy)
  return guards.length === 0 ? 'everybody' : guards.join(' and ') + (seen === true ? ' (you may)' : '')
}

/** A permission that a viewer does not have, and its guards. */
export interface Withheld {
  readonly what: string
  readonly guards: readonly string[]
}

/** The permissions on a type that the API gives to others, but not to the viewer. */
export function withheldOf(known: Known, type: string): readonly Withheld[] {
  const whole = wholeOf(known, type)
  const reduced = resourceOf(known, type)
  if (!whole || !reduced) return []
  const before = permissionsOf(whole)
  const now = permissionsOf(reduced)
  return Object.entries(before).flatMap(([what, who]) =>
    isOpen(who) && now[what] === false ? [{ what, guards: guardsOf(who) }] : [],
  )
}

/** Everything that a contract permits on a type, in words. */
const permissionsOf = (resource: ResourceContract): { readonly [what: string]: Who } =>
  Object.fromEntries([
    ...Object.entries(resource.actions).map(([name, { who }]) => [name, who] as const),
    ...Object.entries(resource.ownActions ?? {}).map(([name, { who }]) => [name, who] as const),
    ...Object.entries({ ...resource.attributes, ...resource.relationships }).flatMap(
      ([name, { read, write }]) => [[`read ${name}`, read] as const, [`write ${name}`, write] as const],
    ),
    ...Object.entries(resource.filters).map(([name, { who }]) => [`filter by ${name}`, who] as const),
    ...Object.entries(resource.stats).map(([name, { who }]) => [`statistics of ${name}`, who] as const),
    ...Object.entries(resource.sorts).map(([name, who]) => [`sort by ${name}`, who] as const),
  ])

/** The same members, with their values changed. */
const each = <Value, Name extends string>(
  named: { readonly [Each in Name]: Value },
  change: (value: Value) => Value,
): { readonly [Each in Name]: Value } =>
  castTo(Object.fromEntries(Object.entries<Value>(named).map(([name, value]) => [name, change(value)])))
