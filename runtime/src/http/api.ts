import type { AnyServedOptions, ServedOptions } from './served-options.js'
import { type ServedApi, servedApi } from './served-api.js'
import type { ControllerRequest } from '../controller/controller.js'
import { writes } from '../controller/write/writes.js'
import { normalAddress } from '../controller/response/page-links.js'
import { checkAddress } from '../controller/check-address.js'
import { recordAddress } from '../render/links.js'
import { documentResponse, isResponse } from '../controller/response/response.js'
import { MEDIA_TYPE } from '../value/media-type.js'
import {
  InvalidParameter,
  MethodNotAllowed,
  RequestTimeout,
  ServiceUnavailable,
  Unauthorized,
  UnsupportedMediaType,
  UriTooLong,
} from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { isDefault } from '../adapter/default-operations.js'
import { castTo, memberOf } from '../base/cast.js'
import type { Settings } from '../controller/settings.js'
import { Budget } from '../resource/budget.js'
import { Deadline } from '../resource/deadline.js'
import { currentRequest, withContext, withPolicies, withRequest } from '../resource/frame.js'
import { RequestState } from '../resource/request-state.js'
import {
  aroundOf,
  type Capability,
  finished,
  type OwnAddress,
  ownAddressAt,
  partsOf,
  type RequestPart,
} from './capability.js'
import { stateOf } from '../controller/context-state.js'
import { configuredResource } from '../controller/context-configuration.js'
import { declarationFaults } from '../plan/declarations/check-declarations.js'
import { compile } from '../resource/compile.js'
import { inProcessContext } from './in-process-context.js'
import type { AskedPath } from './known-address.js'
import { type Handler, type Incoming, incomingOf, setHandler } from './incoming.js'
import type { FindLocals, LocalsArgument } from './locals.js'
import { contentTypeFault, negotiate } from './negotiate.js'
import { explainIn, report, reportDenials } from './report.js'
import { allowedBy, refusedMethod, type Route, route } from './route.js'
import { asksForQueries, checkExplorer, isForExplorer } from './explorer/explorer-address.js'
import { isForOpenApi, isSource } from './openapi/openapi-document.js'

/** An API. `Locals` is the type of the application's own data about a request, as declared by the controllers. */
export interface Api<Locals = undefined> {
  /**
   * The path prefix of all routes, from `createApi({ prefix })`: for example `/api`, or an empty string.
   *
   * ```ts
   * const response = await api.fetch(new Request(`http://localhost${api.prefix}/posts`), { user: undefined });
   * ```
   */
  readonly prefix: string
  /**
   * Handles a web-standard Request and returns a Response. Never throws.
   *
   * ```ts
   * const response = await api.fetch(request, { user: await userOf(request.headers.get('authorization')) });
   * ```
   */
  readonly fetch: (request: Request, ...locals: LocalsArgument<Locals>) => Promise<Response>
  /**
   * Handles a request with a function that returns its locals, as the framework bindings do. If the function throws,
   * the error is handled like any other application error. For example, an `Unauthorized` becomes 401.
   *
   * ```ts
   * const response = await api.fetchWith(request, async () => ({ user: await userOf(request.headers.get('authorization')) }));
   * ```
   */
  readonly fetchWith: (request: Request, locals: FindLocals<Locals>) => Promise<Response>
  /**
   * Runs a block in process with these locals. Guards, scopes, filters and hooks receive a context, which is an
   * instance of `ApplicationController`, the class that all controllers extend. The context has no request, so reading
   * `request` throws an Error.
   *
   * ```ts
   * const { data } = await api.as({ user }, () => PostResource.all({ include: 'author' }));
   * ```
   */
  readonly as: <Result>(locals: Locals, run: () => Result) => Result
  /**
   * Deletes the expired responses that `createApi({ idempotency })` stored, 500 at a time. Call it regularly.
   *
   * ```ts
   * setInterval(() => api.forgetKeys().catch(console.error), 3_600_000).unref();
   * ```
   *
   * Rejects if the store cannot be reached, or if every attempt conflicted with other transactions.
   *
   * @returns the number of deleted responses
   */
  readonly forgetKeys: () => Promise<number>
}

/** What `createApi` returns, with these capabilities. Throws its errors. */
export function apiOf<Locals>(
  options: ServedOptions<Locals>,
  capabilities: readonly Capability[],
): Api<Locals> {
  checkDeclarations(options, capabilities)
  checkDocument(options)
  checkPage(options)
  checkExplorer(options, capabilities)
  const api = servedApi(options, capabilities)
  const { limits, prefix } = api
  const contextOf = inProcessContext(options.controllers, api.inProcess)
  const denials = options.onDenied !== undefined
  const handle: Handler<Locals> = async (incoming, locals) => {
    // If loading fails, the first write reports it.
    if (!writes.present) writes.load().catch(() => {})
    const deadline = new Deadline(limits.time, () => incoming.isAborted)
    const tell = (error: Error): void => void report(error, incoming, options)
    const watch = { denials, explain: options.explain && (await explainIn(incoming, options.explain)) }
    const state = new RequestState(new Budget(limits, deadline), true, options.traceQuery, tell, watch)
    state.takesBytes = incoming.takesBytes
    const answered = withRequest(state, () => answer(incoming, locals, api)).catch((error) =>
      isLate(error, deadline) ? undefined : errorResponse(error, incoming, options, deadline),
    )
    const given = await deadline.within(answered, () => undefined)
    const result = given ?? errorResponse(deadline.error(), incoming, options, deadline)
    const { deprecated } = state.done
    const noted = deprecated && deprecatedResponse(result, deprecated, incoming, api)
    // The application decides who may see the explorer's page, which may take too long.
    const response = noted ? await deadline.within(noted, () => result) : result
    if (state.mediaType !== undefined) response.headers.set('content-type', state.mediaType)
    return incoming.method === 'HEAD' ? headOf(response) : response
  }
  const fetchWith: Api<Locals>['fetchWith'] = (request, locals) => handle(incomingOf(request), locals)
  const made: Api<Locals> = {
    prefix,
    fetch: (request, ...[locals]) => fetchWith(request, () => castTo<Locals>(locals)),
    fetchWith,
    forgetKeys: async () => {
      let sum = 0
      for (const { forget } of capabilities) sum += (await forget?.()) ?? 0
      return sum
    },
    as: (locals, run) => withPolicies(() => withContext(contextOf(locals), undefined, run)),
  }
  setHandler(made, handle)
  return made
}

/** A response to a request that uses something deprecated. */
async function deprecatedResponse<Locals>(
  response: Response,
  used: NonNullable<RequestState['done']['deprecated']>,
  incoming: Incoming,
  { options, settingsOf }: ServedApi<Locals>,
): Promise<Response> {
  const { withDeprecation } = await import('./deprecation/with-deprecation.js')
  const { base } = settingsOf(new URL(incoming.url).origin)
  return withDeprecation(response, used, { incoming, options, base })
}

function checkPage({ deprecationUrl }: AnyServedOptions): void {
  if (deprecationUrl === undefined || URL.canParse(deprecationUrl)) return
  throw new TypeError(
    `The option "deprecationUrl" must be an address such as https://example.org/changes, not ${JSON.stringify(deprecationUrl)}.`,
  )
}

function checkDeclarations(
  { registry, controllers }: AnyServedOptions,
  capabilities: readonly Capability[],
): void {
  const configured = Object.values(controllers).flatMap((controller) => configuredResource(controller) ?? [])
  const resources = [...new Set([...registry.values(), ...configured])].map(compile)
  const faults = resources.flatMap((resource) => [
    ...declarationFaults(resource).map((fault) => `- ${resource.type}: ${fault.replace(/[^.?]$/, '$&.')}`),
    ...resource.facts().datamodel.misfits.map((misfit) => `- ${misfit}`),
  ])
  for (const capability of capabilities) {
    faults.push(...(capability.faults ?? []).map((fault) => `- ${fault}`))
  }
  if (faults.length === 0) return
  throw new Error(
    ['The API cannot be created. These declarations are invalid:', ...new Set(faults)].join('\n'),
  )
}

/**
 * A copy made with a spread loses the function that makes the document. The compiler reports that too, where it checks.
 */
function checkDocument({ openapi }: AnyServedOptions): void {
  if (openapi === undefined || isSource(openapi) || typeof openapi.paths === 'object') return
  throw new TypeError(
    'The document in the option "openapi" has no paths. To change the document of openapi.gen.ts, write openapi.with((document) => ({ ...document, … })).',
  )
}

/** Whether the error only says that the deadline has passed. */
const isLate = (error: unknown, { isOver }: Deadline): boolean =>
  isOver && error instanceof ServiceUnavailable

async function answer<Locals>(
  incoming: Incoming,
  findLocals: FindLocals<Locals>,
  api: ServedApi<Locals>,
): Promise<Response> {
  const { options, capabilities, prefix, limits } = api
  if (incoming.url.length > limits.url) {
    throw new UriTooLong({ detail: `A URL can be at most ${limits.url} bytes long.` })
  }
  const { pathname, search, origin } = new URL(incoming.url)
  const path =
    pathname === prefix ? '/' : pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : ''
  const method = methodOf(incoming)
  const { base, settings } = api.settingsOf(origin)
  if (isForOpenApi(path, options) && method !== 'OPTIONS') {
    const { serveOpenApi } = await import('./openapi/serve-openapi.js')
    return serveOpenApi(incoming, path, api, base)
  }
  if (options.explorer && (await isForExplorer(path, incoming, options.explorer))) {
    const { serveExplorer } = await import('./explorer/serve-explorer.js')
    return serveExplorer(incoming, path, options.explorer, api)
  }
  const asked: AskedPath<Locals> = { api, incoming, findLocals, method, path, search, base, settings }
  if (method === 'OPTIONS') return (await import('./answer-options.js')).answerOptions(asked)
  const own = ownAddressAt(path, capabilities)
  if (own) return serveOwn(own, asked)
  let target: Route<Locals>
  let received: Received<Locals>
  try {
    target = route(path, method, api)
    received = await receive(asked, undefined, target)
  } catch (error) {
    // Errors must not reveal a relationship that the client may not see.
    await (await import('./known-address.js')).knownAddress(asked)
    throw error
  }
  return dispatch(target, incoming, received)
}

async function serveOwn<Locals>(own: OwnAddress, asked: AskedPath<Locals>): Promise<Response> {
  const { api, incoming, base, method } = asked
  if (!own.methods.includes(method)) throw refusedMethod(method, allowedBy(own.methods))
  const { parts, ...of } = await receive(asked, own, undefined)
  return await own.serve({
    options: api.options,
    limits: api.limits,
    base,
    of: { ...of, request: incoming.request },
    around: aroundOf(parts, of.body),
    targetOf: (to, by) => route(to, by, api),
  })
}

/** A request whose headers and body are read. */
interface Received<Locals> extends Omit<ControllerRequest<Locals>, 'request' | 'actionName' | 'params'> {
  readonly parts: readonly RequestPart[]
}

/** Reads the headers, the locals and the body of a request for a target, which is one of both. */
async function receive<Locals>(
  { api, incoming, findLocals, method, path, search, base, settings }: AskedPath<Locals>,
  own: OwnAddress | undefined,
  target: Route<Locals> | undefined,
): Promise<Received<Locals>> {
  const { options, capabilities, limits } = api
  // The body of a DELETE specifies what to remove from a relationship. Any other DELETE body is allowed, but not read.
  const readsBody = method === 'POST' || method === 'PATCH' || target?.action === 'removeFromRelationship'
  const hasBody = readsBody && incoming.body !== null
  negotiate(incoming.headers, own?.extension)
  const current = currentRequest()
  const { deadline } = current.budget
  const unsupported = hasBody ? contentTypeFault(incoming.headers, own?.extension) : undefined
  const reading = hasBody ? await import('./read-body.js') : undefined
  if (reading && unsupported && (await deadline.receives(reading.hasBytes(incoming)))) throw unsupported
  if (own) current.mediaType = own.mediaType
  // An action may also change its record (rule 26.4).
  const writesRecord =
    target?.action === 'update' || target?.action === 'destroy' || target?.ownAction?.on === 'record'
  const parts = await partsOf(capabilities, { incoming, method, writesRecord })
  const locals = await findLocals()
  const queryLog =
    (options.queryLog !== undefined && (await options.queryLog(incoming.request)) === true) ||
    (options.explorer ? await asksForQueries(incoming, options.explorer) : false)
  return {
    parts,
    locals,
    search,
    address: normalAddress(base, path, search),
    body: reading && !unsupported ? await deadline.receives(reading.readBody(incoming, limits)) : undefined,
    settings:
      queryLog || parts.length > 0
        ? parts.reduce<Settings>((all, part) => ({ ...all, ...part.settings }), { ...settings, queryLog })
        : settings,
  }
}

async function dispatch<Locals>(
  { type, action, id, relationship, ownAction, served }: Route<Locals>,
  incoming: Incoming,
  { parts, ...sent }: Received<Locals>,
): Promise<Response> {
  const { controllerClass, resource } = served
  const around = parts.length > 0 ? aroundOf(parts, sent.body) : undefined
  const of = { ...sent, params: { id, relationship } }
  const controller = new controllerClass({
    ...of,
    actionName: ownAction?.name ?? action,
    get request() {
      return incoming.request
    },
  })
  const state = stateOf(controller)
  state.method = incoming.method
  if (ownAction) state.ownAction = ownAction.run
  const method = memberOf(controller, action)
  if (typeof method !== 'function') throw new Error(`The controller for "${type}" has no method "${action}".`)
  const { renderJsonapi, renderErrorsFor, wrapContext } = controller
  const isOurs = [method, renderJsonapi, renderErrorsFor, wrapContext].every(isDefault)
  const returned = (what: string): Error =>
    new Error(`"${action}" of the controller for "${type}" returned ${what}`)
  for (const { begin } of parts) {
    begin?.({
      controller,
      controllerClass,
      resourceClass: resource.resourceClass,
      show: () =>
        served.actions.has('show')
          ? {
              ...of,
              request: incoming.request,
              // The entity tag of a record is the one at its own address.
              ...(ownAction && { search: '', address: recordAddress(of.settings.links, type, id) }),
            }
          : undefined,
    })
  }
  try {
    const act = async (): Promise<Response> => {
      const response = await castTo<() => unknown>(method).call(controller)
      if (!isResponse(response)) throw returned('no Response.')
      // Hono's server sends a response in one piece only if nobody has looked at its body.
      if (!isOurs && incoming.method !== 'HEAD' && response.bodyUsed) {
        throw returned('a Response whose body has already been read. Read a clone of it instead.')
      }
      return around ? finished(parts, response) : response
    }
    return await controller.wrapContext(async () => {
      await checkAddress(controller, resource, { action, relationship, ownAction: ownAction?.name })
      return around ? around({ context: controller, resource }, act) : act()
    })
  } catch (error) {
    const { committed, budget } = currentRequest()
    if (committed.has(controller) && !isMarkedAsWritten(error)) budget.deadline.afterCommit.add(error)
    throw error
  }
}

/** Whether the error is marked to say that the request's write is committed (rule 14.6). */
const isMarkedAsWritten = (error: unknown): boolean =>
  error instanceof JsonapiError && error.errors.every(({ meta }) => meta?.['written'] === true)

/** Only `X-HTTP-Method-Override: PATCH` on a POST is accepted (rule 15.12). */
function methodOf({ method, headers }: Incoming): string {
  const override = method === 'POST' ? headers.get('x-http-method-override') : null
  if (override === null) return method
  if (override.toUpperCase() === 'PATCH') return 'PATCH'
  throw new InvalidParameter({
    detail: 'POST can be overridden only with PATCH.',
    source: { header: 'X-HTTP-Method-Override' },
  })
}

/**
 * The only error boundary (rule 18.9): it turns any error into a document without internals. Errors that the client did
 * not cause are reported with the id in the response (rule 14.7).
 */
function errorResponse(
  error: unknown,
  incoming: Incoming,
  options: AnyServedOptions,
  { afterCommit }: Deadline,
): Response {
  const written = afterCommit.has(error)
  reportDenials(error, incoming, options)
  if (error instanceof JsonapiError && !written) {
    const headers = errorHeaders(error)
    if (error.status < 500 && error.cause === undefined) {
      return documentResponse({ errors: error.errors }, error.status, headers)
    }
    const id = report(error, incoming, options)
    return documentResponse(
      { errors: error.errors.map((object) => ({ id, ...object })) },
      error.status,
      headers,
    )
  }
  const id = report(error, incoming, options)
  const what = written
    ? 'The write succeeded, but the server could not create the response.'
    : 'The server could not process this request.'
  const detail = `${what} For details, look up the id of this error in the server log.`
  const meta = written ? { meta: { written } } : {}
  const internal = { id, status: '500', code: 'internal_error', title: 'Internal error', detail, ...meta }
  return documentResponse({ errors: [internal] }, 500)
}

/** The headers for an error: permitted methods, accepted bodies, the login challenge, or the end of the connection. */
function errorHeaders(error: JsonapiError): Readonly<Record<string, string>> {
  if (error instanceof MethodNotAllowed) return { allow: error.allow.join(', ') }
  // Otherwise the unread rest of the body would keep the connection open for as long as the client likes.
  if (error instanceof RequestTimeout) return { connection: 'close' }
  if (error instanceof UnsupportedMediaType && error.source?.header === 'Content-Encoding') {
    return { 'accept-encoding': 'identity' }
  }
  return error instanceof Unauthorized ? { 'www-authenticate': error.challenge } : {}
}

/**
 * The response to a HEAD: the response to a GET without the body, but with its length if it is a document (rule 15.5).
 */
async function headOf(response: Response): Promise<Response> {
  const { status, body } = response
  const headers = new Headers(response.headers)
  const isDocument = headers.get('content-type')?.startsWith(MEDIA_TYPE) === true
  // The length is unknown if the application has already read the body, or if the body is incomplete.
  if (body && isDocument && !headers.has('content-length')) {
    const bytes = await response.arrayBuffer().catch(() => undefined)
    if (bytes) headers.set('content-length', String(bytes.byteLength))
  } else body?.cancel().catch(() => {})
  return new Response(null, { status, headers })
}
