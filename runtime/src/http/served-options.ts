import type { AnyControllers, Controllers } from '../controller/controller.js'
import type { Limits } from '../query/limits.js'
import type { DeprecatedUse } from '../resource/deprecated-uses.js'
import type { TraceQuery } from '../resource/trace-query.js'
import type { Registry } from '../resource/registry.js'
import type { Explorer } from './explorer/explorer.js'
import type { ContractDocument } from '../vocabulary/contract/contract-document.js'
import type { OpenApiDocument, OpenApiSource } from './openapi/openapi-document.js'

/** The options of an API, except for those of capabilities. */
export interface ServedOptions<Locals> extends AnyServedOptions {
  readonly controllers: Controllers<Locals>
}

/** The options, with controllers for any locals. */
export interface AnyServedOptions {
  readonly registry: Registry
  readonly controllers: AnyControllers
  /** The scheme, host and port of every link, such as `https://api.example.org`; by default, those of each request. */
  readonly baseUrl?: string
  /** The path prefix of all routes, such as `/api/v1`. */
  readonly prefix?: string
  /** Rejects three spellings that jsonapi-gen accepts but JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict?: boolean
  readonly limits?: Partial<Limits>
  /**
   * The schema's contract (`generated/contract.gen.json`). The explorer needs it if the API has no `openapi`. To
   * compare hand-written declarations with the contract, write a test with `expectContract` of
   * `@jsonapi-gen/runtime/testing`.
   *
   * ```ts
   * import contract from '../generated/contract.gen.json' with { type: 'json' };
   * export const api = createApi({ registry, controllers, contract, explorer: explorer() });
   * ```
   */
  readonly contract?: ContractDocument
  /**
   * The OpenAPI document: either the one from `generated/openapi.gen.ts`, or your own. If you set it,
   * `GET /openapi.json` serves the document with an entity tag, the `describedby` link of each response refers to it,
   * and `GET /` lists the collections (rule 25.3). Otherwise, none of these exist.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, openapi });
   * ```
   */
  readonly openapi?: OpenApiSource | OpenApiDocument
  /**
   * Serves the explorer, a page for browsing and trying out the API, at `GET /explorer` (docs/explorer.md). It comes from
   * the package `@jsonapi-gen/explorer`. The explorer shows the whole contract, including the names of guards and hidden
   * members, so it is off by default. Use `explorer({ if })` to decide who may open it. It requires the `openapi` from
   * `generated/openapi.gen.ts`, or the `contract`.
   *
   * ```ts
   * const isDevelopment = process.env.NODE_ENV === 'development';
   * export const api = createApi({ registry, controllers, openapi, explorer: isDevelopment && explorer() });
   * ```
   */
  readonly explorer?: Explorer | false
  /** The names of query parameters that the application reads itself. */
  readonly parameters?: readonly string[]
  /**
   * Whether the response includes a log of its queries in `meta.queries`. The log contains the arguments of every
   * query, so permit it only for users who may see them. Without this function, no response includes the log.
   */
  readonly queryLog?: (request: Request) => boolean | Promise<boolean>
  /**
   * Wraps each query that reads data for a response: the primary records, each include path, and the stats. It must
   * return the result of `run`. Use it for tracing spans and SQL comments (docs/recipes.md). If it throws, the query
   * fails with that error.
   *
   * ```ts
   * const traceQuery: TraceQuery = ({ resource, path }, run) =>
   *   tracer.startActiveSpan(path || resource, (span) => run().finally(() => span.end()));
   * const api = createApi({ registry, controllers, traceQuery });
   * ```
   */
  readonly traceQuery?: TraceQuery
  /**
   * Called whenever a policy denies something (rule 14.13), with the rule, the resource, and the context's description
   * of itself. None of this is sent to the client. It is also called if a request uses a name that a guard hides, or a
   * record that the `read` scope hides.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   onDenied: ({ rule, resource, context }, { url }) => log.info({ rule, resource, user: context, url }),
   * });
   * ```
   */
  readonly onDenied?: (denied: DeniedRequest, request: Request) => void
  /**
   * Called for each deprecated part of the API that a request uses, once per request (rule 31.4). Reading an attribute
   * that the request does not name does not count. The `context` says who used it, as the controller's `describe` does.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   onDeprecated: ({ kind, type, name, sunset, context }) => log.info({ kind, type, name, sunset, user: context }),
   * });
   * ```
   */
  readonly onDeprecated?: (used: DeprecatedRequest, request: Request) => void
  /**
   * The page that describes deprecations, for the `Link` header of responses to requests that use a deprecated part. By
   * default, the explorer's page, if the request may see it.
   */
  readonly deprecationUrl?: string
  /**
   * For development: called with one line for each policy rule that a request is checked against, in order. Each line
   * names the rule's place in the schema, its method, and the result: `passes`, `refuses`, or the records that a scope
   * or default filter permits. Repeated lines are dropped. Scope conditions contain user data, so do not set this
   * option in production.
   *
   * ```ts
   * const api = createApi({ registry, controllers, explain: (line) => console.log(line) });
   * // posts.actions.index: isMember passes
   * // posts.scopes.read: scopeVisible passes {"where":{"tenantId":1}}
   * // posts.attributes.secretNote.readable: isEditor refuses
   * ```
   */
  readonly explain?: (line: string, request: Request) => void
  /**
   * Called for every error that the client did not cause, with all details and the id from the response (rule 14.7):
   * each 500 and 503, each time-out, and each conflict between writers (409) after several attempts. For the last
   * three, `cause` is the store's error. By default, errors are printed with `console.error`.
   */
  readonly onError?: (error: unknown, id: string, request: Request) => void
}

/**
 * A deprecated part of the API that a request used, for `onDeprecated`.
 *
 * ```ts
 * const used: DeprecatedRequest = { kind: 'filter', type: 'people', name: 'nick', since: '2026-01-31', context: 'user 42' };
 * ```
 */
export interface DeprecatedRequest extends DeprecatedUse {
  /** The result of the context's `describe` method, which identifies the client. */
  readonly context: string | undefined
}

/**
 * A request that a policy denied, for `onDenied`.
 *
 * ```ts
 * const denied: DeniedRequest = { rule: 'scopes.update', resource: 'posts', id: '7', context: 'user 42' };
 * ```
 */
export interface DeniedRequest {
  /**
   * The policy, identified by its place in the resource's schema: `actions.create: isMember`, `scopes.update`,
   * `attributes.margin.readable: isAccountant`, `sideloads.bookings.readable: isStaff`, `filters.word.if: isMember`.
   */
  readonly rule: string
  /** The JSON:API type of the resource that declares the policy. */
  readonly resource: string
  /** The id of the record, if the policy applies to a record. */
  readonly id?: string | undefined
  /** The result of the context's `describe` method, which identifies the client. */
  readonly context: string | undefined
}
