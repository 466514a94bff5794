/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | undefined
}

/** A request as a curl command. `-g` leaves brackets unchanged. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const parts = [
    `curl -g${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
