/** A request before it is sent. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the API's prefix. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
  /** Whether the body contains atomic operations. */
  readonly isAtomic?: true
  /** The resource that the request is about. */
  readonly type: string
  /** The features that it covers, for the report: `filter[name][eq]`, `include=author`. */
  readonly covers: readonly string[]
}

/** The request line, as a user would type it. */
export function requestLine({ method, path, query, body }: Asked): string {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const line = `${method} ${path}${search === '' ? '' : `?${search}`}`
  return body === undefined ? line : `${line} ${JSON.stringify(body)}`
}

/** The parts of a response that a client can observe. */
export interface Answer {
  readonly status: number
  readonly headers: string
  readonly body: string
  /** The duration in milliseconds. */
  readonly time: number
  /** How many statements the client sent to the database. */
  readonly statements: number
}

/** Whether a client can distinguish two responses. */
export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && one.headers === other.headers && one.body === other.body
