import {
  ContentTooLarge,
  InvalidDocument,
  MAX_ERRORS,
  throwCollected,
  UnsupportedMediaType,
} from '../error/errors.js'
import type { Incoming } from './incoming.js'
import type { Limits } from '../query/limits.js'
import { inexactNumbers } from './inexact-numbers.js'

/**
 * Reads and parses a body. Its size is limited while it is read, and its depth before anything walks it.
 *
 * Throws ContentTooLarge (413). Throws UnsupportedMediaType (415) if the body is compressed. Throws InvalidDocument
 * (400) if the body is not JSON, and for each number that parsing would change (rule 18.10). An empty body is
 * undefined.
 */
export async function readBody(request: Incoming, limits: Limits): Promise<unknown> {
  const text = await readText(request, limits.body)
  if (text === '') return undefined
  if (depthOf(text) > limits.jsonDepth) {
    throw new InvalidDocument({ detail: `The body is nested more than ${limits.jsonDepth} levels deep.` })
  }
  const body = parsed(text, request)
  throwCollected(
    inexactNumbers(text, MAX_ERRORS).map(
      ({ pointer, text: number }) =>
        new InvalidDocument({
          detail: `JSON numbers cannot represent ${shortened(number)} exactly: send it as a string, if its type allows that, or with fewer digits.`,
          source: { pointer },
        }),
    ),
  )
  return body
}

/**
 * Whether a body has any bytes. A platform may create a stream for a body that does not exist. A body with a known
 * length is not read; of any other body, the first bytes are read and lost.
 */
export async function hasBytes({ body, headers }: Incoming): Promise<boolean> {
  const length = headers.get('content-length')
  if (!body || length !== null) return body !== null && Number(length) > 0
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value.byteLength > 0) return true
    }
    return false
  } catch {
    return true
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function parsed(text: string, request: Incoming): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('The body is not valid JSON.', request)
  }
}

/**
 * The error for an unreadable body. If a middleware decodes a body before us, its header Content-Encoding stays. So the
 * header counts only if the body cannot be read (rule 15.1).
 */
function unreadable(detail: string, { headers }: Incoming): InvalidDocument | UnsupportedMediaType {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return new InvalidDocument({ detail })
  return new UnsupportedMediaType({
    detail: `Compressed bodies (${shortened(encoding)}) are not supported.`,
    source: { header: 'Content-Encoding' },
  })
}

const shortened = (number: string): string => (number.length > 40 ? `${number.slice(0, 40)}…` : number)

const UTF8 = new TextDecoder('utf-8', { fatal: true })

async function readText(request: Incoming, limit: number): Promise<string> {
  if (!request.body) return ''
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  const read = (): ReturnType<typeof reader.read> =>
    reader.read().catch(() => {
      throw new InvalidDocument({ detail: 'The body is incomplete.' })
    })
  for (let part = await read(); !part.done; part = await read()) {
    const chunk: Uint8Array = part.value
    size += chunk.byteLength
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    chunks.push(chunk)
  }
  try {
    return UTF8.decode(concatenated(chunks, size))
  } catch {
    throw unreadable('The body is not valid UTF-8.', request)
  }
}

function concatenated(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

const tooLarge = (limit: number): ContentTooLarge =>
  new ContentTooLarge({ detail: `A body can be at most ${limit} bytes long.` })
