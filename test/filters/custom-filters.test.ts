import { describe, expect, test } from 'vitest'
import { Forbidden, InvalidFilterValue, ValidationError } from '@jsonapi-gen/runtime'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { databases } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'
import { recordedBlog } from '../write/support/recorded.js'
import { prismaAdapter } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

const TYPES = {
  text: 'string',
  number: 'integer',
  large: 'bigint',
  real: 'float',
  exact: 'decimal',
  flag: 'boolean',
  day: 'date',
  moment: 'datetime',
  uuid: 'uuid',
  document: 'json',
  bytes: 'bytes',
} as const
type Name = keyof typeof TYPES
const NAMES = Object.keys(TYPES) as readonly Name[]

class Rows extends RecordedResource {
  static {
    this.type('rows')
    for (const name of NAMES) {
      const type = TYPES[name]
      this.allowFilter(name, { type }, 'keep')
      this.allowFilter(`${name}OrNull`, { type: `${type}?` }, 'keep')
      this.allowFilter(`${name}List`, { type, list: true }, 'keep')
      this.allowFilter(`${name}ListOrNull`, { type: `${type}?`, list: true }, 'keep')
      this.allowFilter(`${name}Array`, { type: `${type}[]` }, 'keep')
    }
    this.attribute('rank', 'integer?')
    this.allowFilter('rank', {}, 'keep')
    this.attribute('words', 'string[]')
    this.allowFilter('words', {}, 'keep')
    this.allowFilter('color', { enum: ['red', 'green'] }, 'keep')
    this.allowFilter('colors', { enum: ['red', 'green'], list: true }, 'keep')
    this.allowFilter('anything', {}, 'keep')
    this.allowFilter('bounded', { type: 'integer', operators: ['eq', 'gt'] }, 'keep')
  }
  keep(scope: Recorded, value: unknown): Recorded {
    return [...scope, ['value', value]]
  }
}

const api = serve({ rows: Rows })

/** The value that a filter's function receives from a URL. */
async function fromUrl(name: string, written: string): Promise<unknown> {
  idsOf(await api.get(`/rows?filter[${name}]=${encodeURIComponent(written)}`))
  return lastResolved()?.[0]?.[1]
}

/** The value that it receives from an in-process caller. */
async function inProcess(name: string, value: unknown): Promise<unknown> {
  await Rows.all({ filter: { [name]: value } } as object)
  return lastResolved()?.[0]?.[1]
}

const refused = (name: string, written: string, reason: string) =>
  refusal(
    KINDS.invalidFilterValue,
    `filter[${name}]${written}`,
    `The filter "${name}" does not accept this value: ${reason}.`,
  )

/**
 * A value of each type: as it is written in a URL, as a caller passes it, and as the function receives it.
 */
const VALUES: Readonly<Record<Name, readonly [written: string, given: unknown, arrives: unknown]>> = {
  text: ['a', 'a', 'a'],
  number: ['-7', -7, -7],
  large: ['9223372036854775807', 9_223_372_036_854_775_807n, 9_223_372_036_854_775_807n],
  real: ['0.5', 0.5, 0.5],
  exact: ['0.10', '0.10', '0.10'],
  flag: ['false', false, false],
  day: ['2024-02-29', new Date('2024-02-29'), new Date('2024-02-29')],
  moment: ['2024-02-29T12:00:00Z', new Date('2024-02-29T12:00:00Z'), new Date('2024-02-29T12:00:00Z')],
  uuid: [
    '3D8C1F0E-96A4-4f7e-8b1f-0a4f2f9a6c55',
    '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
  ],
  document: ['{{{[1,{"a":null}]}}}', [1, { a: null }], [1, { a: null }]],
  bytes: ['AAEC', new Uint8Array([0, 1, 2]), new Uint8Array([0, 1, 2])],
}

describe.each(NAMES)('filters/custom (14.3): a custom filter of type %s', (name) => {
  const [written, given, arrives] = VALUES[name]

  test("a custom filter accepts a single value, and its function receives a value of the filter's type, over HTTP and in process", async () => {
    expect([await fromUrl(name, written), await inProcess(name, given)]).toEqual([arrives, arrives])
    expect([await fromUrl(`${name}OrNull`, written), await inProcess(`${name}OrNull`, given)]).toEqual([
      arrives,
      arrives,
    ])
  })

  test('a custom filter accepts null only if its type is nullable', async () => {
    for (const word of ['null', 'nil', '{{{null}}}']) {
      expect(await fromUrl(`${name}OrNull`, word)).toBe(null)
      const answer = await api.get(`/rows?filter[${name}]=${encodeURIComponent(word)}`)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_filter_value' }] } })
    }
    expect(await inProcess(`${name}OrNull`, null)).toBe(null)
    await expect(inProcess(name, null)).rejects.toThrow(InvalidFilterValue)
    await expect(inProcess(name, undefined)).rejects.toThrow(InvalidFilterValue)
  })

  test('a custom filter rejects lists, even lists with a single value', async () => {
    const member = encodeURIComponent(written)
    expect(await api.get(`/rows?filter[${name}][]=${member}`)).toEqual(
      refused(name, '[]', 'it accepts a single value, not a list'),
    )
    expect((await api.get(`/rows?filter[${name}][]=${member}&filter[${name}][]=${member}`)).status).toBe(400)
    if (name !== 'document') {
      await expect(inProcess(name, [given])).rejects.toThrow(InvalidFilterValue)
      await expect(inProcess(name, [])).rejects.toThrow(InvalidFilterValue)
    }
    expect(await api.get(`/rows?filter[${name}]=`)).toEqual(refused(name, '', 'it requires a value'))
  })

  test('a custom filter with `list: true` always receives a list', async () => {
    for (const list of [`${name}List`, `${name}Array`, `${name}ListOrNull`]) {
      expect(await fromUrl(list, written)).toEqual([arrives])
      expect(await fromUrl(list, `${written},${written}`)).toEqual([arrives, arrives])
      expect(await inProcess(list, [given, given])).toEqual([arrives, arrives])
      idsOf(await api.get(`/rows?filter[${list}][]=${encodeURIComponent(written)}`))
      expect(lastResolved()?.[0]).toEqual(['value', [arrives]])
      if (name !== 'document') expect(await inProcess(list, given)).toEqual([arrives])
    }
    expect(await fromUrl(`${name}ListOrNull`, 'null')).toEqual([null])
    expect(await inProcess(`${name}ListOrNull`, [given, null])).toEqual([arrives, null])
    await expect(inProcess(`${name}List`, [null])).rejects.toThrow(InvalidFilterValue)
  })

  test('an empty list for a custom filter matches no rows, and the function does not run', async () => {
    const before = RecordedResource.resolved.length
    expect(idsOf(await api.get(`/rows?filter[${name}List]=`))).toEqual([])
    expect(RecordedResource.resolved).toHaveLength(before)
  })
})

describe('filters/custom (14.3): a filter that accepts a single value', () => {
  test.each([
    ['a,b', 'a,b'],
    [',', ','],
    ['a,null', 'a,null'],
    ['{{a}},{{b}}', '{{a}},{{b}}'],
    ['{{a,b}}', 'a,b'],
    ['{{null}}', 'null'],
    ['{{}}', ''],
    ['{{{"a,b"}}}', 'a,b'],
    [' a ', ' a '],
  ])('a comma in the text for a custom filter remains part of the text: %j', async (written, value) => {
    expect(await fromUrl('text', written)).toBe(value)
    expect(await fromUrl('anything', written)).toBe(value)
  })

  test.each([
    ['number', '490,495', '"490,495" is not an integer'],
    ['flag', 'true,false', '"true,false" is not a boolean'],
    ['number', '{{{[490]}}}', '"[490]" is not an integer'],
    ['color', 'red,green', '"red,green" is not one of red, green'],
    ['text', '{{a', 'the braces "{{" are not closed by "}}"'],
    ['bounded', '1,2', '"1,2" is not an integer'],
  ])(
    'a custom filter rejects an unsupported value with 400: filter[%s]=%s',
    async (name, written, reason) => {
      expect(await api.get(`/rows?filter[${name}]=${encodeURIComponent(written)}`)).toEqual(
        refused(name, '', reason),
      )
    },
  )

  test("a filter named after an attribute has the attribute's type", async () => {
    expect(await fromUrl('rank', 'null')).toBe(null)
    expect(await fromUrl('rank', '3')).toBe(3)
    expect(await fromUrl('words', 'a,b')).toEqual(['a', 'b'])
    expect(await fromUrl('colors', 'red,green')).toEqual(['red', 'green'])
  })

  test('each operator of a custom filter is configured separately', async () => {
    idsOf(await api.get('/rows?filter[bounded][gt]=1&filter[bounded][eq]=2'))
    expect(lastResolved()?.slice(0, 2)).toEqual([
      ['value', { gt: 1 }],
      ['value', 2],
    ])
  })
})

describe.each(databases)('filters/custom (14.3): custom filters on the generated blog, $name', (database) => {
  const blog = seededBlog(database)

  test.each([
    ['filter[popular][]=false', 'filter[popular][]', 'it accepts a single value, not a list'],
    ['filter[popular]=true,false', 'filter[popular]', '"true,false" is not a boolean'],
    ['filter[popular]=null', 'filter[popular]', '"null" is not a boolean'],
    ['filter[popular]=', 'filter[popular]', 'it requires a value'],
    ['filter[not][popular][]=false', 'filter[not][popular][]', 'it accepts a single value, not a list'],
    ['filter[or][0][popular]=1', 'filter[or][0][popular]', '"1" is not a boolean'],
  ])(
    'an invalid value for a custom filter is rejected before any query: %s',
    async (search, parameter, reason) => {
      expect(await blog.get(`/posts?${search}`)).toEqual(
        refusal(
          KINDS.invalidFilterValue,
          parameter,
          `The filter "popular" does not accept this value: ${reason}.`,
        ),
      )
      expect(blog.queries).toEqual([])
    },
  )

  test('the filter "popular" and its opposite together return all posts', async () => {
    const some = async (value: boolean) =>
      (await PostResource.all({ filter: { popular: value }, page: { size: 100 } })).data.length
    expect((await some(true)) + (await some(false))).toBe(100)
  })
})

/** The error that a filter's function throws, keyed by the filter's value. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  refused: () => new InvalidFilterValue({ detail: 'It is no place.' }),
  placed: () => new InvalidFilterValue({ detail: 'It is no place.', source: { parameter: 'filter[else]' } }),
  pointed: () => new InvalidFilterValue({ detail: 'It is no place.', source: { pointer: '/data' } }),
  invalid: () => new ValidationError({ attribute: 'near', message: 'is no place' }),
  forbidden: () => new Forbidden({ detail: 'Not for you.' }),
  failed: () => new TypeError('the inside'),
}

class Places extends RecordedResource {
  static {
    this.type('places')
    this.allowFilter('near', { type: 'string', aliases: ['at'] }, 'narrow')
    this.allowFilter('nowhere', { type: 'string' }, 'forget')
  }
  forget(): void {}
  narrow(_scope: Recorded, value: string): Recorded {
    throw THROWN[value]?.()
  }
}

describe('filters/custom (14.3): errors that a custom filter throws', () => {
  const places = serve({ places: Places })

  test("InvalidFilterValue returns 400 and names the request's parameter, unless it names a different parameter", async () => {
    const at = (parameter: string) => refusal(KINDS.invalidFilterValue, parameter, 'It is no place.')
    expect(await places.get('/places?filter[near]=refused')).toEqual(at('filter[near]'))
    expect(await places.get('/places?filter[at][eq]=refused')).toEqual(at('filter[at][eq]'))
    expect(await places.get('/places?filter[near]=placed')).toEqual(at('filter[else]'))
    expect(await places.get('/places?filter[near]=pointed')).toEqual(at('filter[near]'))
    const answer = Places.all({ filter: { near: 'refused' } } as object)
    await expect(answer).rejects.toMatchObject({ source: { parameter: 'filter[near]' } })
  })

  test('any other library error that a custom filter throws keeps its status', async () => {
    expect(await places.get('/places?filter[near]=forbidden')).toMatchObject({
      status: 403,
      body: { errors: [{ detail: 'Not for you.' }] },
    })
  })

  test('any other error in a custom filter returns 500, and the log names the filter and explains how to reject a value', async () => {
    const seen: unknown[] = []
    const api = serve({ places: Places }, { onError: (error) => void seen.push(error) })
    const { status, body } = await api.get('/places?filter[near]=failed')
    expect([status, JSON.stringify(body).includes('near')]).toEqual([500, false])
    const message =
      'The function for the filter "near" on places failed. To reject a value, throw InvalidFilterValue, which returns 400.'
    expect(seen).toEqual([new Error(message, { cause: new TypeError('the inside') })])
  })

  test('a ValidationError in a filter is a bug in the application, because such an error belongs to a written record', async () => {
    const seen: unknown[] = []
    const api = serve({ places: Places }, { onError: (error) => void seen.push(error) })
    const { status, body } = await api.get('/places?filter[near]=invalid')
    expect([status, JSON.stringify(body).includes('near')]).toEqual([500, false])
    expect(seen).toMatchObject([
      {
        message: expect.stringContaining('To reject a value, throw InvalidFilterValue'),
        cause: expect.any(ValidationError),
      },
    ])
  })

  test('a function that does not return a scope is a bug in the application', async () => {
    const seen: unknown[] = []
    const api = serve({ places: Places }, { onError: (error) => void seen.push(error) })
    expect((await api.get('/places?filter[nowhere]=a')).status).toBe(500)
    expect(seen).toMatchObject([
      {
        message: expect.stringContaining('The function for the filter "nowhere" on places failed.'),
        cause: new Error('The function returned no scope.'),
      },
    ])
  })
})

describe.each(databases)('filters/custom (14.3) on $name: a store error in a custom filter', (database) => {
  const blog = seededBlog(database)

  test('a store error in a custom filter is passed on unchanged and recognized, even inside a group', async () => {
    const fault = Object.assign(new Error('closed'), { code: isOtherEngine() ? 'ECONNREFUSED' : 'P1001' })
    const { resources } = recordedBlog(blog.prisma)
    class Lost extends PostResource {
      static {
        this.useAdapter(prismaAdapter(blog.prisma))
        this.allowFilter('lost', { type: 'boolean' }, () => {
          throw fault
        })
      }
    }
    const seen: unknown[] = []
    const api = serve({ ...resources, posts: Lost }, { onError: (error) => void seen.push(error) })
    const answers = [
      await api.get('/posts?filter[lost]=true'),
      await api.get('/posts?filter[not][lost]=true'),
    ]
    expect([answers.map(({ status }) => status), seen]).toEqual([
      [500, 500],
      [fault, fault],
    ])
  })
})
