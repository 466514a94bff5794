import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { defaultOperators } from '../../runtime/src/vocabulary/operators.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { KINDS_OF_DATA, servedSamples, VALUES, type SampleKind } from '../support/read/samples.js'

const kindOf = (name: SampleKind) => (name === 'color' ? 'enum' : name)
const hasOrder = (name: SampleKind): boolean => defaultOperators(kindOf(name), false).includes('gt')
const ALL = [1, 2, 3]

describe.each(databases)('filters/types: filters on every type, on $name', (database) => {
  const samples = servedSamples(database)
  const find = async (filter: string, value: string) =>
    idsOf(await samples.get(`/samples?filter${filter}=${encodeURIComponent(value)}`))

  test.each(KINDS_OF_DATA)(
    '%s supports equality, and a list means "any of these values" (3.4)',
    async (name) => {
      const [[first], [second]] = VALUES[name]
      expect(await find(`[${name}]`, first)).toEqual([1, 3])
      expect(await find(`[${name}]`, second)).toEqual([2])
      expect(await find(`[${name}][eq]`, second)).toEqual([2])
      expect(await find(`[${name}]`, `${first},${second}`)).toEqual(ALL)
      expect(await find(`[${name}OrNull]`, first)).toEqual([])
      expect(await find(`[${name}OrNull]`, `${first},${second}`)).toEqual([2])
    },
  )

  test.each(KINDS_OF_DATA)(
    'for %s, null means IS NULL, and null in a list means "any of these values, or null" (3.4)',
    async (name) => {
      const [[first], [second]] = VALUES[name]
      expect(await find(`[${name}OrNull]`, 'null')).toEqual([1, 3])
      expect(await find(`[${name}OrNull]`, 'nil')).toEqual([1, 3])
      expect(await find(`[${name}OrNull]`, `${second},null`)).toEqual(ALL)
      expect(await find(`[${name}OrNull]`, `null,${first}`)).toEqual([1, 3])
      expect(await find(`[${name}OrNull]`, 'null,null')).toEqual([1, 3])
    },
  )

  test.each(KINDS_OF_DATA)('a filter by null returns 400 if %s is not nullable (3.3)', async (name) => {
    expect(await samples.get(`/samples?filter[${name}]=null`)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_filter_value', source: { parameter: `filter[${name}]` } }] },
    })
    expect(samples.queries).toEqual([])
  })

  test.each(KINDS_OF_DATA)(
    'for %s, not_eq is the complement of eq, so together they match all rows (3.5)',
    async (name) => {
      const [[first], [second]] = VALUES[name]
      for (const suffix of ['', 'OrNull']) {
        const values = [first, second, `${first},${second}`]
        if (suffix !== '') values.push('null', `${second},null`, `null,${first}`)
        for (const value of values) {
          const equal = await find(`[${name}${suffix}]`, value)
          const unequal = await find(`[${name}${suffix}][not_eq]`, value)
          expect(unequal).toEqual(ALL.filter((id) => !equal.includes(id)))
          expect(await find(`[not][${name}${suffix}]`, value)).toEqual(unequal)
          expect(await find(`[not][${name}${suffix}][not_eq]`, value)).toEqual(equal)
        }
      }
    },
  )

  test.each(KINDS_OF_DATA.filter(hasOrder))(
    'gt, gte, lt, lte and their negations work for %s (3.5)',
    async (name) => {
      const [[first], [second]] = VALUES[name]
      const expected: readonly (readonly [operator: string, value: string, ids: readonly number[]])[] = [
        ['gt', first, [2]],
        ['gt', second, []],
        ['gte', first, ALL],
        ['gte', second, [2]],
        ['lt', first, []],
        ['lt', second, [1, 3]],
        ['lte', first, [1, 3]],
        ['lte', second, ALL],
        ['gt', `${first},${second}`, [2]],
      ]
      for (const [operator, value, ids] of expected) {
        expect(await find(`[${name}][${operator}]`, value)).toEqual(ids)
        expect(await find(`[${name}][not_${operator}]`, value)).toEqual(ALL.filter((id) => !ids.includes(id)))
        const nullable: readonly number[] = ids.filter((id) => id === 2)
        expect(await find(`[${name}OrNull][${operator}]`, value)).toEqual(nullable)
        expect(await find(`[${name}OrNull][not_${operator}]`, value)).toEqual(
          ALL.filter((id) => !nullable.includes(id)),
        )
        expect(await find(`[${name}OrNull][not_${operator}]`, `${value},null`)).toEqual(
          ALL.filter((id) => !nullable.includes(id)),
        )
      }
      expect(await find(`[${name}OrNull][gt]`, 'null')).toEqual([])
      expect(await find(`[${name}OrNull][not_gt]`, 'null')).toEqual(ALL)
    },
  )

  test('several operators on one attribute must all match (3.5)', async () => {
    const [[first], [second]] = VALUES.integer
    const between = `filter[integer][gte]=${first}&filter[integer][lt]=${second}`
    expect(idsOf(await samples.get(`/samples?${between}`))).toEqual([1, 3])
    expect(idsOf(await samples.get(`/samples?${between}&filter[string][not_eq]=apple`))).toEqual([])
  })

  test('JSON of any form is compared as a whole (3.3)', async () => {
    expect(await find('[json]', '{{{{"b":[1,"two",null],"a":{"c":true}}}}}')).toEqual(
      database.name === 'sqlite' ? [] : [1, 3],
    )
    expect(await find('[json]', '{{{"text"}}}')).toEqual([2])
    expect(await find('[json]', '{{{"text"}}},{{{{"a":{"c":true},"b":[1,"two",null]}}}}')).toEqual(ALL)
    expect(await find('[json]', '{{{[1,2]}}}')).toEqual([])
    expect(await find('[json]', '{{{{"not":1}}}}')).toEqual([])
    expect(await find('[json]', '{{{{"$type":"Enum","value":"AnyNull"}}}}')).toEqual([])
    expect(await find('[jsonOrNull]', '{{{null}}}')).toEqual([1, 3])
    expect(await find('[json]', '{{{null}}}')).toEqual([])
    expect(await find('[json]', 'true')).toEqual([])
  })

  test.each([
    ['decimal', 'gt', '1e308'],
    ['decimal', 'lt', '-1e-300'],
    ['float', 'lt', '1.7e308'],
    ['float', 'gt', '5e-324'],
    ['date', 'lt', '9999-12-31'],
    ['date', 'gte', '0001-01-01'],
    ['datetime', 'lt', '9999-12-31T23:59:59.999Z'],
    ['datetime', 'gte', '0001-01-01T00:00:00Z'],
    ['bigint', 'gte', '-9223372036854775808'],
  ])('the store accepts extreme values: filter[%s][%s]=%s', async (name, operator, value) => {
    expect((await samples.get(`/samples?filter[${name}][${operator}]=${value}`)).status).toBe(200)
  })
})

describe('filters/types (3.5): operators are limited per type', () => {
  const samples = servedSamples({ ...databases[0] } as (typeof databases)[number])

  test.each(KINDS_OF_DATA)(
    'an operator that %s does not support throws BadFilter, which lists the supported operators',
    async (name) => {
      const allowed = defaultOperators(kindOf(name), false)
      const operator = allowed.includes('gt') ? 'prefix' : 'gt'
      expect(await samples.get(`/samples?filter[${name}][${operator}]=a`)).toEqual(
        refusal(
          KINDS.badFilter,
          `filter[${name}][${operator}]`,
          `The filter "${name}" does not support the operator "${operator}". It supports ${allowed.join(', ')}.`,
        ),
      )
      expect(samples.queries).toEqual([])
    },
  )

  test('each kind of type supports the appropriate operators', () => {
    const equality = ['eq', 'not_eq']
    const order = [...equality, 'gt', 'not_gt', 'gte', 'not_gte', 'lt', 'not_lt', 'lte', 'not_lte']
    const texts = [...equality, 'prefix', 'not_prefix', 'suffix', 'not_suffix', 'contains', 'not_contains']
    expect(
      Object.fromEntries(KINDS_OF_DATA.map((name) => [name, defaultOperators(kindOf(name), false)])),
    ).toEqual({
      string: texts,
      integer: order,
      bigint: order,
      float: order,
      decimal: order,
      boolean: equality,
      date: order,
      datetime: order,
      json: equality,
      bytes: equality,
      color: equality,
      uuid: equality,
    })
    expect(defaultOperators('string', true)).toEqual(equality)
  })

  test('only exact operator names are accepted, so constructor, __proto__ and EQ are rejected', async () => {
    for (const operator of ['constructor', '__proto__', 'EQ', 'in', 'equals', 'not', 'contains ']) {
      const answer = await samples.get(`/samples?filter[string][${encodeURIComponent(operator)}]=a`)
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'bad_filter' }] } })
    }
  })
})
