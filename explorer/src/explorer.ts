import type { Explorer, ExploredApi, ExplorerFile } from '@jsonapi-gen/runtime'
import { contractIn } from '@jsonapi-gen/runtime/vocabulary'
import { loadedOnce } from './loaded-once.js'
import { type ExplorerLogin, loginFault } from './login.js'
import { pageText } from './page-files.js'
import type { ExplorerSettings } from './settings.js'

/**
 * The options of the explorer.
 *
 * ```ts
 * const options: ExplorerOptions = { if: ({ headers }) => headers.get('x-developer') === 'yes', path: '/try' };
 * ```
 */
export interface ExplorerOptions<Field extends string = string> {
  /**
   * Whether a request may receive the page and its contract. For other requests, these URLs do not exist. Without this
   * function, every request may receive both.
   */
  readonly if?: (request: Request) => boolean | Promise<boolean>
  /** The path of the page after the prefix; `/explorer` by default. */
  readonly path?: string
  /** How users log in on the page. Without it, the page offers headers, and sends the cookies of its own host. */
  readonly login?: ExplorerLogin<Field>
  /**
   * For development: whether the page receives the query log of each response, as with `queryLog`. The page requests it
   * with the header `X-Explorer: queries`, and anyone who may see the page may do the same. The default is false.
   */
  readonly queries?: boolean
}

/**
 * Returns the explorer for an API: a page for browsing and trying it out, at `GET /explorer`.
 *
 * ```ts
 * const { NODE_ENV } = process.env;
 * export const api = createApi({ registry, controllers, openapi, explorer: NODE_ENV === 'development' && explorer() });
 * ```
 *
 * Throws a TypeError if an option is unknown or has the wrong type, or if the path is invalid.
 */
export function explorer<Field extends string = string>(options: ExplorerOptions<Field> = {}): Explorer {
  checkOptions(options)
  const { path = '/explorer', queries = false, login, if: permits = () => true } = options
  const place = path.slice(path.lastIndexOf('/') + 1)
  const contracts = new WeakMap<ExploredApi, Promise<string>>()
  return Object.freeze<Explorer>({
    path,
    queries,
    permits,
    file(name, api) {
      switch (name) {
        case '':
          return fileOf('text/html; charset=utf-8', async () =>
            // Files are below the last part of the page's path. URLs are relative, because a proxy may add a prefix.
            (await pageText('index.html')).replaceAll('"explorer/', `"${place}/`),
          )
        case '/page.js':
          return fileOf('text/javascript; charset=utf-8', () => pageText('page.js'))
        case '/page.css':
          return fileOf('text/css; charset=utf-8', () => pageText('page.css'))
        case '/contract.json':
          return fileOf('application/json', () =>
            loadedOnce(contracts, api, () =>
              printedContract({ path, queries, ...(login && { login }) }, api),
            ),
          )
        default:
          return undefined
      }
    },
  })
}

function checkOptions(options: ExplorerOptions): void {
  const isValid =
    typeof options === 'object' &&
    options !== null &&
    Object.entries(options).every(([name, value]) => typeof value === TYPES.get(name))
  if (!isValid) {
    throw new TypeError(
      'The options of explorer() must be { if, path, queries, login }: a function, a string, a boolean and an object.',
    )
  }
  const { path = '/explorer', login } = options
  const fault = login === undefined ? undefined : loginFault(login)
  if (fault !== undefined) throw new TypeError(`explorer() has an invalid login: ${fault}.`)
  if (!/^(?:\/[\w~-][\w.~-]*)+$/.test(path)) {
    throw new TypeError(
      `explorer() has the invalid path ${JSON.stringify(path)}. Write '/explorer', without a trailing slash.`,
    )
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['if', 'function'],
  ['path', 'string'],
  ['queries', 'boolean'],
  ['login', 'object'],
])

const fileOf = (type: string, text: ExplorerFile['text']): ExplorerFile => ({ type, headers: SAFE, text })

/** The page loads only its own files, and sends no request to another host. */
const SAFE: Readonly<Record<string, string>> = {
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
}

async function printedContract(
  page: Pick<ExplorerSettings, 'path' | 'queries' | 'login'>,
  {
    contract,
    baseUrl,
    prefix = '',
    strict = false,
    operations = false,
    idempotency,
    parameters = [],
  }: ExploredApi,
): Promise<string> {
  const {
    $comment: _comment,
    $digest: _digest,
    ...shown
  }: Record<string, unknown> = {
    ...contractIn(await contract()),
  }
  const settings: ExplorerSettings = {
    ...page,
    ...(baseUrl !== undefined && {
      base: `${baseUrl}/${prefix}`.replaceAll(/(?<!:)\/+/g, '/').replace(/\/$/, ''),
    }),
    strict,
    operations,
    idempotency: idempotency !== undefined,
    parameters,
  }
  return JSON.stringify({ ...shown, explorer: settings })
}
