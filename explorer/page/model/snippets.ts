import { textCode } from './client-call.js'
import { prettyJson } from './json.js'
import type { SentRequest } from './send.js'

/** A request as a curl command. `-g` leaves brackets unchanged. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const parts = [
    `curl -g${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A request as a call of `fetch`. */
export function fetchOf({ method, url, headers, body }: SentRequest): string {
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${textCode(method)},`]),
    'headers: {',
    ...headers.map(([name, value]) => `  ${textCode(name)}: ${textCode(value)},`),
    '},',
    ...(body === undefined ? [] : [`body: ${bodyCode(body).replaceAll('\n', '\n  ')},`]),
  ]
  return `const response = await fetch(${textCode(url)}, {\n${lines.map((line) => `  ${line}\n`).join('')}})`
}

/** In code, a member named `__proto__` would be the prototype. */
const bodyCode = (body: string): string =>
  body.includes('__proto__') ? textCode(body) : `JSON.stringify(${prettyJson(body)})`

/** A request as an HTTPie command. */
export function httpieOf({ method, url, headers, body }: SentRequest): string {
  const parts = [
    `http ${method} ${quoted(url)}`,
    // Without the space, HTTPie would treat a value that begins with one of these characters as the name of a
    // file.
    ...headers.map(([name, value]) => quoted(`${name}:${/^[@=]/.test(value) ? ' ' : ''}${value}`)),
    ...(body === undefined ? [] : [`--raw ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}
