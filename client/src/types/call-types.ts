/** How a client connects to its server. */
export interface ClientOptions {
  /** The address of the API: absolute, or a path on the page's own server. */
  readonly baseUrl: string
  /** Headers of every request, such as `authorization`. A function is called for each request. */
  readonly headers?: () => HeadersInit | Promise<HeadersInit>
  /** A `fetch` of your own. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: HeadersInit
}

/** Options of a call for one record. */
export interface FindOptions extends CallOptions {
  /** Whether the id is an alias, such as `me`, so that the record has a different id. */
  readonly alias?: boolean
}

/** The names of all extensions. */
export type ExtensionName = 'operations' | 'plain' | 'retries'
