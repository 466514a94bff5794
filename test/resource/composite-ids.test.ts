import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeKey, encodeKey, type Key } from '../../runtime/src/value/key.js'
import type { KeyKind } from '../../runtime/src/vocabulary/values/type.js'
import { chance } from '../support/chance.js'
import { isSoak } from '../support/sample.js'

const FIRST = new Date('0001-01-01T00:00:00.000Z')
const LAST = new Date('9999-12-31T23:59:59.999Z')

/** Values of each kind, as a store returns them. */
const VALUES: Readonly<Record<KeyKind, fc.Arbitrary<unknown>>> = {
  integer: fc.integer(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  string: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '.', '..', '~', '!', '!20', '%20', 'a,b', '{{x}}', 'ä/ö', '\u{1F600}', '\uFEFF'),
  ),
  uuid: fc.uuid(),
  date: fc.date({ min: FIRST, max: LAST, noInvalidDate: true }).map((date) => midnight(date)),
  datetime: fc.date({ min: FIRST, max: LAST, noInvalidDate: true }),
  enum: fc.constantFrom('admin', 'read only', 'Größe'),
  boolean: fc.boolean(),
  decimal: fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12))
    .map(([digits, scale]) => ({ toFixed: () => pointed(digits, scale) })),
  bytes: fc.uint8Array({ maxLength: 20 }),
}

const kinds = fc.constantFrom<KeyKind[]>(
  'integer',
  'bigint',
  'string',
  'uuid',
  'date',
  'datetime',
  'enum',
  'boolean',
  'decimal',
  'bytes',
)
const keys = fc.array(kinds, { minLength: 2, maxLength: 4 }).map(keyOf)
const records = keys.chain((key) => fc.tuple(fc.constant(key), valuesOf(key)))
const pairs = keys.chain((key) => fc.tuple(fc.constant(key), valuesOf(key), valuesOf(key)))

describe('resource/composite-ids (22.2, 14.9): composite ids', () => {
  test('an id is parsed into the values that it was built from', () => {
    fc.assert(
      fc.property(records, ([key, values]) => {
        const decoded = decodeKey(key, encodeKey(key, values))
        if (values.some((value) => typeof value === 'string' && value.includes('\0'))) {
          // No store can contain such text, so no query is needed.
          expect(decoded).toEqual({ ok: false })
        } else expect(decoded).toEqual({ ok: true, value: values.map(stored) })
      }),
      chance(500),
    )
  })

  test('each key has one id, and different keys have different ids', () => {
    fc.assert(
      fc.property(pairs, ([key, one, other]) => {
        expect(encodeKey(key, one) === encodeKey(key, other)).toBe(same(one, other))
      }),
      chance(500),
    )
  })

  test('text is rejected as a composite id unless it is the canonical id of its values', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[-\w.!~%+: ]{0,12}$/),
      fc.constantFrom('1', '01', '-0', '1.0', '1e3', '!2D', '!2d', '!c3!28', 'true', '2026-01-01', 'admin'),
    )
    fc.assert(
      fc.property(keys, fc.array(part, { minLength: 1, maxLength: 5 }), (key, parts) => {
        const id = parts.join('~')
        const decoded = decodeKey(key, id)
        expect(decoded.ok ? encodeKey(key, decoded.value) : id).toBe(id)
      }),
      chance(isSoak ? 1000 : 500),
    )
  })

  test('no character in an id needs escaping in a path or splits a filter', () => {
    fc.assert(
      fc.property(records, ([key, values]) => {
        const id = encodeKey(key, values)
        expect(id).toMatch(/^[\w.~!-]+$/)
        expect(encodeURIComponent(id)).toBe(id)
        expect(new URL(`http://a/b/${id}`).pathname).toBe(`/b/${id}`)
      }),
      chance(500),
    )
  })

  test('values in a composite id are spelled in a canonical form', () => {
    const key = keyOf(['string', 'integer', 'datetime', 'decimal', 'boolean'])
    const id = 'M!c3!bcller!20!26!20Co.~-7~2026-11-20T150405.678Z~1.5~true'
    const date = new Date('2026-11-20T15:04:05.678Z')
    const decimal = { toFixed: () => '1.50' }
    expect(encodeKey(key, ['Müller & Co.', -7, date, decimal, true])).toBe(id)
    expect(decodeKey(key, id)).toEqual({ ok: true, value: ['Müller & Co.', -7, date, '1.5', true] })
  })

  test.each([
    ['a number with leading zeros', ['integer', 'integer'], '01~2'],
    ['a number beyond its type', ['integer', 'integer'], '2147483648~2'],
    ['too few parts', ['integer', 'integer'], '1'],
    ['too many parts', ['integer', 'integer'], '1~2~3'],
    ['an escape of an ordinary character', ['string', 'integer'], 'a!62~1'],
    ['an escape in upper case', ['string', 'integer'], 'a!2F~1'],
    ['bytes that are not UTF-8', ['string', 'integer'], '!ff~1'],
    ['a time with colons', ['datetime', 'integer'], '2026-11-20T15:04:05.678Z~1'],
    ['a decimal with an exponent', ['decimal', 'integer'], '1e3~1'],
    ['a decimal with trailing zeros', ['decimal', 'integer'], '1.50~1'],
    ['a value outside the enum', ['enum', 'integer'], 'owner~1'],
    ['an invalid day', ['date', 'integer'], '2026-02-30~1'],
  ] as const)('text is rejected as a composite id: %s', (_, of, id) => {
    expect(decodeKey(keyOf(of), id)).toEqual({ ok: false })
  })
})

function keyOf(of: readonly KeyKind[]): Key {
  return of.map((kind, index) => ({
    name: `column${index}`,
    type: { kind, list: false, nullable: false, values: ['admin', 'read only', 'Größe'] },
  }))
}

function valuesOf(key: Key): fc.Arbitrary<unknown[]> {
  return fc.tuple(...key.map(({ type }) => VALUES[type.kind]))
}

/** A value in the form that queries use: a decimal becomes text. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'toFixed' in value ? textOf(value) : value

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null || !('toFixed' in value)) return String(value)
  const fixed = typeof value.toFixed === 'function' ? String(value.toFixed()) : ''
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '').replace(/^-0$/, '0') : fixed
}

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, index) => textOf(value) === textOf(other[index]))

function pointed(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

const midnight = (date: Date): Date => new Date(`${date.toISOString().slice(0, 10)}T00:00:00.000Z`)
