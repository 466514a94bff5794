import { castTo, type ResourceContract, type Who } from '@jsonapi-gen/runtime/vocabulary'
import { type Known, own } from './contract.js'
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
export function seenBy(known: Known, { guards }: Viewer): Known {
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
  return { ...known, contract: { ...known.contract, resources: each(known.contract.resources, ofResource) } }
}

/** The same members, each with a different value. */
const each = <Value, Name extends string>(
  named: { readonly [Each in Name]: Value },
  change: (value: Value) => Value,
): { readonly [Each in Name]: Value } =>
  castTo(Object.fromEntries(Object.entries<Value>(named).map(([name, value]) => [name, change(value)])))
