import type { Context } from '../controller/context.js'
import type { Controller, ControllerClass, ControllerRequest } from '../controller/controller.js'
import type { Settings } from '../controller/settings.js'
import type { Awaitable } from '../declare/declaration-types.js'
import type { Limits } from '../query/limits.js'
import type { CompiledResource } from '../resource/compile.js'
import type { ResourceClass } from '../resource/operations.js'
import type { ExploredApi } from './explorer/explorer.js'
import type { Incoming } from './incoming.js'
import type { ServedOptions } from './served-options.js'

/**
 * An ability of an API besides reading and writing the records of its resources. Every member is optional, and says
 * when a request needs the capability. Its code is loaded by the first such request.
 */
export interface Capability {
  /** Invalid declarations, which `createApi` lists. */
  readonly faults?: readonly string[]
  /** A path of its own. */
  readonly address?: OwnAddress
  /** Returns the action at a path below a resource or a record, if it is one of the capability's paths. */
  readonly actionAt?: (resource: CompiledResource, segments: readonly string[]) => OwnAction | undefined
  /**
   * The capability's part in a request whose headers ask for it; otherwise undefined. No query has run, and the body is
   * not received yet.
   *
   * Throws InvalidParameter for a header that is malformed, or that has no meaning for this request.
   */
  readonly asked?: (head: RequestHead) => Awaitable<RequestPart> | undefined
  /** Whether pages by cursors exist. */
  readonly hasCursors?: boolean
  /** Deletes what it has stored and no longer needs. Returns the number of rows. */
  readonly forget?: () => Promise<number>
  /** The facts about it that the explorer needs. */
  readonly explored?: Partial<ExploredApi>
}

/** A path that belongs to a capability, and everything that a request to it needs. */
export interface OwnAddress {
  /** After the prefix, with a slash at the beginning. */
  readonly path: string
  readonly methods: readonly string[]
  /** The URI of the extension that Accept and Content-Type must name. */
  readonly extension: string
  readonly mediaType: string
  serve<Locals>(request: OwnAddressRequest<Locals>): Promise<Response>
}

/** A request to the path of a capability, and the API that it belongs to. */
export interface OwnAddressRequest<Locals> {
  readonly options: ServedOptions<Locals>
  readonly limits: Limits
  /** The beginning of every link. */
  readonly base: string
  /** The common part of all contexts. */
  readonly of: Omit<ControllerRequest<Locals>, 'actionName' | 'params'>
  readonly around: Around
  /** Finds the target of a path and a method. Throws NotFound and MethodNotAllowed. */
  readonly targetOf: (path: string, method: string) => Target
}

/** The action of a resource that a path and a method lead to. */
export interface Target {
  readonly type: string
  readonly action: string
  /** Empty for a path without an id. */
  readonly id: string
  /** Empty for a path without a relationship. */
  readonly relationship: string
}

/** An action at a path below a resource or a record. */
export interface OwnAction {
  readonly name: string
  readonly on: 'record' | 'collection'
  readonly run: (context: Context) => Promise<Response>
}

/** The parts of a request that are known before its body is received. */
export interface RequestHead {
  readonly incoming: Incoming
  /** The method, after an override. */
  readonly method: string
  /** Whether the request changes one record, or runs an action on it. */
  readonly writesRecord: boolean
}

/** A capability's part in one request. */
export interface RequestPart {
  readonly settings?: Partial<Settings>
  /**
   * Runs the action of the request. Called with the parsed body once it is received, before any query.
   *
   * Throws InvalidParameter for a header that is malformed.
   */
  readonly aroundOf?: (body: unknown) => Around
  /** Called before the action runs. */
  readonly begin?: <Locals>(target: ActionTarget<Locals>) => void
  /** The response after the action. Throws PreconditionFailed. */
  readonly finish?: (response: Response) => Response
}

/** Runs the action of a write request, or decides what happens instead. */
export type Around = (write: WriteAction, act: () => Promise<Response>) => Promise<Response>

/** A write request that is about to run. */
export interface WriteAction {
  readonly context: Context
  /** The resource whose store it writes. */
  readonly resource: CompiledResource
  /** Only for several writes in one request: the context that reads the records of a type. */
  readonly contextOf?: (type: string, id: string) => Context
}

/** The action of a request, about to run. */
export interface ActionTarget<Locals> {
  readonly controller: Controller<Locals>
  readonly controllerClass: ControllerClass<Locals>
  readonly resourceClass: ResourceClass
  /** The request of the same client for the record at its own address; undefined if the API does not serve it. */
  readonly show: () => Omit<ControllerRequest<Locals>, 'actionName'> | undefined
}

/** The address of a capability at a path. */
export const ownAddressAt = (path: string, capabilities: readonly Capability[]): OwnAddress | undefined =>
  capabilities.find(({ address }) => address?.path === path)?.address

/** Most requests have no parts. */
export function partsOf(
  capabilities: readonly Capability[],
  head: RequestHead,
): Awaitable<readonly RequestPart[]> {
  const parts: Awaitable<RequestPart>[] = []
  for (const { asked } of capabilities) {
    const part = asked?.(head)
    if (part) parts.push(part)
  }
  return parts.length === 0 ? NO_PARTS : Promise.all(parts)
}

const NO_PARTS: readonly RequestPart[] = []

/** Runs the action inside all parts. */
export const aroundOf = (parts: readonly RequestPart[], body: unknown): Around =>
  parts
    .flatMap((part) => part.aroundOf?.(body) ?? [])
    .reduce<Around>(
      (outer, inner) => (write, act) => outer(write, () => inner(write, act)),
      (_, act) => act(),
    )

/** The response after all parts. */
export const finished = (parts: readonly RequestPart[], response: Response): Response =>
  parts.reduce((made, { finish }) => finish?.(made) ?? made, response)
