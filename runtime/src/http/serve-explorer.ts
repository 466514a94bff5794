import { emptyResponse } from '../controller/response.js'
import { tagOfDocument } from '../controller/entity-tag.js'
import { loadedOncePer } from '../base/made-once.js'
import { NotFound } from '../error/errors.js'
import type { AnyApiOptions } from './api-options.js'
import { explorerOf, pathOfExplorer } from './explorer-address.js'
import type { ExplorerSettings } from './explorer-settings.js'
import { hasConditions, loadConditions } from './load-conditions.js'
import { checkContract, isOpenApi } from './openapi-document.js'
import { allowedBy, refusedMethod } from './route.js'

/**
 * Answers with the page of the explorer, one of its files, or the contract that it shows. Whether the request may have
 * it was asked before.
 *
 * Throws NotFound (404) for another path below the page, MethodNotAllowed (405) for a method that does not read.
 */
export async function serveExplorer(
  request: Request,
  path: string,
  options: AnyApiOptions,
): Promise<Response> {
  const place = pathOfExplorer(explorerOf(options) ?? {})
  const name = path.slice(place.length)
  const file = fileAt(name, place, options)
  if (!file) throw new NotFound({ detail: 'This path does not exist.' })
  const { method } = request
  if (method === 'OPTIONS') {
    const response = emptyResponse()
    response.headers.set('allow', allowedBy(['GET']).join(', '))
    return response
  }
  if (method !== 'GET' && method !== 'HEAD') throw refusedMethod(method, allowedBy(['GET']))
  if (file === 'moved') {
    return new Response(null, { status: 308, headers: { location: `../${lastOf(place)}` } })
  }
  const bytes = new TextEncoder().encode(await file.text())
  const headers = {
    ...SAFE,
    'content-type': file.type,
    'content-length': String(bytes.byteLength),
    // Another request may not be permitted, and the next start may serve another one.
    'cache-control': 'private, no-cache',
    etag: tagOfDocument(bytes),
  }
  const answer = new Response(bytes, { headers })
  if (!hasConditions(request.headers)) return answer
  return (await loadConditions(request.headers, 'GET', false)).answered(answer)
}

interface ServedFile {
  readonly type: string
  readonly text: () => Promise<string>
}

/** Nothing but the page's own files, and no request to another host. */
const SAFE = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

function fileAt(name: string, place: string, options: AnyApiOptions): ServedFile | 'moved' | undefined {
  switch (name) {
    case '':
      return {
        type: 'text/html; charset=utf-8',
        text: async () => placed(await fileText('index.html'), place),
      }
    case '/':
      return 'moved'
    case '/page.js':
      return { type: 'text/javascript; charset=utf-8', text: () => fileText('page.js') }
    case '/page.css':
      return { type: 'text/css; charset=utf-8', text: () => fileText('page.css') }
    case '/contract.json':
      return { type: 'application/json', text: () => contractText(options) }
    default:
      return undefined
  }
}

/** Its files lie below the last part of its address. Addresses are relative: a proxy may know another prefix. */
const placed = (html: string, place: string): string => html.replaceAll('"explorer/', `"${lastOf(place)}/`)

const lastOf = (place: string): string => place.slice(place.lastIndexOf('/') + 1)

const texts = new Map<string, Promise<string>>()

/** Read once. The same place from the sources and from what is built of them. */
function fileText(name: string): Promise<string> {
  const known = texts.get(name)
  if (known) return known
  const url = new URL(`../../dist/explorer/${name}`, import.meta.url)
  const text = import('node:fs/promises')
    .then(({ readFile }) => readFile(url, 'utf8'))
    .catch((error: unknown) => {
      texts.delete(name)
      throw new Error(`The explorer file at ${url.href} cannot be read. A bundler may have omitted it.`, {
        cause: error,
      })
    })
  texts.set(name, text)
  return text
}

const contractText = loadedOncePer(async (options: AnyApiOptions): Promise<string> => {
  const { baseUrl, openapi, prefix = '', strict = false, parameters = [] } = options
  const explorer = explorerOf(options) ?? {}
  const generated = openapi && isOpenApi(openapi) ? await openapi.contract?.() : undefined
  const contract = options.contract ?? generated
  if (contract === undefined) throw new Error('The contract that createApi found no longer exists.')
  checkContract(contract)
  const settings: ExplorerSettings = {
    path: pathOfExplorer(explorer),
    ...(baseUrl !== undefined && {
      base: `${baseUrl}/${prefix}`.replaceAll(/(?<!:)\/+/g, '/').replace(/\/$/, ''),
    }),
    strict,
    queries: explorer.queries === true,
    parameters,
  }
  const { $comment: _comment, $digest: _digest, ...shown }: Record<string, unknown> = { ...contract }
  return JSON.stringify({ ...shown, explorer: settings })
})
