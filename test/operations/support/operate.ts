import type { Api } from '@jsonapi-gen/runtime'

export const ATOMIC_MEDIA_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'

/** A response to operations, with its body parsed. */
export interface OperationsAnswer {
  readonly status: number
  readonly type: string | null
  readonly body: unknown
}

type Headers = Readonly<Record<string, string>>

/** Sends any document to an API's operations. */
export async function sendDocument(
  { fetch }: Pick<Api, 'fetch'>,
  document: unknown,
  headers: Headers = {},
): Promise<OperationsAnswer> {
  const response = await fetch(
    new Request('http://blog.test/operations', {
      method: 'POST',
      headers: { 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE, ...headers },
      body: JSON.stringify(document),
    }),
  )
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Sends operations. */
export const operate = (
  api: Pick<Api, 'fetch'>,
  operations: readonly unknown[],
  headers?: Headers,
): Promise<OperationsAnswer> => sendDocument(api, { 'atomic:operations': operations }, headers)

/** The results of successful operations, each as `type id`, or as "no content". */
export function resultsOf({ status, body }: OperationsAnswer): readonly string[] {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body, null, 1)}`)
  const results = (body as { 'atomic:results': readonly { data?: { type: string; id: string } }[] })[
    'atomic:results'
  ]
  return results.map(({ data }) => (data ? `${data.type} ${data.id}` : ''))
}

/** The id in each result, or an empty string for a result without data. */
export const idsOf = (answer: OperationsAnswer): readonly string[] =>
  resultsOf(answer).map((result) => result.split(' ')[1] ?? '')
