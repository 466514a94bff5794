import type { Resource } from '../in-process/resource.js'
import type { IncludeInput } from '../query/include.js'
import type { Query, QueryHash } from '../query/query.js'
import type { Scope, ScopeOptions } from '../reader/scope.js'
import type { Deserializer } from '../write/request/deserializer.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'
import type { Settings } from './settings.js'

/**
 * The members that a class must have for the Base mixin: the request parameters and the action name.
 *
 * ```ts
 * const host: ContextHost = { params: { filter: { status: 'draft' } }, actionName: 'index' };
 * ```
 */
export interface ContextHost {
  /** The parameters: either a nested query object or the text after the question mark, and the `id` from the path. */
  readonly params: Readonly<Record<string, unknown>>
  /** The URL's query string, if `params` does not contain the query. */
  readonly search?: string | undefined
  readonly actionName?: string | undefined
  /** The absolute URL of the request, used to build links. If it is missing, the document has no links. */
  readonly address?: string | undefined
  readonly settings?: Settings
  /** The parsed body of a write. If it is missing, `data`, `included` and `meta` are read from `params`. */
  readonly body?: unknown
  /** The HTTP request. Its method determines the kind of write if the action name does not. */
  readonly request?: { readonly method?: string | undefined } | undefined
}

/**
 * Rendering options; they override `defaultJsonapiRenderOptions`.
 *
 * ```ts
 * return this.renderJsonapi(post, { scope: false, status: 201, meta: { imported: true } });
 * ```
 */
export interface RenderOptions extends ScopeOptions {
  /**
   * If false, the object is rendered unchanged. By default, a scope is built on the object unless it is already a
   * scope.
   */
  readonly scope?: boolean
  /** Renders the record with this id. Throws RecordNotFound if the record does not exist. */
  readonly id?: string
  readonly status?: number
  /** Includes to use instead of the requested ones. */
  readonly include?: IncludeInput
  readonly meta?: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, string | null>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Options for updating and destroying.
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
 * The instance operations that the Base mixin adds.
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
   * The instance of the configured Resource, created once. Throws an Error if no Resource is configured.
   *
   * ```ts
   * const base = this.jsonapiResource.baseScope(this);
   * ```
   */
  readonly jsonapiResource: Resource
  /**
   * The request's query, parsed once. Throws an error if a parameter is malformed.
   *
   * ```ts
   * const { include } = this.query.hash;
   * ```
   */
  readonly query: Query
  /**
   * The part of the query for the resource's own type, as plain data.
   *
   * ```ts
   * const isFiltered = Object.keys(this.queryHash.filter).length > 0;
   * ```
   */
  readonly queryHash: QueryHash
  /**
   * The base that must contain the record in the path; by default, all records of the resource.
   * `jsonapiUpdate`, `jsonapiDestroy` and every relationship URL use it, as does a `show` that renders it.
   * Return anything that `renderJsonapi` accepts as a base.
   *
   * ```ts
   * override recordScope(): object {
   *   return { where: { status: 'published' } };
   * }
   * ```
   */
  recordScope(): unknown
  /**
   * Returns a scope with the request chained onto the base, without running a query.
   *
   * ```ts
   * const scope = await this.jsonapiScope(this.recordScope());
   * const posts = await scope.resolve();
   * ```
   */
  jsonapiScope(base: unknown, options?: ScopeOptions): Promise<Scope>
  /**
   * Renders a base, a scope, or, with `scope: false`, unchanged records. The response is a JSON:API document. A base is
   * a scope of the adapter. On Prisma, `{ where }` narrows the base scope of the resource, and `{}` is that scope.
   *
   * Throws the errors of the request, RecordNotFound if no record has the given `id`, and a TypeError if the adapter
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
   * Default options for each call to `renderJsonapi`. Override it to change them.
   *
   * ```ts
   * override defaultJsonapiRenderOptions(): RenderOptions {
   *   return { meta: { copyright: 'The authors' } };
   * }
   * ```
   */
  defaultJsonapiRenderOptions(): RenderOptions
  /**
   * The parsed body of a write. It collects the errors in the body, which `jsonapiCreate` and `jsonapiUpdate` throw.
   *
   * ```ts
   * const { attributes } = this.deserializedParams;
   * ```
   */
  readonly deserializedParams: Deserializer
  /**
   * Creates a record and its nested relationships from the body, in one transaction. Any error rolls the transaction
   * back. If the input is invalid, nothing is thrown, and the result contains the issues.
   *
   * Throws all errors in the request together. Also throws RecordNotFound, Conflict and ServiceUnavailable.
   *
   * ```ts
   * const [post, success] = await this.jsonapiCreate();
   * ```
   */
  jsonapiCreate(): Promise<ValidationResponse>
  /**
   * Updates the record in the path and its nested relationships from the body, in one transaction.
   *
   * Throws the same errors as `jsonapiCreate`. Also throws RecordNotFound if the record is not in the scope, or default
   * filters hide it.
   *
   * ```ts
   * const [post, success] = await this.jsonapiUpdate();
   * ```
   */
  jsonapiUpdate(options?: WriteOptions): Promise<ValidationResponse>
  /**
   * Destroys the record in the path in a transaction, and returns the record as it was before.
   *
   * Throws RecordNotFound, ValidationError if the application rejects the request, or Conflict if other records need
   * the record.
   *
   * ```ts
   * await this.jsonapiDestroy();
   * return this.renderNothing();
   * ```
   */
  jsonapiDestroy(options?: WriteOptions): Promise<object>
  /**
   * Renders the issues of an instance that was not written, or of a failed write, with status 422.
   *
   * ```ts
   * if (!success) return this.renderErrorsFor(post);
   * ```
   */
  renderErrorsFor(instance: object): Response
  /**
   * Runs a block with this object as the context and the action name as the namespace.
   *
   * ```ts
   * const { data } = await this.wrapContext(() => PostResource.all({ page: { size: 5 } }));
   * ```
   */
  wrapContext<Result>(block: () => Result): Result
}

/** A context that the Base mixin has created. */
export type Context = ContextHost & BaseOperations
