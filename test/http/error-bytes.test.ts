import { BadFilter, SeveralErrors } from '../../runtime/src/error/errors.js'
import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources, writableTypes } from '../write/support/types.js'

interface Told {
  readonly detail: string
  readonly source?: { readonly pointer?: string }
}

const errorsOf = (body: unknown): readonly Told[] => (body as { errors: readonly Told[] }).errors
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Errors that have exactly the given number of bytes as JSON. */
function errorsOfBytes(bytes: number, count: number, unit: string): readonly BadFilter[] {
  const make = (detail: string) => new BadFilter({ detail })
  const each = Math.floor(bytes / count) - 150
  const list = Array.from({ length: count }, () => make(unit.repeat(Math.floor(each / (bytesOf(unit) - 2)))))
  const rest = bytes - bytesOf(list.flatMap(({ errors }) => errors))
  return [...list.slice(0, -1), make(`${list.at(-1)?.message ?? ''}${'x'.repeat(rest)}`)]
}

/** A resource whose reads throw. */
function failing(thrown: unknown) {
  return class extends Resource {
    static {
      this.type('things')
      this.useAdapter(NullAdapter)
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
    }
    override baseScope(): unknown {
      throw thrown
    }
  }
}

describe("http/error-bytes (17.6): the size of a response's errors is limited", () => {
  const LIMIT = 65_536

  test.each([
    ['ASCII', 'a'],
    ['two-byte characters', 'é'],
    ['escaped', '"'],
  ])('the limit of 64 KiB for errors applies exactly (%s): n - 1, n and n + 1', async (_, unit) => {
    const kept: number[] = []
    for (const bytes of [LIMIT - 1, LIMIT, LIMIT + 1]) {
      const causes = errorsOfBytes(bytes, 8, unit)
      expect(bytesOf(causes.flatMap(({ errors }) => errors))).toBe(bytes)
      const { status, body } = await serve([failing(new SeveralErrors(causes))]).get('/things')
      expect(status).toBe(400)
      expect(bytesOf(errorsOf(body))).toBeLessThanOrEqual(LIMIT)
      kept.push(errorsOf(body).length)
    }
    expect(kept).toEqual([8, 8, 7])
  })

  test('a single error that exceeds the limit is shortened, and other errors are still reported', async () => {
    const long = new BadFilter({ detail: 'b'.repeat(LIMIT * 2), source: { parameter: 'c'.repeat(LIMIT) } })
    const short = new BadFilter({ detail: 'Short.', source: { parameter: 'filter[d]' } })
    const { body } = await serve([failing(new SeveralErrors([long, short]))]).get('/things')
    expect(errorsOf(body)).toEqual([
      { status: '400', code: 'bad_filter', title: 'Bad filter', detail: `${'b'.repeat(500)}…` },
      short.errors[0],
    ])
  })
})

describe('http/error-bytes (17.6): a shortened error', () => {
  test('a shortened error keeps a short source and a short meta', async () => {
    const [source, meta] = [{ pointer: '/data/attributes/name' }, { written: true }]
    const long = new BadFilter({ detail: 'b'.repeat(20_000), source, meta })
    const { body } = await serve([failing(long)]).get('/things')
    expect(errorsOf(body)).toEqual([
      {
        status: '400',
        code: 'bad_filter',
        title: 'Bad filter',
        detail: `${'b'.repeat(500)}…`,
        source,
        meta,
      },
    ])
  })

  test('a shortened text does not end in the middle of a surrogate pair', async () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const { body } = await serve([failing(new BadFilter({ detail: before + '👩'.repeat(9000) }))]).get(
        '/things',
      )
      const [{ detail } = { detail: '' }] = errorsOf(body)
      expect([detail.isWellFormed(), /^a?b?c?(?:👩){248,250}…$/u.test(detail)]).toEqual([true, true])
    }
  })
})

describe.each(anyDatabase)('http/error-bytes (17.6): the errors in a write, on $name', (database) => {
  const types = writableTypes(database)

  test.each([
    ['a name as long as the body', 1, 900_000],
    ['hundreds of long names', 400, 2000],
    ['a name with characters outside ASCII', 1, 300_000],
  ])('the response to %s is a 400 of at most 64 KiB', async (name, count, length) => {
    const unit = name.includes('ASCII') ? '中' : 'n'
    const attributes = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${index}${unit.repeat(length)}`, 1]),
    )
    const served = serveWrites(typesResources(types.adapter))
    const { status, body } = await served.send('POST', '/documents', {
      data: { type: 'documents', attributes },
    })
    expect(status).toBe(400)
    expect(bytesOf(errorsOf(body))).toBeLessThanOrEqual(65_536)
    expect(errorsOf(body).length).toBeGreaterThan(0)
  })

  test('errors that the application finds return a 422 with at most 100 errors and 64 KiB', async () => {
    const resources = typesResources(types.adapter)
    class Documents extends (resources['documents'] as typeof Resource & (new () => Resource)) {
      override validate() {
        return Array.from({ length: 5000 }, (_, index) => ({
          attribute: 'title',
          message: `is wrong ${index}`,
        }))
      }
    }
    const served = serveWrites({ ...resources, documents: Documents })
    const attributes = { slug: 's', folder: 'f', title: 't' }
    const { status, body } = await served.send('POST', '/documents', {
      data: { type: 'documents', attributes },
    })
    expect([status, errorsOf(body).length]).toEqual([422, 100])
    expect(errorsOf(body)[99]?.detail).toBe('title is wrong 99.')
  })
})
