/** How a client reaches its server. */
export interface ClientOptions {
  /** Where the API is: an absolute address, or a path of the page's own server. */
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
  /** Whether the id is an alias, such as `me`: the record has another id. */
  readonly alias?: boolean
}

/** The names of the extensions that there are. */
export type ExtensionName = 'operations' | 'plain' | 'retries'
