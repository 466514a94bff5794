import type { DeprecatedUse } from '../../resource/deprecated-uses.js'
import type { Explorer } from '../explorer/explorer.js'
import type { Incoming } from '../incoming.js'
import { tell } from '../report.js'
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
  const { onDeprecated } = options
  const events = [...used.values()].map(({ use, context }) => ({ ...use, context }))
  if (onDeprecated) tell(events, onDeprecated, incoming, options)
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
  const { explorer, deprecationUrl, registry } = options
  const docs = new Set<string>()
  if (deprecationUrl !== undefined) docs.add(new URL(deprecationUrl).href)
  else if (explorer && (await permitsPage(explorer, incoming.request))) {
    for (const { type } of uses) {
      docs.add(new URL(`${base}${explorer.path}#/${encodeURIComponent(type)}`).href)
    }
  }
  const successors = uses.flatMap(({ kind, use }) =>
    kind === 'resource' && use !== undefined && registry.get(use)?.config.actions.has('index')
      ? [new URL(`${base}/${encodeURIComponent(use)}`).href]
      : [],
  )
  return [
    ...[...docs].map((url) => `<${url}>; rel="deprecation"; type="text/html"`),
    ...[...new Set(successors)].map((url) => `<${url}>; rel="successor-version"`),
  ]
}

/** Whether a request may see the explorer's page. The function that decides may throw an error such as `Unauthorized`. */
async function permitsPage({ permits }: Explorer, request: Request): Promise<boolean> {
  try {
    return (await permits(request)) === true
  } catch {
    return false
  }
}
