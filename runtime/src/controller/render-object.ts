import type { Context } from './host.js'
import { compiledOf } from '../resource/compile.js'
import { castTo } from '../cast.js'
import { type IncludeDirective, includeTree } from '../query/include.js'
import type { Query } from '../query/query.js'
import { type DocumentOptions, documentText } from '../render/document.js'
import { documentOptions } from './document-options.js'
import { currentRequest } from '../resource/frame.js'
import { planRead } from '../plan/plan-read.js'
import { findRecord } from '../read/find-record.js'
import { Scope } from '../read/scope.js'
import type { RenderOptions } from './host.js'
import { pageLinks, pageMeta, profileOf, recordCursors } from './page-links.js'
import { logOf } from './context-log.js'
import { documentResponse } from './response.js'
import { permittedOf } from './permitted-includes.js'
import { renderWritten } from './render-write.js'
import { writtenBy } from './write-results.js'

/** Renders a base, a scope, or records as they are, as a response (rule 12.2). */
export async function renderObject(
  context: Context,
  object: unknown,
  options: RenderOptions,
): Promise<Response> {
  const written =
    options.scope === false && typeof object === 'object' && object !== null
      ? writtenBy(context, object)
      : undefined
  if (written) return renderWritten(context, written, options)
  const { status, headers } = options
  const { text, profile } = await rendered(context, object, options)
  return documentResponse(text, status, headers, profile)
}

/** The text of a document, and the profile that it has applied. */
interface Rendered {
  readonly text: string
  readonly profile?: string | undefined
}

async function rendered(context: Context, object: unknown, options: RenderOptions): Promise<Rendered> {
  const permitted = options.include === undefined ? permittedOf(context) : undefined
  const query =
    options.include === undefined ? context.query : context.query.withInclude(includeTree(options.include))
  if (object instanceof Scope) return renderScope(context, object, options)
  if (options.scope === false) {
    return { text: await renderRecords(context, object, query, permitted, options) }
  }
  if (options.id !== undefined) {
    const { scope, record } = await findRecord(context.jsonapiResource, object, options.id, query, {
      permitted,
      log: logOf(context),
      ...options,
    })
    return { text: await render(context, record, scope, options) }
  }
  return renderScope(
    context,
    await context.jsonapiResource.buildScope(object, query, { permitted, log: logOf(context), ...options }),
    options,
  )
}

async function renderScope(context: Context, scope: Scope, options: RenderOptions): Promise<Rendered> {
  const records = castTo<object[]>(await scope.resolve())
  const text = await render(context, records, scope, options, pageLinks(context, scope, records.length))
  return { text, profile: profileOf(context, scope) }
}

/** Records that the caller has resolved: what stands in them of the includes is rendered, nothing is loaded. */
async function renderRecords(
  context: Context,
  object: unknown,
  query: Query,
  permitted: IncludeDirective | undefined,
  options: RenderOptions,
): Promise<string> {
  const single = !Array.isArray(object)
  const plan = await planRead(compiledOf(context.jsonapiResource), query, {
    guards: currentRequest().guardsOf(context),
    permitted,
    single,
  })
  return documentText(
    castTo<object | object[] | null>(object ?? null),
    plan,
    documentOptions(context, withOwnLinks(context, options, undefined), options.meta),
  )
}

function render(
  context: Context,
  records: object | object[],
  scope: Scope,
  options: RenderOptions,
  topLinks?: DocumentOptions['topLinks'],
): Promise<string> {
  const meta = { ...options.meta, ...(scope.stats && { stats: scope.stats }), ...pageMeta(scope) }
  const cursors = Array.isArray(records) ? recordCursors(records, scope) : undefined
  return documentText(
    records,
    scope.plan,
    documentOptions(context, withOwnLinks(context, options, topLinks), meta, cursors),
  )
}

function withOwnLinks(
  { address }: Context,
  { links }: RenderOptions,
  topLinks: DocumentOptions['topLinks'],
): DocumentOptions['topLinks'] {
  const self = topLinks ?? (address === undefined ? undefined : { self: address })
  return self && { ...self, ...links }
}
