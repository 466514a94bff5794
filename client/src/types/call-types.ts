/** How a client connects to its server. */
export interface ClientOptions {
  /** The URL of the API: either absolute, or a path on the server that served the page. */
  readonly baseUrl: string
  /**
   * Headers to send with every request, such as `authorization`. If this is a function, it is called for each request.
   */
  readonly headers?: () => HeadersInit | Promise<HeadersInit>
  /** Your own `fetch` function. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** Options for a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: HeadersInit
}

/** Options for a call that reads one record. */
export interface FindOptions extends CallOptions {
  /** Whether the id is an alias, such as `me`, in which case the record's own id is different. */
  readonly alias?: boolean
}

/** The names of all extensions. */
export type ExtensionName = 'operations' | 'plain' | 'retries'
