import type { AnyControllers, Controllers } from '../controller/controller.js'
import type { IdempotencyOptions } from '../idempotency/idempotency-options.js'
import type { Limits } from '../query/limits.js'
import type { TraceQuery } from '../resource/trace-query.js'
import type { Registry } from '../resource/registry.js'
import type { ExplorerOptions } from './explorer-options.js'
import type { ContractDocument, OpenApi, OpenApiDocument } from './openapi-document.js'

/**
 * The options of an API.
 *
 * ```ts
 * const options: ApiOptions<Locals> = { registry, controllers, prefix: '/api/v1', limits: { time: 5_000 } };
 * ```
 */
export interface ApiOptions<Locals = undefined> extends Omit<AnyApiOptions, 'controllers' | 'idempotency'> {
  readonly controllers: Controllers<Locals>
  /**
   * Accepts the header `Idempotency-Key` on writes (docs/idempotency.md): if a request is repeated with the same key,
   * it is written only once and gets the first response. `owner` says whose key it is. The Prisma schema needs the
   * model that `jsonapi-gen init` prints.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   idempotency: { owner: ({ locals }) => locals.user?.id },
   * });
   * ```
   */
  readonly idempotency?: IdempotencyOptions<Locals>
}

/** The options with controllers of any locals. */
export interface AnyApiOptions {
  readonly registry: Registry
  readonly controllers: AnyControllers
  /** Scheme, host and port of every link, `https://api.example.org`; by default those of each request. */
  readonly baseUrl?: string
  /** The path before every route, such as `/api/v1`. */
  readonly prefix?: string
  /** Refuses three spellings of this specification that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict?: boolean
  readonly limits?: Partial<Limits>
  /**
   * Serves the extension Atomic Operations at `POST /operations` (rule 16.6): several writes in one request and one
   * transaction. They run below the controllers: guards, scopes, validations and hooks apply, but the methods of the
   * controllers do not run. The default is false.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, operations: true });
   * ```
   */
  readonly operations?: boolean
  readonly idempotency?: IdempotencyOptions<never>
  /**
   * The contract of the schema (`generated/contract.gen.json`), for the explorer of an API without `openapi`. To compare
   * hand-written declarations with the contract, write a test with `expectContract` of `@jsonapi-gen/runtime/testing`.
   *
   * ```ts
   * import contract from '../generated/contract.gen.json' with { type: 'json' };
   * export const api = createApi({ registry, controllers, contract, explorer: true });
   * ```
   */
  readonly contract?: ContractDocument
  /**
   * The OpenAPI document: that of `generated/openapi.gen.ts`, or one of your own. With it, `GET /openapi.json` serves the
   * document with an entity tag, the link `describedby` of documents leads to it, and `GET /` lists the collections (rule
   * 25.3). Without it, none of these exist.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, openapi });
   * ```
   */
  readonly openapi?: OpenApi | OpenApiDocument
  /**
   * Serves the explorer, a page on which people see the API and try it, at `GET /explorer` (docs/explorer.md). It shows
   * the whole contract, with the names of guards and of what is hidden, so it is off by default. `if` asks the
   * application who gets it. It needs the `openapi` of `generated/openapi.gen.ts`, or the `contract`.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, openapi, explorer: process.env.NODE_ENV !== 'production' });
   * ```
   */
  readonly explorer?: boolean | ExplorerOptions
  /** Names of parameters that the application reads itself. */
  readonly parameters?: readonly string[]
  /**
   * Whether a request gets the log of its queries in `meta.queries`. The log contains the arguments of every query, so
   * permit it only to users who may see them. Without this function, no request gets it.
   */
  readonly queryLog?: (request: Request) => boolean | Promise<boolean>
  /**
   * Runs each query that reads for an answer: the primary records, each include path, the stats. It must return the
   * result of `run`. Use it for tracing spans and for comments in SQL (docs/recipes.md). If it throws, the query fails
   * with that error.
   *
   * ```ts
   * const traceQuery: TraceQuery = ({ resource, path }, run) =>
   *   tracer.startActiveSpan(path || resource, (span) => run().finally(() => span.end()));
   * const api = createApi({ registry, controllers, traceQuery });
   * ```
   */
  readonly traceQuery?: TraceQuery
  /**
   * Gets each refusal by a policy (rule 14.13): the rule, the resource, and how the context describes itself. The
   * client does not learn any of it. A request that uses a name hidden by a guard, or a record hidden by the scope
   * `read`, counts as refused too.
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
   * For development: gets the rules of the policies that a request meets, in order, as lines. Each line has the place
   * of the rule in the schema, its method, and its result: `passes`, `refuses`, or the records of a scope or a default
   * filter. Repeated lines are dropped. Conditions of scopes contain data of users, so do not set it in production.
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
   * Gets every error that the client did not cause, with all details, and the id in the answer (rule 14.7): each 500
   * and 503, each time-out, and each conflict of writers (409) after several attempts. The last three have the error of
   * the store in `cause`. Without it, the error goes to `console.error`.
   */
  readonly onError?: (error: unknown, id: string, request: Request) => void
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
   * The policy, by its place in the schema of the resource: `actions.create: isMember`, `scopes.update`,
   * `attributes.margin.readable: isAccountant`, `sideloads.bookings.readable: isStaff`, `filters.word.if: isMember`.
   */
  readonly rule: string
  /** The JSON:API type of the resource that declares it. */
  readonly resource: string
  /** The id of the record, if the policy is about one. */
  readonly id?: string | undefined
  /** The result of the context's `describe`, which says who made the request. */
  readonly context: string | undefined
}
