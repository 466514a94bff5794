import { Forbidden, InvalidDocument, MethodNotAllowed, NotFound, isFull } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { fieldsIn, isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'
import { readIdentity } from '../../write/request/identity.js'
import { type Lookup, withIdOfLid } from './lids.js'
import type { Operation, OperationCode } from './operation.js'
import type { Target } from '../../http/capability.js'
import type { OperationsRequest } from './operations-request.js'

/** The target of an operation, and the member that names it. */
export interface FoundTarget extends Target {
  readonly at: '/ref' | '/href' | '/data'
  /** The place of the relationship's name, if the target is a relationship. */
  readonly pointer: string
  /** The reason why the operation is not possible on it. */
  readonly refusal?: JsonapiError
}

/**
 * Finds the target of an operation: by its `ref`, by its `href`, or by its data alone. Undefined, with a fault, if
 * there is no such target.
 */
export function findTarget(
  operation: Operation,
  lookup: Lookup,
  request: OperationsRequest,
): FoundTarget | undefined {
  const place = placeOf(operation, lookup, request)
  const target = place && targetAt(place, operation, lookup, request)
  if (target?.action !== 'ownAction') return target
  const detail = 'An operation cannot run an action: send a request to the URL of the action.'
  lookup.faults.push(new InvalidDocument({ detail, source: { pointer: target.pointer } }))
  return undefined
}

/**
 * The target at a place, and why the API refuses the operation there. Undefined, with a fault, if the API serves
 * nothing there.
 */
function targetAt(
  { at, path, pointer }: Place,
  { op }: Operation,
  lookup: Lookup,
  request: OperationsRequest,
): FoundTarget | undefined {
  try {
    return { ...request.targetOf(path, METHODS[op]), at, pointer }
  } catch (error) {
    if (!(error instanceof JsonapiError)) throw error
    const source = { pointer }
    if (error instanceof MethodNotAllowed) {
      // Only addresses have methods; an operation has none.
      const detail = `${CANNOT[op]} here, because the API does not support this.`
      const refusal = new Forbidden({ detail, source })
      const [served = ''] = error.allow.toSorted((a, b) => Number(b === 'PATCH') - Number(a === 'PATCH'))
      return { ...request.targetOf(path, served), at, pointer, refusal }
    }
    lookup.faults.push(new NotFound({ detail: error.message, source }))
    return undefined
  }
}

const METHODS: Readonly<Record<OperationCode, string>> = { add: 'POST', update: 'PATCH', remove: 'DELETE' }

const CANNOT: Readonly<Record<OperationCode, string>> = {
  add: 'Nothing can be added',
  update: 'Nothing can be updated',
  remove: 'Nothing can be removed',
}

/** The path of an operation's target, and its place in the request. */
interface Place {
  readonly at: FoundTarget['at']
  readonly path: string
  readonly pointer: string
}

function placeOf(operation: Operation, lookup: Lookup, request: OperationsRequest): Place | undefined {
  const { op, ref, href, data } = operation
  const { faults } = lookup
  if (href !== undefined) {
    const path = pathOfHref(href, request.base, faults)
    return path === undefined ? undefined : { at: '/href', path, pointer: '/href' }
  }
  if (ref) return placeOfRef(ref, op, lookup, request)
  if (op === 'remove') {
    faults.push(
      new InvalidDocument({
        detail: 'A "remove" operation needs a "ref" or an "href".',
        source: { pointer: '' },
      }),
    )
    return undefined
  }
  if (!isJsonObject(data)) {
    const pointer = data === undefined ? '' : '/data'
    const detail = 'An operation without a "ref" or an "href" needs a resource object as its "data".'
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
    return undefined
  }
  const named = op === 'add' ? data : withIdOfLid(data, '/data', lookup)
  return placeOfRecord(named, { at: '/data', isNew: op === 'add' }, lookup, request)
}

const OF_REF: ReadonlySet<string> = new Set(['type', 'id', 'lid', 'relationship'])

function placeOfRef(
  ref: JsonObject,
  op: OperationCode,
  lookup: Lookup,
  request: OperationsRequest,
): Place | undefined {
  const before = lookup.faults.length
  const refuse = (detail: string, ...steps: readonly string[]): void => {
    lookup.faults.push(new InvalidDocument({ detail, source: { pointer: pointerTo('/ref', ...steps) } }))
  }
  for (const name of fieldsIn(ref)) {
    if (!OF_REF.has(name) && !isFull(lookup.faults)) refuse(`"ref" cannot have the member "${name}".`, name)
  }
  const relationship = ownMember(ref, 'relationship')
  if (relationship === undefined && op === 'add') {
    refuse('An operation that adds a record cannot have a "ref": the type is in "data".')
  } else if (relationship !== undefined && (typeof relationship !== 'string' || relationship === '')) {
    refuse('"relationship" must be a non-empty string.', 'relationship')
  }
  const place = placeOfRecord(withIdOfLid(ref, '/ref', lookup), { at: '/ref', isNew: false }, lookup, request)
  if (!place || lookup.faults.length > before) return undefined
  if (typeof relationship !== 'string') return place
  return {
    at: '/ref',
    path: `${place.path}/relationships/${segment(relationship)}`,
    pointer: '/ref/relationship',
  }
}

function placeOfRecord(
  object: JsonObject,
  { at, isNew }: { readonly at: '/ref' | '/data'; readonly isNew: boolean },
  { faults }: Lookup,
  { serves, strict }: OperationsRequest,
): Place | undefined {
  // Other faults in the identity of a new record are found when its data is read.
  const identity = readIdentity(isNew ? { type: ownMember(object, 'type') } : object, at, faults, strict)
  if (!identity) return undefined
  const { type, id } = identity
  if (!serves(type)) {
    const detail = `This API has no type "${type}".`
    faults.push(new NotFound({ detail, source: { pointer: pointerTo(at, 'type') } }))
    return undefined
  }
  if (isNew) return { at, path: `/${segment(type)}`, pointer: at }
  if (id === undefined) {
    faults.push(new InvalidDocument({ detail: 'A record needs an id or a lid.', source: { pointer: at } }))
    return undefined
  }
  return { at, path: `/${segment(type)}/${segment(id)}`, pointer: at }
}

/** A lone surrogate cannot be part of an address, and no name contains one. */
const segment = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * The path of an `href`, without the beginning of all addresses of the API. Undefined, with a fault, if it leads
 * elsewhere. A relative one is relative to the operations address.
 */
function pathOfHref(href: string, base: string, faults: JsonapiError[]): string | undefined {
  const refuse = (detail: string): undefined => {
    faults.push(new InvalidDocument({ detail, source: { pointer: '/href' } }))
    return undefined
  }
  // A URL normalizes dots, backslashes and spaces, so the result would differ from the address as written.
  if (isResolved(href.replace(/^[a-z][a-z\d+.-]*:\/\//i, ''))) {
    return refuse('"href" cannot contain dot segments or spaces.')
  }
  const from = `${base}/operations`
  if (!URL.canParse(href, from)) return refuse('"href" must be a URL.')
  const { origin, pathname, username, password } = new URL(href, from)
  if (username !== '' || password !== '') return refuse('"href" cannot contain a user name.')
  if (/[?#]/.test(href)) return refuse('"href" cannot have parameters or a fragment.')
  const own = new URL(base)
  const prefix = own.pathname.replace(/\/$/, '')
  if (origin !== own.origin || !pathname.startsWith(`${prefix}/`)) {
    return refuse(`"href" must be a URL of this API, so it must begin with "${base}/".`)
  }
  return pathname.slice(prefix.length)
}

/**
 * Whether a URL changes the segments of a string: because of spaces, controls, backslashes, or segments of dots (rule
 * 15.14).
 */
function isResolved(text: string): boolean {
  return /[^!-[\]-\uffff]/.test(text) || text.split(/[/?#]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
