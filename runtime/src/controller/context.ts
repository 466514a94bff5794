import type { Resource } from '../in-process/resource.js'
import type { IncludeInput } from '../query/include.js'
import type { Query, QueryHash } from '../query/query.js'
import type { Scope, ScopeOptions } from '../read/scope.js'
import type { Deserializer } from '../write/request/deserializer.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'
import type { Settings } from './settings.js'

/**
 * The members that a class must have for the Base mixin: the parameters of the request and the name of the action.
 *
 * ```ts
 * const host: ContextHost = { params: { filter: { status: 'draft' } }, actionName: 'index' };
 * ```
 */
export interface ContextHost {
  /** The parameters: a query that is already nested, or the text after the question mark; and the `id` from the path. */
  readonly params: Readonly<Record<string, unknown>>
  /** The query of the URL, if `params` does not contain it. */
  readonly search?: string | undefined
  readonly actionName?: string | undefined
  /** The absolute address of the request, for the links of the document; without it there are none. */
  readonly address?: string | undefined
  readonly settings?: Settings
  /** The parsed body of a write; a host without one has its `data`, `included` and `meta` in `params`. */
  readonly body?: unknown
  /** The HTTP request. Its method decides the kind of a write if the name of the action does not. */
  readonly request?: { readonly method?: string | undefined } | undefined
}

/**
 * Options of a rendering; they override `defaultJsonapiRenderOptions`.
 *
 * ```ts
 * return this.renderJsonapi(post, { scope: false, status: 201, meta: { imported: true } });
 * ```
 */
export interface RenderOptions extends ScopeOptions {
  /** False renders the object as it is. By default, a scope is built on it unless it already is one. */
  readonly scope?: boolean
  /** Renders the record with this id; throws RecordNotFound if there is none. */
  readonly id?: string
  readonly status?: number
  /** Includes that replace those of the request. */
  readonly include?: IncludeInput
  readonly meta?: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, string | null>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Options of an update and a destroy.
 *
 * ```ts
 * const [post, success] = await this.jsonapiUpdate({ scope: { where: { status: 'draft' } } });
 * ```
 */
export interface WriteOptions {
  /** The base that must contain the record, as for `renderJsonapi`; `recordScope` by default. */
  readonly scope?: unknown
}

/**
 * The operations that the Base mixin adds to an instance.
 *
 * ```ts
 * override async create(): Promise<Response> {
 *   const [post, success] = await this.jsonapiCreate();
 *   if (!success) return this.renderErrorsFor(post);
 *   return this.renderJsonapi(post, { scope: false, status: 201 });
 * }
 * ```
 */
export interface BaseOperations {
  /**
   * The instance of the configured Resource, created once. Throws an Error if none is configured.
   *
   * ```ts
   * const base = this.jsonapiResource.baseScope(this);
   * ```
   */
  readonly jsonapiResource: Resource
  /**
   * The request's query, read once. Throws the error of a malformed parameter.
   *
   * ```ts
   * const { include } = this.query.hash;
   * ```
   */
  readonly query: Query
  /**
   * The query of the resource's own type, as plain data.
   *
   * ```ts
   * const isFiltered = Object.keys(this.queryHash.filter).length > 0;
   * ```
   */
  readonly queryHash: QueryHash
  /**
   * The base that must contain the record of the path: by default all records of the resource. `jsonapiUpdate`,
   * `jsonapiDestroy` and every address of a relationship use it, and so does a `show` that renders it. It has the form
   * that `renderJsonapi` accepts.
   *
   * ```ts
   * override recordScope(): object {
   *   return { where: { status: 'published' } };
   * }
   * ```
   */
  recordScope(): unknown
  /**
   * A scope with the request chained onto the base; no query has run.
   *
   * ```ts
   * const scope = await this.jsonapiScope(this.recordScope());
   * const posts = await scope.resolve();
   * ```
   */
  jsonapiScope(base: unknown, options?: ScopeOptions): Promise<Scope>
  /**
   * Renders a base, a scope, or, with `scope: false`, records as they are. The response is a JSON:API document. A base
   * is a scope of the adapter. On Prisma, `{ where }` narrows the base scope of the resource, and `{}` is that scope.
   *
   * Throws the errors of the request; RecordNotFound if the record of `id` does not exist; a TypeError if the adapter
   * does not recognize the base.
   *
   * ```ts
   * return this.renderJsonapi(this.recordScope(), { id: this.params.id });
   * ```
   *
   * ```ts
   * return this.renderJsonapi({ where: { status: 'draft' } });
   * ```
   */
  renderJsonapi(object: unknown, options?: RenderOptions): Promise<Response>
  /**
   * Merged into each rendering; meant to be overridden.
   *
   * ```ts
   * override defaultJsonapiRenderOptions(): RenderOptions {
   *   return { meta: { copyright: 'The authors' } };
   * }
   * ```
   */
  defaultJsonapiRenderOptions(): RenderOptions
  /**
   * The parsed body of a write. It collects the faults in the body; `jsonapiCreate` and `jsonapiUpdate` throw them.
   *
   * ```ts
   * const { attributes } = this.deserializedParams;
   * ```
   */
  readonly deserializedParams: Deserializer
  /**
   * Creates a record and its nested relationships from the body, in one transaction. Any error rolls back. If something
   * is invalid, the result has the issues, and nothing is thrown.
   *
   * Throws the faults of the request, all of them at once; RecordNotFound, Conflict, ServiceUnavailable.
   *
   * ```ts
   * const [post, success] = await this.jsonapiCreate();
   * ```
   */
  jsonapiCreate(): Promise<ValidationResponse>
  /**
   * Updates the record with the path's id and its nested relationships from the body, in one transaction.
   *
   * Throws the errors of jsonapiCreate; RecordNotFound if the scope has no such record, or default filters
   * hide it.
   *
   * ```ts
   * const [post, success] = await this.jsonapiUpdate();
   * ```
   */
  jsonapiUpdate(options?: WriteOptions): Promise<ValidationResponse>
  /**
   * Destroys the record with the path's id in a transaction, and returns it as it was.
   *
   * Throws RecordNotFound; ValidationError if the application rejects it; Conflict if other records need it.
   *
   * ```ts
   * await this.jsonapiDestroy();
   * return this.renderNothing();
   * ```
   */
  jsonapiDestroy(options?: WriteOptions): Promise<object>
  /**
   * Renders the issues of an instance that was not written, or of the result of its write, with status 422.
   *
   * ```ts
   * if (!success) return this.renderErrorsFor(post);
   * ```
   */
  renderErrorsFor(instance: object): Response
  /**
   * Runs a block with this object as the context and the name of the action as the namespace.
   *
   * ```ts
   * const { data } = await this.wrapContext(() => PostResource.all({ page: { size: 5 } }));
   * ```
   */
  wrapContext<Result>(block: () => Result): Result
}

/** A context as the Base mixin makes it. */
export type Context = ContextHost & BaseOperations
