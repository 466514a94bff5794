import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { expect, test, vi } from 'vitest'
import { serve } from '../support/serve.js'

/** Values that a driver may return, and their rendered form. */
const VALUES: readonly (readonly [type: string, given: unknown, rendered: unknown])[] = [
  ['float', -0, 0],
  ['float', '0.5', 0.5],
  ['integer', 7n, 7],
  ['integer', '7', 7],
  ['bigint', 2n ** 63n - 1n, '9223372036854775807'],
  ['bigint', 7, '7'],
  ['bigint', '7', '7'],
  ['decimal', '1e30', '1e30'],
  ['decimal', 0.5, '0.5'],
  [
    'decimal',
    { toFixed: () => '1000000000000000000000000000000', toString: () => '1e+30' },
    '1000000000000000000000000000000',
  ],
  ['date', '2024-02-29', '2024-02-29'],
  ['datetime', '2024-02-29T00:00:00+01:00', '2024-02-28T23:00:00.000Z'],
  ['bytes', new Uint8Array([255, 254]), '//4='],
  ['bytes', Buffer.from('a'), 'YQ=='],
  ['bytes', new Uint8Array(100_000), Buffer.alloc(100_000).toString('base64')],
  ['json', { a: [1, null] }, { a: [1, null] }],
  ['json', null, null],
  ['json', 0, 0],
  ['boolean', false, false],
  ['string', undefined, null],
  ['string', '\uD800', '\uD800'],
  ['string', '\uDC00', '\uDC00'],
  ['string', '👍', '👍'],
  ['string', 'é \u007F\u2028\uFFFF', 'é \u007F\u2028\uFFFF'],
  ['string', 'a"b', 'a"b'],
  ['string', 'a\\b', 'a\\b'],
  ['string', '\u0000', '\u0000'],
  ['string', '\n\u001F', '\n\u001F'],
  ['string', '', ''],
  ['string[]', ['a', 'b'], ['a', 'b']],
  ['string[]', [], []],
  ['bigint[]', [1n, 2n], ['1', '2']],
  ['datetime[]', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
  ['string[]?', null, null],
  ['uuid', '0B5F7A52-6A5E-4F6C-9D0E-3F6F1F0E7A11', '0B5F7A52-6A5E-4F6C-9D0E-3F6F1F0E7A11'],
]

/** Values that a driver may return, but that neither JSON nor RFC 3339 can express. */
const UNSHOWABLE: readonly (readonly [type: string, given: unknown])[] = [
  ['float', Number.NaN],
  ['float', Number.POSITIVE_INFINITY],
  ['float', 'none'],
  ['integer', Number.NaN],
  ['decimal', 'NaN'],
  ['decimal', { toFixed: () => '-Infinity' }],
  ['date', new Date('-000001-06-01T00:00:00.000Z')],
  ['date', new Date('0000-01-01T00:00:00.000Z')],
  ['date', new Date('+010000-01-01T00:00:00.000Z')],
  ['date', new Date(Number.NaN)],
  ['datetime', new Date('0000-01-01T00:00:00.000Z')],
  ['datetime', new Date('+010000-01-01T00:00:00.000Z')],
  ['datetime', 'no date'],
]

test.each(VALUES)('%s renders %o as %o (12.3)', async (type, given, rendered) => {
  expect(await shown(type, given)).toEqual({ status: 200, id: '9223372036854775807', value: rendered })
})

test.each(UNSHOWABLE)(
  '%s renders %o as null if the type permits null, and throws an error otherwise (12.3)',
  async (type, given) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect([await shown(`${type}?`, given), await shown(type, given)]).toEqual([
      { status: 200, id: '9223372036854775807', value: null },
      { status: 500 },
    ])
    expect(String(printed.mock.calls[0]?.[1])).toContain(
      'things 9223372036854775807, "value": The store contains',
    )
    printed.mockRestore()
  },
)

test('a list with a value of the wrong type throws an error (12.3)', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await shown('datetime[]', [new Date(Number.NaN)])).toEqual({ status: 500 })
  printed.mockRestore()
})

/** The response for a record with the given value in an attribute of the given type. */
async function shown(type: string, given: unknown): Promise<object> {
  class Thing extends Resource {
    static {
      this.type('things')
      this.id('bigint')
      this.useAdapter(NullAdapter)
      this.attribute('value', type as 'string')
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
    }
    override baseScope(): unknown {
      return []
    }
    override async resolve(): Promise<object[]> {
      return [{ id: 2n ** 63n - 1n, value: given }]
    }
  }
  const { status, body } = await serve([Thing]).get('/things')
  if (status !== 200) return { status }
  const { data } = body as { data: readonly { id: string; attributes: { value: unknown } }[] }
  return { status, id: data[0]?.id, value: data[0]?.attributes.value }
}
