/** A request before it is sent. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the API's prefix. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
  /** Whether the body consists of atomic operations. */
  readonly isAtomic?: true
  /** The resource that it is about. */
  readonly type: string
  /** What it covers, for the report: `filter[name][eq]`, `include=author`. */
  readonly covers: readonly string[]
}

/** The request line, as a user would type it. */
export function requestLine({ method, path, query, body }: Asked): string {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  const line = `${method} ${path}${search === '' ? '' : `?${search}`}`
  return body === undefined ? line : `${line} ${JSON.stringify(body)}`
}

/** A response, as far as a client can tell things by it. */
export interface Answer {
  readonly status: number
  readonly headers: string
  readonly body: string
  readonly time: number
}

/** Whether a client can tell two responses apart. */
export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && one.headers === other.headers && one.body === other.body
