import { type MixinParent, castTo } from '../base/cast.js'
import type { WhitelistInput } from '../query/include.js'
import { Query, type QueryHash } from '../query/query.js'
import { compiledOf } from '../resource/compile.js'
import type { Resource } from '../in-process/resource.js'
import type { ResourceClass } from '../resource/operations.js'
import type { Scope, ScopeOptions } from '../reader/scope.js'
import type { Deserializer } from '../write/request/deserializer.js'
import { isValidationResponse, type ValidationResponse } from '../write/persist/validation-response.js'
import {
  configuredResource,
  configureResource,
  configureWhitelist,
  type ResourceBlock,
} from './context-configuration.js'
import { currentFrame, currentRequest, inRequest, withContext, withRequest } from '../resource/frame.js'
import { DEFAULT_LIMITS } from '../query/limits.js'
import { Budget } from '../resource/budget.js'
import { RequestState } from '../resource/request-state.js'
import { writes } from './write/writes.js'
import { checkQuery, deserialize, pathId, writeKind } from './write/write-request.js'
import { errorsResponse } from './response/response.js'
import { askRelationships, Views } from '../plan/view/view.js'
import { queryOfText } from '../plan/known-plans.js'
import { logOf, stateOf } from './context-state.js'
import { DEFAULT_SETTINGS, queryOptions } from './settings.js'
import { permittedOf } from './context-configuration.js'
import { renderObject } from './read/render-object.js'
import type { BaseOperations, ContextHost, RenderOptions, WriteOptions } from './context.js'

/**
 * The static operations that the Base mixin adds. Call them in the static block of the class.
 *
 * ```ts
 * static {
 *   PostsController.jsonapi(PostResource);
 *   PostsController.sideloadWhitelist({ index: 'author' });
 * }
 * ```
 */
export interface BaseDeclarations {
  /**
   * Configures the Resource. Pass a class, a class and a block that configures a subclass of that class, or only a
   * block. Without arguments, it creates an anonymous Resource if none is configured yet.
   *
   * ```ts
   * export class PostsController extends ApplicationController {
   *   static {
   *     PostsController.jsonapi(PostResource);
   *   }
   * }
   * ```
   */
  jsonapi(resourceOrBlock?: ResourceClass | ResourceBlock, block?: ResourceBlock): void
  /**
   * Limits the includes that each action permits. Any other include is dropped without an error.
   *
   * ```ts
   * PostsController.sideloadWhitelist({ index: ['author', 'tags'], show: ['author', { comments: 'author' }] });
   * ```
   */
  sideloadWhitelist(whitelist: WhitelistInput): void
}

/**
 * Mixes the JSON:API operations into a class that handles requests. Instances of the class are the context.
 * `Controller` already includes these operations. Your own class must define `params`.
 *
 * ```ts
 * class Host {
 *   readonly params = { sort: '-views' };
 * }
 * class Drafts extends Base(Host) {
 *   static {
 *     Drafts.jsonapi(PostResource);
 *   }
 * }
 * const answer = await new Drafts().renderJsonapi({ where: { status: 'draft' } });
 * ```
 */
export function Base<Parent extends MixinParent<ContextHost>>(
  parent: Parent,
): Parent & MixinParent<BaseOperations> & BaseDeclarations {
  abstract class WithBase extends parent implements BaseOperations {
    #resource: Resource | undefined
    #query: Query | undefined
    #deserialized: Deserializer | undefined
    // An instance handles a single request, even without an API.
    #request: RequestState | undefined

    static jsonapi(resourceOrBlock?: ResourceClass | ResourceBlock, block?: ResourceBlock): void {
      const isResource = resourceOrBlock !== undefined && 'config' in resourceOrBlock
      configureResource(this, isResource ? resourceOrBlock : undefined, isResource ? block : resourceOrBlock)
    }

    static sideloadWhitelist(whitelist: WhitelistInput): void {
      configureWhitelist(this, whitelist)
    }

    get jsonapiResource(): Resource {
      if (this.#resource) return this.#resource
      const configured = configuredResource(this.constructor)
      if (!configured) throw new Error(`${this.constructor.name} has no Resource: declare one with jsonapi.`)
      return (this.#resource = new configured())
    }

    get query(): Query {
      this.#query ??= this.#readQuery()
      return this.#query
    }

    #readQuery(): Query {
      const resource = compiledOf(this.jsonapiResource)
      const options = queryOptions(this.settings ?? DEFAULT_SETTINGS)
      const guards = this.wrapContext(() => currentRequest().guardsOf(this))
      if (this.search !== undefined) return queryOfText(resource, this.search, options, guards)
      const { id: _id, data: _data, included: _included, meta: _meta, ...params } = this.params
      return Query.ofObject(new Views(guards).query(resource), params, options)
    }

    get queryHash(): QueryHash {
      return this.query.hash
    }

    recordScope(): unknown {
      return this.wrapContext(() => currentRequest().baseScopeOf(this.jsonapiResource, this))
    }

    jsonapiScope(base: unknown, options: ScopeOptions = {}): Promise<Scope> {
      return this.#settled(() =>
        this.jsonapiResource.buildScope(base, this.query, {
          permitted: permittedOf(this),
          log: logOf(this),
          ...options,
        }),
      )
    }

    renderJsonapi(object: unknown, options: RenderOptions = {}): Promise<Response> {
      const merged = { ...this.defaultJsonapiRenderOptions(), ...options }
      return this.#settled(() => renderObject(this, object, merged))
    }

    defaultJsonapiRenderOptions(): RenderOptions {
      return {}
    }

    get deserializedParams(): Deserializer {
      this.#deserialized ??= this.wrapContext(() => deserialize(this, writeKind(this)))
      return this.#deserialized
    }

    jsonapiCreate(): Promise<ValidationResponse> {
      return this.#write('create', undefined)
    }

    jsonapiUpdate({ scope }: WriteOptions = {}): Promise<ValidationResponse> {
      return this.#write('update', scope)
    }

    jsonapiDestroy({ scope }: WriteOptions = {}): Promise<object> {
      return this.#settled(async () => {
        const [{ destroyRecord }] = await Promise.all([writes.load(), checkQuery(this)])
        const base = () => scope ?? this.recordScope()
        return destroyRecord(this.jsonapiResource, pathId(this) ?? '', base, this, stateOf(this).writes)
      })
    }

    renderErrorsFor(instance: object): Response {
      return errorsResponse(
        isValidationResponse(instance) ? instance : stateOf(this).written.get(instance)?.response,
      )
    }

    #write(kind: 'create' | 'update', scope: unknown): Promise<ValidationResponse> {
      return this.#settled(async () => {
        await checkQuery(this)
        const { writeDocument } = writes.present ?? (await writes.load())
        const { deserializedParams } = this
        const payload = deserializedParams.meta.method === kind ? deserializedParams : deserialize(this, kind)
        const base = () => scope ?? this.recordScope()
        const condition = kind === 'update' ? stateOf(this).writes : undefined
        const result = await writeDocument(this.jsonapiResource, payload, base, this, condition)
        stateOf(this).written.set(result.response.object, result)
        return result.response
      })
    }

    /** Runs a block after the relationship guards have been evaluated. */
    #settled<Result>(block: () => Promise<Result>): Promise<Result> {
      try {
        return this.wrapContext(() => {
          const resource = compiledOf(this.jsonapiResource)
          const settling = askRelationships(resource, currentRequest().guardsOf(this))
          return settling ? settling.then(block) : block()
        })
      } catch (error) {
        return Promise.reject(error)
      }
    }

    wrapContext<Result>(block: () => Result): Result {
      const run = () => withContext(this, this.actionName, block)
      const own = () => this.#ownRequest()
      // Policies always apply to responses to clients, whatever block the application runs around them.
      return currentFrame().policies ? inRequest(run, own) : withRequest(own(), run)
    }

    #ownRequest(): RequestState {
      const { limits } = this.settings ?? DEFAULT_SETTINGS
      this.#request ??= new RequestState(new Budget({ ...DEFAULT_LIMITS, ...limits }))
      return this.#request
    }
  }
  return castTo<Parent & MixinParent<BaseOperations> & BaseDeclarations>(WithBase)
}
