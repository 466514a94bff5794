import { describe, expect, test } from 'vitest'
import { WholeResponse } from '../../runtime/src/controller/whole-response.js'

const TEXT = '{"data":{"type":"posts","id":"1","attributes":{"title":"Ünïcode 🙂"}}}'
const INIT = {
  status: 201,
  statusText: 'Created',
  headers: { 'content-type': 'application/json', etag: '"1"' },
}

const BYTES = new TextEncoder().encode(TEXT)
const made = (whole: string | Uint8Array<ArrayBuffer> = TEXT): WholeResponse => new WholeResponse(whole, INIT)
const reference = (): Response => new Response(TEXT, INIT)

/** What a response says of itself, and what comes of reading it in some way. */
async function told(response: Response, read: (response: Response) => Promise<unknown>): Promise<object> {
  const { status, statusText, ok, bodyUsed, type, redirected, url } = response
  const before = { status, statusText, ok, bodyUsed, type, redirected, url, headers: [...response.headers] }
  return { before, read: await read(response), bodyUsed: response.bodyUsed }
}

const bytesOf = (buffer: ArrayBuffer): readonly number[] => [...new Uint8Array(buffer)]

const READINGS: readonly (readonly [string, (response: Response) => Promise<unknown>])[] = [
  ['text', (response) => response.text()],
  ['json', (response) => response.json()],
  ['arrayBuffer', async (response) => bytesOf(await response.arrayBuffer())],
  ['blob', async (response) => (await response.blob()).text()],
  ['formData', (response) => response.formData().catch((error: unknown) => error instanceof Error)],
  ['a clone, and itself', async (response) => [await response.clone().text(), await response.text()]],
  ['itself twice', async (response) => [await response.text(), await response.text().catch(() => 'used')]],
  ['its body', async (response) => new Response(response.body).text()],
  ['nothing', async () => undefined],
  [
    'another response of it',
    async (response) => {
      const other = new Response(response.body, response)
      return [other.status, [...other.headers], await other.text()]
    },
  ],
]

describe('http/whole-response: a response whose body is made when it is asked for is one like any other', () => {
  test.each(READINGS)('read by %s', async (_name, read) => {
    for (const whole of [TEXT, BYTES]) {
      expect(await told(made(whole), read)).toEqual(await told(reference(), read))
    }
  })

  test('its bytes are those of the text, on every Node', async () => {
    expect([...(await made().bytes())]).toEqual([...Buffer.from(TEXT)])
  })

  test('it is a Response, whose headers can be set', () => {
    const response = made()
    response.headers.set('cache-control', 'no-store')
    const kind = Object.prototype.toString.call(response)
    expect([kind, response.headers.get('cache-control')]).toEqual(['[object Response]', 'no-store'])
  })

  test('what it says is unread until somebody asks for its body', () => {
    const response = made()
    expect(response.unread).toBe(TEXT)
    void response.body
    expect(response.unread).toBeUndefined()
  })
})
