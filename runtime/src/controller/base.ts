import { type MixinParent, promised } from '../cast.js'
import type { IncludeInput } from '../query/include.js'
import { Query, type QueryHash } from '../query/query.js'
import { compile } from '../resource/compile.js'
import type { Resource, ResourceClass } from '../in-process/resource.js'
import type { Scope, ScopeOptions } from '../read/scope.js'
import type { Deserializer } from '../write/request/deserializer.js'
import { destroyRecord, writeDocument } from '../write/persist/write-document.js'
import { isValidationResponse, type ValidationResponse } from '../write/persist/validation-response.js'
import {
  configuredResource,
  configureResource,
  configureWhitelist,
  type ResourceBlock,
} from './configuration.js'
import { withContext } from '../resource/frame.js'
import { checkQuery, deserialize, idOf, writeKind } from './write-request.js'
import { rememberWrite, responseOf } from './write-results.js'
import { errorsResponse } from './errors-response.js'
import { logOf } from './query-log.js'
import { DEFAULT_SETTINGS, type Settings } from './settings.js'
import { permittedOf } from './permitted-includes.js'
import { renderObject } from './render-object.js'
import type { WhitelistInput } from './whitelist.js'

/** What the Base mixin needs of the class that it is mixed into: a request's parameters and the name of the action. */
export interface ContextHost {
  /** The parameters: a query that is already nested, or the text behind the question mark; besides it, the `id` of the path. */
  readonly params: Readonly<Record<string, unknown>>
  /** The query of the URL, where `params` does not hold it. */
  readonly search?: string | undefined
  readonly actionName?: string | undefined
  /** The absolute address of the request, for the links of the document; it has none otherwise. */
  readonly address?: string | undefined
  readonly settings?: Settings
  /** The parsed body of a write; a host without one has its `data`, `included` and `meta` in `params`. */
  readonly body?: unknown
  /** The HTTP request, whose verb says what a write is where the name of the action does not. */
  readonly request?: { readonly method?: string | undefined } | undefined
}

/** Options of a rendering; they win over `defaultJsonapiRenderOptions` (rule 12.2). */
export interface RenderOptions extends ScopeOptions {
  /** False renders the object as it is; by default a scope is built unless it is one. */
  readonly scope?: boolean
  /** Renders the one record of that id, or RecordNotFound. */
  readonly id?: string
  readonly status?: number
  /** Includes in place of the request's. */
  readonly include?: IncludeInput
  readonly meta?: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, string | null>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Options of an update and a destroy. */
export interface WriteOptions {
  /** The base that the record has to be in; `recordScope` where it is left out. */
  readonly scope?: unknown
}

/** The operations that the Base mixin adds to an instance (specification 4.4, rule 10.2). */
export interface BaseOperations {
  /** The instance of the configured Resource, made once. Throws an Error when none is configured. */
  readonly jsonapiResource: Resource
  /** The request's query, read once. Throws the error of a malformed parameter. */
  readonly query: Query
  /** The query of the resource's own type, as plain data. */
  readonly queryHash: QueryHash
  /**
   * The base that the record of the path has to be in, whatever the request wants of it: all records of the resource unless
   * it is overridden. `jsonapiUpdate`, `jsonapiDestroy` and every address of a relationship ask it, and so does a `show`
   * that renders it.
   */
  recordScope(): unknown
  /** A scope with the request chained onto the base; no query has run. */
  jsonapiScope(base: unknown, options?: ScopeOptions): Promise<Scope>
  /**
   * Renders a base, a scope, or, with `scope: false`, records as they are (rule 12.2). The response is a JSON:API document.
   *
   * Throws the error of what the request may not ask for; RecordNotFound where the record of `id` is not there.
   */
  renderJsonapi(object: unknown, options?: RenderOptions): Promise<Response>
  /** Merged into each rendering; meant to be overridden. */
  defaultJsonapiRenderOptions(): RenderOptions
  /** The body of a write, taken apart (rule 11.1), once. Its faults are in it, and thrown by the two operations below. */
  readonly deserializedParams: Deserializer
  /**
   * Creates a record and its nested relationships from the body, in one transaction (rules 11.3 to 11.7). Any error rolls
   * back; what is invalid is in the response, which is always returned for it.
   *
   * Throws the faults of the request, all of them at once; RecordNotFound, Conflict, ServiceUnavailable.
   */
  jsonapiCreate(): Promise<ValidationResponse>
  /**
   * Updates the record of the path's id and its nested relationships from the body, in one transaction.
   *
   * Throws what jsonapiCreate throws; RecordNotFound where the scope has no such record that the default filters leave visible.
   */
  jsonapiUpdate(options?: WriteOptions): Promise<ValidationResponse>
  /**
   * Destroys the record of the path's id in a transaction, and returns it as it was (rule 11.8).
   *
   * Throws RecordNotFound; ValidationError where the application holds it back; Conflict where other records need it.
   */
  jsonapiDestroy(options?: WriteOptions): Promise<object>
  /** Renders what is wrong with an instance that was not written, or with the response of its write: a 422. */
  renderErrorsFor(instance: object): Response
  /** Runs a block with this as the context and the name of the action as the namespace. */
  wrapContext<Result>(block: () => Result): Result
}

/** The operations that the Base mixin adds to a class. */
export interface BaseDeclarations {
  /** Configures the Resource: a class, a class and a block that configures a subclass of it, or a block alone (rule 1.7). */
  jsonapi(resourceOrBlock: ResourceClass | ResourceBlock, block?: ResourceBlock): void
  /** Restricts what each action may include; what is not permitted is dropped without an error (rule 9.5). */
  sideloadWhitelist(whitelist: WhitelistInput): void
}

/** Mixes the operations of specification 4.4 into a class that handles requests: its instances are the context. */
export function Base<Parent extends MixinParent<ContextHost>>(
  parent: Parent,
): Parent & MixinParent<BaseOperations> & BaseDeclarations {
  abstract class WithBase extends parent implements BaseOperations {
    #resource: Resource | undefined
    #query: Query | undefined
    #deserialized: Deserializer | undefined

    static jsonapi(resourceOrBlock: ResourceClass | ResourceBlock, block?: ResourceBlock): void {
      const isResource = 'config' in resourceOrBlock
      configureResource(this, isResource ? resourceOrBlock : undefined, isResource ? block : resourceOrBlock)
    }

    static sideloadWhitelist(whitelist: WhitelistInput): void {
      configureWhitelist(this, whitelist)
    }

    get jsonapiResource(): Resource {
      const configured = configuredResource(this.constructor)
      if (!configured) throw new Error(`${this.constructor.name} has no Resource: declare one with jsonapi.`)
      this.#resource ??= new configured()
      return this.#resource
    }

    get query(): Query {
      const resource = compile(promised<ResourceClass>(this.jsonapiResource.constructor))
      const { strict, limits, parameters } = this.settings ?? DEFAULT_SETTINGS
      const { id: _id, data: _data, included: _included, meta: _meta, ...params } = this.params
      const options = { strict, limits, parameters }
      this.#query ??=
        this.search === undefined
          ? Query.ofObject(resource, params, options)
          : Query.ofSearch(resource, this.search, options)
      return this.#query
    }

    get queryHash(): QueryHash {
      return this.query.hash
    }

    recordScope(): unknown {
      return this.jsonapiResource.baseScope(this)
    }

    jsonapiScope(base: unknown, options: ScopeOptions = {}): Promise<Scope> {
      return this.wrapContext(() =>
        this.jsonapiResource.buildScope(base, this.query, {
          permitted: permittedOf(this),
          log: logOf(this),
          ...options,
        }),
      )
    }

    renderJsonapi(object: unknown, options: RenderOptions = {}): Promise<Response> {
      const merged = { ...this.defaultJsonapiRenderOptions(), ...options }
      return this.wrapContext(() => renderObject(this, object, merged))
    }

    defaultJsonapiRenderOptions(): RenderOptions {
      return {}
    }

    get deserializedParams(): Deserializer {
      this.#deserialized ??= deserialize(this, writeKind(this))
      return this.#deserialized
    }

    jsonapiCreate(): Promise<ValidationResponse> {
      return this.#write('create', undefined)
    }

    jsonapiUpdate({ scope }: WriteOptions = {}): Promise<ValidationResponse> {
      return this.#write('update', scope)
    }

    jsonapiDestroy({ scope }: WriteOptions = {}): Promise<object> {
      return this.wrapContext(async () => {
        await checkQuery(this)
        return destroyRecord(this.jsonapiResource, idOf(this) ?? '', () => scope ?? this.recordScope())
      })
    }

    renderErrorsFor(instance: object): Response {
      return errorsResponse(isValidationResponse(instance) ? instance : responseOf(this, instance))
    }

    async #write(kind: 'create' | 'update', scope: unknown): Promise<ValidationResponse> {
      return this.wrapContext(async () => {
        await checkQuery(this)
        const { deserializedParams } = this
        const payload = deserializedParams.meta.method === kind ? deserializedParams : deserialize(this, kind)
        const base = () => scope ?? this.recordScope()
        return rememberWrite(this, await writeDocument(this.jsonapiResource, payload, base, this))
      })
    }

    wrapContext<Result>(block: () => Result): Result {
      return withContext(this, this.actionName, block)
    }
  }
  return promised<Parent & MixinParent<BaseOperations> & BaseDeclarations>(WithBase)
}
