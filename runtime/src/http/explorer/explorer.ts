import type { ContractDocument } from '../../vocabulary/contract/contract-document.js'

/**
 * A page for trying out an API, which the API serves with all files below its path. `explorer()` of
 * `@jsonapi-gen/explorer` returns one.
 *
 * ```ts
 * const page: Explorer = {
 *   path: '/try',
 *   queries: false,
 *   permits: () => true,
 *   file: (name) => (name === '' ? { type: 'text/html', headers: {}, text: async () => '<h1>Try it</h1>' } : undefined),
 * };
 * ```
 */
export interface Explorer {
  /** The path of the page after the prefix, such as `/explorer`. */
  readonly path: string
  /** Whether the page may request the log of database queries for a response, with `X-Explorer: queries`. */
  readonly queries: boolean
  /** Whether a request may receive the page. If not, its URLs do not exist for that request. */
  readonly permits: (request: Request) => boolean | Promise<boolean>
  /** A file, by its path below the page's: an empty string for the page itself. Undefined if there is no such file. */
  readonly file: (name: string, api: ExploredApi) => ExplorerFile | undefined
}

/** The API that a page shows. */
export interface ExploredApi {
  readonly contract: () => Promise<ContractDocument>
  /** The options of `createApi` with these names. */
  readonly baseUrl?: string | undefined
  readonly prefix?: string | undefined
  readonly strict?: boolean | undefined
  readonly operations?: boolean
  readonly idempotency?: object
  readonly parameters?: readonly string[] | undefined
}

/** A file of a page. */
export interface ExplorerFile {
  /** The media type. */
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: () => Promise<string>
}
