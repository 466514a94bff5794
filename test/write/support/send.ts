import type { Api } from '@jsonapi-gen/runtime'

export type Headers = Readonly<Record<string, string>>

/** The complete response of an API, as a client sees it. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly location?: string
}

/** Sends a JSON:API document and reads the response. */
export async function send(
  api: Pick<Api, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }
  const response = await api.fetch(
    new Request(`http://blog.test${path}`, {
      method,
      headers: { accept: 'application/vnd.api+json', ...type, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  const location = response.headers.get('location')
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    ...(location !== null && { location }),
  }
}
