import { castTo, memberOf } from '../../base/cast.js'
import type { DeprecatedUse } from '../../resource/deprecated-uses.js'
import type { Incoming } from '../incoming.js'
import type { AnyServedOptions } from '../served-options.js'

/** The deprecated parts that a request has used, each with the context that used it. */
type Used = ReadonlyMap<string, { readonly use: DeprecatedUse; readonly context: object | undefined }>

/**
 * Adds the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` to a response, and tells the application.
 *
 * @param base the beginning of every link
 */
export async function withDeprecation(
  response: Response,
  used: Used,
  { incoming, options, base }: { incoming: Incoming; options: AnyServedOptions; base: string },
): Promise<Response> {
  for (const { use, context } of used.values()) tell(use, context, incoming, options)
  const uses = [...used.values()].map(({ use }) => use)
  const links = await linksOf(uses, { incoming, options, base })
  const [since = ''] = uses.map((use) => use.since).toSorted()
  const [sunset] = uses.flatMap((use) => use.sunset ?? []).toSorted()
  const add = (headers: Headers): void => {
    headers.set('deprecation', `@${Date.parse(since) / 1000}`)
    if (sunset !== undefined) headers.set('sunset', new Date(sunset).toUTCString())
    for (const link of links) headers.append('link', link)
  }
  try {
    add(response.headers)
    return response
  } catch {
    // Some responses of an application cannot be changed, such as those of `fetch`.
    const { status, statusText, body } = response
    const headers = new Headers(response.headers)
    add(headers)
    return new Response(body, { status, statusText, headers })
  }
}

async function linksOf(
  uses: readonly DeprecatedUse[],
  { incoming, options, base }: { incoming: Incoming; options: AnyServedOptions; base: string },
): Promise<readonly string[]> {
  const { explorer, deprecationUrl, controllers } = options
  const docs = new Set<string>()
  if (deprecationUrl !== undefined) docs.add(deprecationUrl)
  else if (explorer && (await explorer.permits(incoming.request)) === true) {
    for (const { type } of uses) docs.add(`${base}${explorer.path}#/${encodeURIComponent(type)}`)
  }
  const successors = uses.flatMap(({ kind, use }) =>
    kind === 'resource' && use !== undefined && Object.hasOwn(controllers, use)
      ? [`${base}/${encodeURIComponent(use)}`]
      : [],
  )
  return [
    ...[...docs].map((url) => `<${url}>; rel="deprecation"; type="text/html"`),
    ...[...new Set(successors)].map((url) => `<${url}>; rel="successor-version"`),
  ]
}

function tell(
  use: DeprecatedUse,
  context: object | undefined,
  incoming: Incoming,
  { onDeprecated }: AnyServedOptions,
): void {
  if (!onDeprecated) return
  // A failing log must not change the response.
  const notify = async (): Promise<void> =>
    onDeprecated({ ...use, context: descriptionOf(context) }, incoming.request)
  notify().catch(() => undefined)
}

function descriptionOf(context: object | undefined): string | undefined {
  const describe = context && memberOf(context, 'describe')
  return typeof describe === 'function' ? castTo<() => string | undefined>(describe).call(context) : undefined
}
