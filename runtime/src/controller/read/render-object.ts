import type { Context } from '../context.js'
import { compiledOf } from '../../resource/compile.js'
import { castTo } from '../../base/cast.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { type IncludeDirective, includeTree } from '../../query/include.js'
import type { Query } from '../../query/query.js'
import { type DocumentBytes, documentBytes, type DocumentOptions } from '../../render/document.js'
import { documentOptions, pageOptions } from '../response/document-options.js'
import { currentRequest } from '../../resource/frame.js'
import { planRead } from '../../plan/plan-read.js'
import { Scope, scopeOfRecord } from '../../reader/scope.js'
import type { RenderOptions } from '../context.js'
import { pageLinks, profileOf } from '../response/page-links.js'
import { logOf, stateOf } from '../context-state.js'
import { versionTags } from '../entity-tag.js'
import { type Answer, isTagged, readHeaders, tagOf } from '../response/read-headers.js'
import { documentResponse, emptyResponse } from '../response/response.js'
import { permittedOf } from '../context-configuration.js'
import { writes } from '../write/writes.js'

/** Renders a base, a scope, or records as they are, as a response (rule 12.2). */
export function renderObject(context: Context, object: unknown, options: RenderOptions): Promise<Response> {
  const result = options.scope === false ? stateOf(context).written.get(Object(object)) : undefined
  if (result?.response.success !== true) return renderRead(context, object, options)
  const written = result.outcome
  const { present } = writes
  return present
    ? present.renderWritten(context, written, options)
    : writes.load().then(({ renderWritten }) => renderWritten(context, written, options))
}

async function renderRead(context: Context, object: unknown, options: RenderOptions): Promise<Response> {
  const { status, headers } = options
  const answer = await rendered(context, object, options)
  const all = readHeaders(context, answer, headers)
  return answer.bytes === undefined
    ? emptyResponse(304, all)
    : documentResponse(answer.bytes, status, all, answer.profile)
}

function rendered(context: Context, object: unknown, options: RenderOptions): Promise<Answer> {
  const permitted = options.include === undefined ? permittedOf(context) : undefined
  const query =
    options.include === undefined ? context.query : context.query.withInclude(includeTree(options.include))
  if (object instanceof Scope) return renderScope(context, object, options)
  if (options.scope === false) return renderRecords(context, object, query, permitted, options)
  const scopeOptions = { permitted, log: logOf(context), ...options }
  if (options.id !== undefined) return renderOne(context, object, options.id, query, scopeOptions)
  return renderScope(context, context.jsonapiResource.buildScope(object, query, scopeOptions), options)
}

/**
 * Renders the record of an id. If the request has its entity tag, and the tag is made from a version, the record is not
 * read (rule 26.2).
 */
async function renderOne(
  context: Context,
  base: unknown,
  id: string,
  query: Query,
  options: RenderOptions,
): Promise<Answer> {
  const resource = context.jsonapiResource
  const { scope, isId, find } = await scopeOfRecord(resource, base, id, query, options)
  const { plan } = scope
  const tags = isTagged(context)
    ? versionTags({ context, plan, options, address: context.address })
    : undefined
  const settled = isId && tags && (await stateOf(context).reads?.settledBy(scope, id, tags))
  if (settled) return { plan, bytes: undefined, tag: settled }
  const record = await find()
  const bytes = await render(context, record, scope, options)
  return { plan, bytes, tag: tags?.of(record) ?? tagOf(context, bytes) }
}

async function renderScope(
  context: Context,
  built: Awaitable<Scope>,
  options: RenderOptions,
): Promise<Answer> {
  const scope = await built
  const records = castTo<object[]>(await scope.resolve())
  const bytes = await render(context, records, scope, options, pageLinks(context, scope, records.length))
  return { plan: scope.plan, bytes, profile: scope.cursors && profileOf(context) }
}

/** Renders records that the caller has resolved, with the includes that they hold; loads nothing. */
async function renderRecords(
  context: Context,
  object: unknown,
  query: Query,
  permitted: IncludeDirective | undefined,
  options: RenderOptions,
): Promise<Answer> {
  const single = !Array.isArray(object)
  const plan = await planRead(compiledOf(context.jsonapiResource), query, {
    guards: currentRequest().guardsOf(context),
    permitted,
    single,
  })
  const bytes = await documentBytes(
    castTo<object | object[] | null>(object ?? null),
    plan,
    documentOptions(context, withOwnLinks(context, options, undefined), options.meta),
  )
  return { plan, bytes, ...(single && { tag: tagOf(context, bytes) }) }
}

function render(
  context: Context,
  records: object | object[],
  scope: Scope,
  options: RenderOptions,
  topLinks?: DocumentOptions['topLinks'],
): Awaitable<DocumentBytes> {
  const links = withOwnLinks(context, options, topLinks)
  return documentBytes(records, scope.plan, pageOptions(context, records, scope, links, options.meta))
}

function withOwnLinks(
  { address }: Context,
  { links }: RenderOptions,
  topLinks: DocumentOptions['topLinks'],
): DocumentOptions['topLinks'] {
  const self = topLinks ?? (address === undefined ? undefined : { self: address })
  return self && { ...self, ...links }
}
