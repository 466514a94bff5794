import { Controller, Conflict, createApi, defineRegistry, Forbidden, Resource } from '@jsonapi-gen/runtime'
import { ServiceUnavailable, type ApiOptions } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { afterEach, describe, expect, test, vi } from 'vitest'

class ThingResource extends Resource {
  static {
    this.type('things')
    this.useAdapter(NullAdapter)
  }
}

/** Sends a GET to a controller that throws, and returns the response and the printed output. */
async function answered(thrown: unknown, options: Pick<ApiOptions, 'onError'> = {}) {
  class ThingsController extends Controller {
    static {
      this.jsonapi(ThingResource)
    }
    async index(): Promise<Response> {
      throw thrown
    }
  }
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const api = createApi({
    registry: defineRegistry({ things: ThingResource }),
    controllers: { things: ThingsController },
    ...options,
  })
  const response = await api.fetch(new Request('http://api.test/things?filter[secret]=x'))
  const { errors } = (await response.json()) as { errors: readonly { id?: string; status: string }[] }
  await new Promise((resume) => setImmediate(resume))
  return { status: response.status, errors, printed: printed.mock.calls }
}

const cause = new Error('what the store said')
const REPORTED: readonly (readonly [name: string, thrown: unknown, status: number])[] = [
  ['a 500', new Error('a bug'), 500],
  ['a 503', new ServiceUnavailable({ detail: 'It is gone.', cause }), 503],
  ['a time-out without a cause', new ServiceUnavailable({ detail: 'It took too long.' }), 503],
  ['a conflict that several attempts did not resolve', new Conflict({ detail: 'Try again.', cause }), 409],
  ['a thrown value that is not an error', undefined, 500],
]

describe('http/reports (14.7): errors that the client did not cause are reported to the operator', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each(REPORTED)(
    '%s is passed to onError with its cause and with the id in the response',
    async (_, thrown, status) => {
      const seen: unknown[][] = []
      const answer = await answered(thrown, { onError: (...given) => void seen.push(given) })
      expect(answer).toMatchObject({ status, printed: [] })
      expect(seen).toEqual([[thrown, answer.errors[0]?.id, expect.any(Request)]])
      expect(answer.errors[0]?.id).toMatch(/^[\da-f-]{36}$/)
      expect(JSON.stringify(answer.errors)).not.toContain('what the store said')
    },
  )

  test.each(REPORTED)("without onError, %s is printed without the URL's query", async (_, thrown, status) => {
    const answer = await answered(thrown)
    expect(answer.status).toBe(status)
    expect(answer.printed).toEqual([[`${answer.errors[0]?.id} GET /things`, thrown]])
  })

  test.each([
    [
      'it throws',
      () => {
        throw new Error('the log is full')
      },
    ],
    [
      'it rejects',
      async () => {
        throw new Error('the log is full')
      },
    ],
  ])('if onError fails, both errors are printed, and the response is sent: %s', async (_, onError) => {
    const thrown = new Error('a bug')
    const { status, errors, printed } = await answered(thrown, { onError })
    expect([status, printed]).toEqual([
      500,
      [
        [`${errors[0]?.id} GET /things`, thrown],
        [`${errors[0]?.id} GET /things`, new Error('the log is full')],
      ],
    ])
  })

  test.each([
    ['a client error', new Forbidden({ detail: 'No.' }), 403],
    ['a conflict with a current record', new Conflict({ detail: 'The id is taken.' }), 409],
  ])('%s is not reported and has no id', async (_, thrown, status) => {
    const onError = vi.fn<() => void>()
    expect(await answered(thrown, { onError })).toMatchObject({ status, printed: [] })
    const { errors, printed } = await answered(thrown)
    expect([onError.mock.calls, printed, errors[0]?.id]).toEqual([[], [], undefined])
  })

  test('an error that cannot be printed does not prevent the response', async () => {
    const thrown = new Error('a bug')
    const printing = answered(thrown)
    vi.spyOn(console, 'error').mockImplementation(() => {
      throw new Error('no standard error')
    })
    expect((await printing).status).toBe(500)
  })
})
