import fc from 'fast-check'
import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { compareDecimals } from '../../../runtime/src/vocabulary/values/decimal.js'
import { coerceJson } from '../../../runtime/src/vocabulary/values/coerce-json.js'
import { brokenConstraint } from '../../../runtime/src/write/check/constraints.js'
import { chance } from '../../support/chance.js'

abstract class Bounded extends Resource {
  static {
    this.attribute('big', { type: 'bigint', minimum: -9223372036854775807n, maximum: 9223372036854775806n })
    this.attribute('small', { type: 'bigint', maximum: 9 })
    this.attribute('exact', { type: 'decimal', minimum: '0.1', maximum: '99999999999999999.99' })
    this.attribute('price', { type: 'decimal', minimum: 0.1, maximum: 9007199254740993n })
    this.attribute('ratio', { type: 'float', minimum: 0.1, maximum: 1e21 })
  }
}

/** The fault in a JSON value for an attribute. */
function wrongWith(name: string, json: unknown): string | undefined {
  const attribute = Bounded.config.attributes.get(name)
  if (!attribute) throw new Error(`There is no attribute ${name}`)
  const coerced = coerceJson(attribute.type, json)
  return coerced.ok ? brokenConstraint(attribute, coerced.value)?.message : coerced.message
}

describe('write/bounds: numeric bounds are compared exactly', () => {
  test.each([
    ['big', '9223372036854775806', undefined],
    ['big', '9223372036854775807', 'is greater than 9223372036854775806'],
    ['big', '-9223372036854775807', undefined],
    ['big', '-9223372036854775808', 'is less than -9223372036854775807'],
    ['small', 9, undefined],
    ['small', '9223372036854775807', 'is greater than 9'],
    ['exact', '0.1', undefined],
    ['exact', '1e-1', undefined],
    ['exact', '0.09999999999999999999', 'is less than 0.1'],
    ['exact', '99999999999999999.99', undefined],
    ['exact', '99999999999999999.990', undefined],
    ['exact', '99999999999999999.991', 'is greater than 99999999999999999.99'],
    ['price', '0.1', undefined],
    ['price', '0.0999999999999999999999', 'is less than 0.1'],
    ['price', '9007199254740993', undefined],
    ['price', '9007199254740993.1', 'is greater than 9007199254740993'],
    ['ratio', 0.1, undefined],
    ['ratio', 0.09, 'is less than 0.1'],
    ['ratio', 1e22, 'is greater than 1e+21'],
  ])('the attribute "%s" is checked with the value %s', (name, json, expected) => {
    expect(wrongWith(name, json)).toBe(expected)
  })

  test('decimals are compared exactly with their bounds', () => {
    const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 0, max: 60 }), (one, other, shift) => {
        const expected = one < other ? -1 : one > other ? 1 : 0
        expect(compareDecimals(`${one}e-${shift}`, `${other}e-${shift}`)).toBe(expected)
        expect(compareDecimals(`${one}.0`, `${other}${'0'.repeat(shift)}e-${shift}`)).toBe(expected)
      }),
      chance(200),
    )
  })
})
