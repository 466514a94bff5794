import type { AnyControllers, Controllers } from '../controller/controller.js'
import type { ContractDifference, ContractDocument } from '../contract/differences.js'
import type { Limits } from '../query/limits.js'
import type { TraceQuery } from '../resource/trace-query.js'
import type { Registry } from '../resource/registry.js'
import type { OpenApi, OpenApiDocument } from './openapi-document.js'

/**
 * What an application sets of its API.
 *
 * ```ts
 * const options: ApiOptions<Locals> = { registry, controllers, prefix: '/api/v1', limits: { time: 5_000 } }
 * ```
 */
export interface ApiOptions<Locals = undefined> extends Omit<AnyApiOptions, 'controllers'> {
  readonly controllers: Controllers<Locals>
}

/** The same with controllers of whatever locals. */
export interface AnyApiOptions {
  readonly registry: Registry
  readonly controllers: AnyControllers
  /** Scheme, host and port of every link, `https://api.example.org`; that of each request unless it is set. */
  readonly baseUrl?: string
  /** The path in front of every route, such as `/api/v1`. */
  readonly prefix?: string
  /** Refuses the three places where the specification departs from JSON:API 1.1 (rule 2.4). */
  readonly strict?: boolean
  readonly limits?: Partial<Limits>
  /**
   * Serves the extension Atomic Operations at `POST /operations` (rule 16.6): several writes in one request and one
   * transaction. They run below the controllers, so that guards, scopes, validations and hooks hold for them, and the
   * methods of the controllers do not run. Not served unless this is true.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, operations: true })
   * ```
   */
  readonly operations?: boolean
  /**
   * The contract of the schema, as `generated/contract.gen.json` has it. What hand-written declarations widen or narrow is
   * told once, when the API is created (rule 25.2). A test fails on it by `expectContract` of `@jsonapi-gen/runtime/testing`.
   *
   * ```ts
   * import contract from '../generated/contract.gen.json' with { type: 'json' }
   * export const api = createApi({ registry, controllers, contract })
   * ```
   */
  readonly contract?: ContractDocument
  /**
   * Gets what differs from the contract, and the same as text, a line each. Without one, it goes to `console.warn`.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   contract,
   *   onDifferences: (differences, text) => log.warn({ differences: differences.length }, text),
   * })
   * ```
   */
  readonly onDifferences?: (differences: readonly ContractDifference[], text: string) => void
  /**
   * The OpenAPI document, as `generated/openapi.gen.ts` has it, or one of your own. It is served at `GET /openapi.json`, with an
   * entity tag, and documents lead to it by the link `describedby`. `GET /` lists the collections (rule 25.3). Nothing of that
   * is served without it.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, openapi })
   * ```
   */
  readonly openapi?: OpenApi | OpenApiDocument
  /** Parameters that the application reads itself. */
  readonly parameters?: readonly string[]
  /**
   * Whether a request gets the log of what it ran, in `meta.queries`: the arguments of every query stand in it, so that it
   * is for those who may see them. No request gets it unless this says so.
   */
  readonly queryLog?: (request: Request) => boolean | Promise<boolean>
  /**
   * Runs each query that reads for an answer: the primary records, each include path, the statistics. It returns what `run`
   * returns. It is there for spans and for comments in SQL (docs/recipes.md); what it throws is thrown by the query.
   *
   * ```ts
   * const traceQuery: TraceQuery = ({ resource, path }, run) =>
   *   tracer.startActiveSpan(path || resource, (span) => run().finally(() => span.end()))
   * const api = createApi({ registry, controllers, traceQuery })
   * ```
   */
  readonly traceQuery?: TraceQuery
  /**
   * Gets what a policy has denied (rule 14.13): the rule, the resource, and how the context describes itself. The client is
   * told none of it. A name that a guard hides, and a record that the scope `read` hides, are denied to a request that names
   * them.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   onDenied: ({ rule, resource, context }, { url }) => log.info({ rule, resource, user: context, url }),
   * })
   * ```
   */
  readonly onDenied?: (denied: DeniedRequest, request: Request) => void
  /**
   * For development: gets the rules of the policies that a request meets, in their order, a line each. A line has the place of
   * the rule in the schema, the method that it names, and what it lets through: `passes`, `refuses`, or the records of a scope
   * or a default filter. A rule that says the same again is not told again. Conditions of scopes hold data of users: do not set
   * it in production.
   *
   * ```ts
   * const api = createApi({ registry, controllers, explain: (line) => console.log(line) })
   * // posts.actions.index: isMember passes
   * // posts.scopes.read: scopeVisible passes {"where":{"tenantId":1}}
   * // posts.attributes.secretNote.readable: isEditor refuses
   * ```
   */
  readonly explain?: (line: string, request: Request) => void
  /**
   * Gets every error that the client did not cause, whole, with the id that the answer names (rule 14.7). These are
   * each 500 and 503, a time-out, and a conflict of writers (409) after several attempts. The last three have what the
   * store said in `cause`. Without one, it goes to `console.error`.
   */
  readonly onError?: (error: unknown, id: string, request: Request) => void
}

/**
 * What a policy has denied to a request. `onDenied` gets it.
 *
 * ```ts
 * const denied: DeniedRequest = { rule: 'scopes.update', resource: 'posts', id: '7', context: 'user 42' }
 * ```
 */
export interface DeniedRequest {
  /**
   * The policy, by its place within the resource in the schema: `actions.create: isMember`, `scopes.update`,
   * `attributes.margin.readable: isAccountant`, `sideloads.bookings.readable: isStaff`, `filters.word.if: isMember`.
   */
  readonly rule: string
  /** The JSON:API type of the resource that says it. */
  readonly resource: string
  /** The record, where one was looked at. */
  readonly id?: string | undefined
  /** What the context's `describe` says of itself: who was it? */
  readonly context: string | undefined
}
