import type { Api } from '@jsonapi-gen/runtime'

export type Headers = Readonly<Record<string, string>>

/** What an API has answered: the whole of it that a client sees. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly location?: string
}

/** Sends a document, as JSON:API has it, and reads the answer. */
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
