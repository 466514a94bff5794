import { unknownRelationship } from '../controller/check-address.js'
import { MethodNotAllowed, NotFound } from '../error/errors.js'
import type { OwnAction, Target } from './capability.js'
import { RELATIONSHIP_WRITES, type ServedApi, type ServedType } from './served-api.js'
import { isWritable } from '../plan/view/names.js'
import { relationshipsOf } from '../resource/relations.js'

/** The target of a request. */
export interface Route<Locals> extends Target, Place<Locals> {}

/** The methods and their actions, by the form of the path. */
const METHODS = {
  collection: { GET: 'index', POST: 'create' },
  record: { GET: 'show', PATCH: 'update', DELETE: 'destroy' },
  related: { GET: 'related' },
  relationship: {
    GET: 'relationship',
    PATCH: 'updateRelationship',
    POST: 'addToRelationship',
    DELETE: 'removeFromRelationship',
  },
  ownAction: { POST: 'ownAction' },
} as const

/** The target of a path, for any method. */
export interface Address<Locals> extends Place<Locals> {
  /** The action of each method that it serves. */
  readonly actions: ReadonlyMap<string, string>
}

/** The target of a path, and the actions that paths of its form have. */
interface Place<Locals> extends Omit<Target, 'action'> {
  readonly served: ServedType<Locals>
  /** An action below a resource or a record (rule 14.19); undefined for the five and for relationships. */
  readonly ownAction: OwnAction | undefined
  readonly methods: Readonly<Record<string, string>>
}

/**
 * Finds the target of a path (rule 16.1).
 *
 * Throws NotFound (404) if the path has no endpoint, or serves no method.
 */
export function addressAt<Locals>(path: string, api: ServedApi<Locals>): Address<Locals> {
  const place = placeAt(path, api)
  const actions = new Map(Object.entries(place.methods).filter(([, action]) => isServedAt(place, action)))
  if (actions.size === 0) throw new NotFound({ detail: 'This path does not exist.' })
  return { ...place, actions }
}

function placeAt<Locals>(path: string, { typeOf, capabilities }: ServedApi<Locals>): Place<Locals> {
  const segments = decodeSegments(path)
  const [type = '', id = '', ...rest] = segments ?? []
  const served = segments && typeOf(type)
  const ownAction =
    served && segments.length > 2
      ? capabilities
          .map(({ actionAt }) => actionAt?.(served.resource, segments))
          .find((action) => action !== undefined)
      : undefined
  const form = ownAction ? 'ownAction' : segments && formOf(segments)
  if (!served || !form) throw new NotFound({ detail: 'This path does not exist.' })
  const relationship = form === 'related' ? (rest[0] ?? '') : form === 'relationship' ? (rest[1] ?? '') : ''
  if (relationship !== '' && !served.resource.config.sideloads.has(relationship)) {
    throw unknownRelationship(type, relationship)
  }
  return {
    type,
    id: ownAction?.on === 'collection' ? '' : id,
    relationship,
    served,
    ownAction,
    methods: METHODS[form],
  }
}

/**
 * Finds the target of a path and a method.
 *
 * Throws NotFound (404) if the path has no endpoint, MethodNotAllowed (405) if it does not serve the method.
 */
export function route<Locals>(path: string, method: string, api: ServedApi<Locals>): Route<Locals> {
  const place = placeAt(path, api)
  const asked = method === 'HEAD' ? 'GET' : method
  const action = Object.hasOwn(place.methods, asked) ? place.methods[asked] : undefined
  if (action !== undefined && isServedAt(place, action)) return { ...place, action }
  const { actions } = addressAt(path, api)
  throw refusedMethod(method, allowedBy([...actions.keys()]))
}

/** The header Allow of an address with these methods (rule 15.5). */
export const allowedBy = (methods: readonly string[]): readonly string[] => [
  ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

/** The error for a method that an address does not serve. */
export function refusedMethod(method: string, allow: readonly string[]): MethodNotAllowed {
  const detail = `This path does not support ${method}. It supports ${allow.join(', ')}.`
  return new MethodNotAllowed({ detail, allow })
}

/** Whether a place serves an action. A to-one relationship can only be replaced, and a read-only one only read. */
function isServedAt<Locals>(
  { served: { resource, actions }, ownAction, relationship }: Place<Locals>,
  action: string,
): boolean {
  if (ownAction) return true
  if (!actions.has(action)) return false
  if (!RELATIONSHIP_WRITES.has(action)) return true
  const found = relationshipsOf(resource).get(relationship)
  if (!found || !isWritable(found)) return false
  return action === 'updateRelationship' || found.many
}

function formOf(segments: readonly string[]): keyof typeof METHODS | undefined {
  switch (segments.length) {
    case 1:
      return 'collection'
    case 2:
      return 'record'
    case 3:
      return 'related'
    case 4:
      return segments[2] === 'relationships' ? 'relationship' : undefined
    default:
      return undefined
  }
}

/**
 * The segments of a path. Names have only one spelling, because a router before the API may not decode them (rule
 * 15.14). An id may be encoded in any way.
 */
function decodeSegments(path: string): readonly string[] | undefined {
  const sent = path.split('/').slice(1)
  if (IS_PLAIN.test(path)) return sent.includes('') ? undefined : sent
  try {
    const segments = sent.map((segment) => decodeURIComponent(segment))
    const isSpelled = segments.every(
      (segment, index) => index === ID || encodeURIComponent(segment) === sent[index],
    )
    return isSpelled && !segments.includes('') ? segments : undefined
  } catch {
    return undefined
  }
}

/** Only characters that encoding does not change. */
const IS_PLAIN = /^[\w./~-]*$/

/** The index of the id in the segments. */
const ID = 1
