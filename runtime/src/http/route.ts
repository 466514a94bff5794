import type { AnyControllers } from '../controller/controller.js'
import type { Guard } from '../declare/handler.js'
import { unknownRelationship } from '../controller/check-address.js'
import { MethodNotAllowed, NotFound } from '../error/errors.js'
import type { Registry } from '../resource/registry.js'
import type { Capability, OwnAction, Target } from './capability.js'
import type { AnyServedOptions } from './served-options.js'
import { compile } from '../resource/compile.js'
import type { ResourceClass } from '../resource/operations.js'
import { isWritable } from '../plan/view/names.js'
import { relationshipsOf } from '../resource/relations.js'

/** The target of a request. */
export interface Route extends Target {
  /** An action below a resource or a record (rule 14.19); undefined for the five and for relationships. */
  readonly ownAction: OwnAction | undefined
}

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
export interface Address extends Omit<Route, 'action'> {
  /** The action of each method that it serves. */
  readonly actions: ReadonlyMap<string, string>
}

/** The target of a path, and its served actions. */
interface Place extends Omit<Route, 'action'> {
  readonly methods: Readonly<Record<string, string>>
  readonly serves: (action: string) => boolean
}

/**
 * Finds the target of a path (rule 16.1).
 *
 * Throws NotFound (404) if the path has no endpoint, or serves no method.
 */
export function addressAt(path: string, api: RoutedApi): Address {
  const { methods, serves: isServed, ...named } = placeAt(path, api)
  const actions = new Map(Object.entries(methods).filter(([, action]) => isServed(action)))
  if (actions.size === 0) throw new NotFound({ detail: 'This path does not exist.' })
  return { ...named, actions }
}

/** The parts of an API that decide its paths. */
export interface RoutedApi {
  readonly options: Pick<AnyServedOptions, 'controllers' | 'registry'>
  readonly capabilities: readonly Capability[]
}

function placeAt(path: string, { options: { controllers, registry }, capabilities }: RoutedApi): Place {
  const segments = decodeSegments(path)
  const [type = '', id = '', ...rest] = segments ?? []
  const resourceClass = registry.get(type)
  const isServed = resourceClass !== undefined && Object.hasOwn(controllers, type)
  const ownAction =
    segments && segments.length > 2 && isServed
      ? capabilities
          .map(({ actionAt }) => actionAt?.(compile(resourceClass), segments))
          .find((action) => action !== undefined)
      : undefined
  const form = ownAction ? 'ownAction' : segments && isServed ? formOf(segments) : undefined
  if (!form) throw new NotFound({ detail: 'This path does not exist.' })
  const relationship = form === 'related' ? (rest[0] ?? '') : form === 'relationship' ? (rest[1] ?? '') : ''
  if (relationship !== '' && !resourceClass?.config.sideloads.has(relationship)) {
    throw unknownRelationship(type, relationship)
  }
  const isServedHere = (action: string): boolean =>
    serves(controllers, registry, type, action) &&
    (form !== 'relationship' || !resourceClass || changes(resourceClass, relationship, action))
  return {
    type,
    id: ownAction?.on === 'collection' ? '' : id,
    relationship,
    ownAction,
    methods: METHODS[form],
    serves: ownAction ? () => true : isServedHere,
  }
}

/**
 * Finds the target of a path and a method.
 *
 * Throws NotFound (404) if the path has no endpoint, MethodNotAllowed (405) if it does not serve the method.
 */
export function route(path: string, method: string, api: RoutedApi): Route {
  const { methods, serves: isServed, ...named } = placeAt(path, api)
  const asked = method === 'HEAD' ? 'GET' : method
  const action = Object.hasOwn(methods, asked) ? methods[asked] : undefined
  if (action !== undefined && isServed(action)) return { ...named, action }
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

/** Whether an action is served: the controller has a method for it, and the resource does not exclude it. */
export function serves(
  controllers: AnyControllers,
  registry: Registry,
  type: string,
  action: string,
): boolean {
  const resourceClass = registry.get(type)
  const controller = Object.hasOwn(controllers, type) ? controllers[type] : undefined
  if (!resourceClass || !controller) return false
  const actions: ReadonlyMap<string, Guard> = compile(resourceClass).config.actions
  const isOpen = (name: string): boolean => (actions.get(name) ?? false) !== false
  if (action === 'related' || action === 'relationship') return isOpen('show')
  if (RELATIONSHIP_WRITES.has(action)) return isOpen('update') && 'update' in controller.prototype
  return isOpen(action) && action in controller.prototype
}

/** Whether an action may change a relationship: a to-one can only be replaced, and a read-only one only read. */
function changes(resourceClass: ResourceClass, relationship: string, action: string): boolean {
  if (!RELATIONSHIP_WRITES.has(action)) return true
  const resource = compile(resourceClass)
  const found = relationshipsOf(resource).get(relationship)
  if (!found || !isWritable(found)) return false
  return action === 'updateRelationship' || found.many
}

const RELATIONSHIP_WRITES: ReadonlySet<string> = new Set([
  'updateRelationship',
  'addToRelationship',
  'removeFromRelationship',
])

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
