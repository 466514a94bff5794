import { describe, expect, test } from 'vitest'
import { coerceText, coerceValue } from '../../runtime/src/vocabulary/values/coerce.js'
import type { AttributeType, Kind } from '../../runtime/src/vocabulary/values/type.js'

const typeOf = (kind: Kind): AttributeType => ({
  kind,
  list: false,
  nullable: false,
  values: kind === 'enum' ? ['draft', 'null', 'a b'] : [],
})

/** The value that a string is converted to, or `undefined` if it is invalid for the type. */
function read(kind: Kind, text: string): unknown {
  const coerced = coerceText(typeOf(kind), text)
  return coerced.ok ? coerced.value : undefined
}

function readValue(kind: Kind, value: unknown): unknown {
  const coerced = coerceValue(typeOf(kind), value)
  return coerced.ok ? coerced.value : undefined
}

const TAKEN: readonly (readonly [Kind, string, unknown])[] = [
  ['string', '', ''],
  ['string', ' é 🚀 ', ' é 🚀 '],
  ['integer', '0', 0],
  ['integer', '-2147483648', -2_147_483_648],
  ['integer', '2147483647', 2_147_483_647],
  ['bigint', '9223372036854775807', 9_223_372_036_854_775_807n],
  ['bigint', '-9223372036854775808', -9_223_372_036_854_775_808n],
  ['float', '0.1', 0.1],
  ['float', '-1e-7', -1e-7],
  ['float', '5', 5],
  ['decimal', '0.1', '0.1'],
  ['decimal', '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['decimal', '1e30', '1e30'],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['date', '2024-02-29', new Date('2024-02-29T00:00:00.000Z')],
  ['date', '0001-01-01', new Date('0001-01-01T00:00:00.000Z')],
  ['date', '9999-12-31', new Date('9999-12-31T00:00:00.000Z')],
  ['datetime', '2024-02-29', new Date('2024-02-29T00:00:00.000Z')],
  ['datetime', '2024-02-29T23:59', new Date('2024-02-29T23:59:00.000Z')],
  ['datetime', '2024-02-29 23:59:59', new Date('2024-02-29T23:59:59.000Z')],
  ['datetime', '2024-02-29t23:59:59.5z', new Date('2024-02-29T23:59:59.500Z')],
  ['datetime', '2024-02-29T23:59:59+0130', new Date('2024-02-29T22:29:59.000Z')],
  ['datetime', '9999-12-31T23:59:59.999Z', new Date('9999-12-31T23:59:59.999Z')],
  ['datetime', '2024-02-29T23:59:59.123000000Z', new Date('2024-02-29T23:59:59.123Z')],
  ['uuid', '3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'],
  ['json', 'text', 'text'],
  ['bytes', '', new Uint8Array()],
  ['bytes', 'AAEC', new Uint8Array([0, 1, 2])],
  ['bytes', '-_8=', new Uint8Array([251, 255])],
  ['bytes', '/w==', new Uint8Array([255])],
  ['enum', 'draft', 'draft'],
  ['enum', 'a b', 'a b'],
]

const REFUSED: readonly (readonly [Kind, string])[] = [
  ['string', 'a\0b'],
  ['string', 'lone \ud800 surrogate'],
  ['integer', ''],
  ['integer', '1.0'],
  ['integer', '1e3'],
  ['integer', '0x10'],
  ['integer', '+1'],
  ['integer', ' 1'],
  ['integer', '1\n'],
  ['integer', '٣'],
  ['integer', '2147483648'],
  ['integer', '-2147483649'],
  ['integer', '99999999999'],
  ['bigint', '9223372036854775808'],
  ['bigint', '-9223372036854775809'],
  ['bigint', '1n'],
  ['float', 'NaN'],
  ['float', 'Infinity'],
  ['float', '-Infinity'],
  ['float', '1e400'],
  ['float', '.5'],
  ['float', '1.'],
  ['float', '1,5'],
  ['decimal', '1e309'],
  ['decimal', '-1e999'],
  ['decimal', '9'.repeat(400)],
  ['decimal', '1e9999'],
  ['decimal', 'NaN'],
  ['decimal', '0x1'],
  ['boolean', '1'],
  ['boolean', 'TRUE'],
  ['boolean', 'yes'],
  ['boolean', ''],
  ['date', '2023-02-29'],
  ['date', '2024-02-30'],
  ['date', '2024-13-01'],
  ['date', '2024-00-01'],
  ['date', '2024-1-1'],
  ['date', '2024-02-29T00:00:00Z'],
  ['date', '0000-01-01'],
  ['date', '10000-01-01'],
  ['date', '-0001-01-01'],
  ['date', '2024-02-29\n'],
  ['datetime', '2024-02-30T00:00:00Z'],
  ['datetime', '2024-02-29T24:00:01Z'],
  ['datetime', '2024-02-29T25:00:00Z'],
  ['datetime', '2024-02-29T23:60:00Z'],
  ['datetime', '2024-02-29T23:59:60Z'],
  ['datetime', '2024-02-29T23:59:59+25:00'],
  ['datetime', '2024-02-29T23:59:59 01:00'],
  ['datetime', '0000-12-31T23:59:59Z'],
  ['datetime', '0001-01-01T00:00:00+00:01'],
  ['datetime', '9999-12-31T23:59:59-00:01'],
  ['datetime', '2024-02-29T23:59:59.1230001Z'],
  ['datetime', '2024-02-29T23:59:59.1239Z'],
  ['datetime', '1709251199'],
  ['datetime', 'now'],
  ['uuid', '3d8c1f0e96a44f7e8b1f0a4f2f9a6c55'],
  ['uuid', '{3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55}'],
  ['json', 'a\0b'],
  ['bytes', 'A'],
  ['bytes', 'AAE'],
  ['bytes', 'AAB='],
  ['bytes', 'AB=='],
  ['bytes', '-_-='],
  ['bytes', 'A==='],
  ['bytes', 'AA=A'],
  ['bytes', 'AA EC'],
  ['enum', 'Draft'],
  ['enum', 'toString'],
  ['enum', ''],
]

describe('filters/coercion (3.3): any other value is coerced exactly according to the attribute’s declared type', () => {
  test.each(TAKEN)('a filter on %s accepts %j', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value)
  })

  test.each(REFUSED)('a filter on %s rejects %j', (kind, text) => {
    expect(coerceText(typeOf(kind), text)).toEqual({ ok: false })
  })
})

describe('filters/coercion (3.3): values in JSON and from in-process callers', () => {
  test.each<[Kind, unknown, unknown]>([
    ['integer', 1, 1],
    ['integer', 1n, 1],
    ['bigint', 1, 1n],
    ['bigint', 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['float', 0.1, 0.1],
    ['decimal', 0.1, '0.1'],
    ['decimal', 10n, '10'],
    ['decimal', { toString: () => '1.5' }, '1.5'],
    ['boolean', true, true],
    ['string', 'a', 'a'],
    ['date', new Date('2024-02-29T00:00:00.000Z'), new Date('2024-02-29T00:00:00.000Z')],
    ['bytes', new Uint8Array([1]), new Uint8Array([1])],
    ['enum', 'draft', 'draft'],
  ])('a filter on %s accepts the value %o', (kind, value, coerced) => {
    expect(readValue(kind, value)).toEqual(coerced)
  })

  test.each<[Kind, unknown]>([
    ['string', 1],
    ['string', true],
    ['string', ['a']],
    ['string', { contains: '' }],
    ['string', new String('a')],
    ['integer', 1.5],
    ['integer', 2 ** 31],
    ['integer', Number.NaN],
    ['bigint', 2 ** 53],
    ['bigint', 2n ** 63n],
    ['float', Number.POSITIVE_INFINITY],
    ['decimal', Number.NaN],
    ['decimal', { set: 1 }],
    ['decimal', { toString: 0 }],
    ['decimal', ['1.5']],
    ['decimal', Object.create(null)],
    ['boolean', 'true'],
    ['boolean', 1],
    ['date', new Date(Number.NaN)],
    ['date', new Date('+010000-01-01T00:00:00.000Z')],
    ['datetime', {}],
    ['bytes', [1]],
    ['enum', 1],
    ['string', undefined],
    ['string', null],
    ['string', () => 'a'],
    ['string', Symbol('a')],
  ])('a filter on %s rejects %o, so no object reaches the store as an operator', (kind, value) => {
    expect(coerceValue(typeOf(kind), value)).toEqual({ ok: false })
  })
})
