import { BadFilter, SeveralErrors } from '../../runtime/src/error/errors.js'
import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { serve } from '../support/serve.js'

/** A resource whose `resolve` throws the given value. */
function failing(thrown: unknown) {
  return class extends Resource {
    static {
      this.type('things')
      this.useAdapter(NullAdapter)
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
    }
    override baseScope(): unknown {
      return []
    }
    override async resolve(): Promise<object[]> {
      throw thrown
    }
  }
}

const SECRET = 'SELECT * FROM secrets at /srv/app/node_modules/x.js:1'

describe('http/errors (18.9): errors that no controller handles', () => {
  test.each([
    ['an Error', new Error(SECRET)],
    ['a string', SECRET],
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { errors: [{ detail: SECRET }] }],
    ['an object like our errors', { status: 418, code: 'x', errors: [{ detail: SECRET }], message: SECRET }],
    [
      'an object whose members all throw',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error(SECRET)
          },
        },
      ),
    ],
  ])(
    '%s returns a 500 without internals, and onError receives the whole error with its id',
    async (_, thrown) => {
      const seen: unknown[][] = []
      const api = serve([failing(thrown)], { onError: (...given) => seen.push(given) })
      const { status, body, headers } = await api.get('/things')
      const id = (body as { errors: readonly { id: string }[] }).errors[0]?.id
      expect(body).toEqual({
        jsonapi: { version: '1.1' },
        errors: [
          {
            id: expect.stringMatching(/^[\da-f-]{36}$/),
            status: '500',
            code: 'internal_error',
            title: 'Internal error',
            detail:
              'The server could not process this request. For details, look up the id of this error in the server log.',
          },
        ],
      })
      expect({ status, type: headers.get('content-type'), vary: headers.get('vary') }).toEqual({
        status: 500,
        type: 'application/vnd.api+json',
        vary: 'Accept',
      })
      const [[error, loggedId, request] = []] = seen
      expect(error).toBe(thrown)
      expect(loggedId).toBe(id)
      expect((request as Request).url).toBe('http://test.example/things')
    },
  )

  test('an onError that throws does not prevent the response', async () => {
    const onError = () => {
      throw new Error('the log is full')
    }
    expect(await serve([failing(new Error(SECRET))], { onError }).get('/things')).toMatchObject({
      status: 500,
      body: { errors: [{ code: 'internal_error' }] },
    })
  })

  test('if a controller returns no Response, the request returns 500 instead of hanging', async () => {
    const { controllers } = serve([failing(undefined)])
    const base = controllers['things']
    if (!base) throw new Error('There is no controller.')
    class Things extends base {
      async index(): Promise<never> {
        return promisedNever
      }
    }
    const seen: unknown[] = []
    const api = serve([failing(undefined)], {
      controllers: { things: Things },
      onError: (error) => seen.push(String(error)),
    })
    expect((await api.get('/things')).status).toBe(500)
    expect(seen).toEqual(['Error: "index" of the controller for "things" returned no Response.'])
  })

  test('library errors that the application throws keep their status', async () => {
    const one = new BadFilter({ detail: 'Not today.', source: { parameter: 'filter[x]' } })
    expect(await serve([failing(one)]).get('/things')).toMatchObject({
      status: 400,
      body: { errors: [{ status: '400', code: 'bad_filter', detail: 'Not today.' }] },
    })
    const { body } = await serve([failing(new SeveralErrors([one, one]))]).get('/things')
    expect((body as { errors: unknown[] }).errors).toHaveLength(2)
  })
})

const promisedNever = undefined as never
