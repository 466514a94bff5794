import { describe, expect, test } from 'vitest'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { databases } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

/** Records the value with which a filter compares. */
class Comparing extends NullAdapter {
  override narrow(scope: unknown, condition: { readonly kind: string; readonly value?: unknown }): Recorded {
    return [...(scope as Recorded), ['value', condition.value]]
  }
}

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.useAdapter(Comparing)
    this.allowFilter('text', { type: 'string' })
    this.allowFilter('maybe', { type: 'string?' })
    this.allowFilter('flag', { type: 'boolean' })
    this.allowFilter('number', { type: 'integer?' })
  }
}

const api = serve({ rows: Rows })

/** The value of a filter that the adapter receives. */
async function valueOf(name: string, ...written: readonly string[]): Promise<unknown> {
  const search = written.map((one) => `filter[${name}]${one}`).join('&')
  idsOf(await api.get(`/rows?${search}`))
  return lastResolved()?.[0]?.[1]
}

const text = (value: string): string => `=${encodeURIComponent(value)}`

describe('filters/values (3.3): a comma separates several values, and a single value remains a scalar', () => {
  test.each([
    ['a', 'a'],
    ['a,b', ['a', 'b']],
    ['b,a,b', ['b', 'a', 'b']],
    [' a , b ', [' a ', ' b ']],
    ['  a', '  a'],
    ['a,,b', ['a', 'b']],
    ['a,', ['a']],
    [',a', ['a']],
    ['a;b', 'a;b'],
  ])(
    'filter values are not trimmed, blank members are dropped, and the order is kept: %j',
    async (written, value) => {
      expect(await valueOf('text', text(written))).toEqual(value)
    },
  )

  test.each(['=', '=,', '=,,', '[]=', '=%7B%7B%7B[]%7D%7D%7D'])(
    'filter[text]%s is an empty list, which matches no rows and resolves no scope',
    async (written) => {
      const before = RecordedResource.resolved.length
      expect(idsOf(await api.get(`/rows?filter[text]${written}`))).toEqual([])
      expect(RecordedResource.resolved).toHaveLength(before)
    },
  )
})

describe('filters/values (3.3): exactly true, false, null and nil are coerced', () => {
  test.each([
    ['maybe', 'null', null],
    ['maybe', 'nil', null],
    ['number', 'null', null],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', 'true,false', [true, false]],
    ['maybe', 'a,null', ['a', null]],
    ['number', '10', 10],
    ['number', '-1,null', [-1, null]],
    ['text', 'Null', 'Null'],
    ['text', 'TRUE', 'TRUE'],
    ['text', ' true', ' true'],
    ['text', 'nil2', 'nil2'],
    ['text', 'undefined', 'undefined'],
  ])('a filter value is coerced: filter[%s]=%s', async (name, written, value) => {
    expect(await valueOf(name, text(written))).toEqual(value)
  })

  test.each([
    ['text', 'true', '"true" is not a string (to match the text itself, write {{true}})'],
    ['text', 'null', '"null" is not a string (to match the text itself, write {{null}})'],
    ['text', 'a,nil', '"nil" is not a string (to match the text itself, write {{nil}})'],
    ['flag', 'null', '"null" is not a boolean'],
    ['flag', 'yes', '"yes" is not a boolean'],
    ['flag', 'True', '"True" is not a boolean'],
    ['flag', '1', '"1" is not a boolean'],
    ['number', 'ten', '"ten" is not an integer'],
    ['number', 'true', '"true" is not an integer'],
    ['number', '1,two,3', '"two" is not an integer'],
    ['number', ' 1', '" 1" is not an integer'],
    ['number', '2147483648', '"2147483648" is out of range'],
    ['number', '-99999999999999999999', '"-99999999999999999999" is out of range'],
    ['text', 'a\u0000', '"a\\u0000" contains the character U+0000, which is not allowed'],
    ['text', '{{{"\\udfff"}}}', '"\\"\\\\udfff\\"" contains the character U+DFFF, which is not allowed'],
    ['number', 'x'.repeat(100), `"${'x'.repeat(60)}…" is not an integer`],
  ])(
    'a value that cannot be converted to the type throws InvalidFilterValue: filter[%s]=%s',
    async (name, written, reason) => {
      expect(await api.get(`/rows?filter[${name}]${text(written)}`)).toEqual(
        refusal(
          KINDS.invalidFilterValue,
          `filter[${name}]`,
          `The filter "${name}" does not accept this value: ${reason}.`,
        ),
      )
    },
  )
})

describe('filters/values (3.3): {{…}} protects commas and words', () => {
  test.each([
    ['{{a,b}}', 'a,b'],
    ['{{a,b}},c', ['a,b', 'c']],
    ['c,{{a,b}},d', ['c', 'a,b', 'd']],
    ['{{null}}', 'null'],
    ['{{nil}}', 'nil'],
    ['{{true}},{{false}}', ['true', 'false']],
    ['{{}}', ''],
    ['{{}},a', ['', 'a']],
    ['{{ a }}', ' a '],
    ['{{a}}b}}', 'a}}b'],
    ['{{a}b}}', 'a}b'],
    ['a{{b}}', 'a{{b}}'],
    ['a{{b,c}}', ['a{{b', 'c}}']],
    ['{a}', '{a}'],
  ])('braces protect the text of a filter value: %j', async (written, value) => {
    expect(await valueOf('text', text(written))).toEqual(value)
  })

  test("text in braces is still coerced to the filter's type", async () => {
    expect(await valueOf('number', text('{{10}}'))).toBe(10)
    expect(await api.get(`/rows?filter[number]${text('{{null}}')}`)).toEqual(
      refusal(
        KINDS.invalidFilterValue,
        'filter[number]',
        'The filter "number" does not accept this value: "null" is not an integer.',
      ),
    )
  })

  test.each(['{{', '{{a', '{{a}', '{{a}}b', '{{a,b}} ', 'a,{{b'])(
    'a filter value with unclosed braces returns 400: %j',
    async (written) => {
      expect(await api.get(`/rows?filter[text]${text(written)}`)).toEqual(
        refusal(
          KINDS.invalidFilterValue,
          'filter[text]',
          'The filter "text" does not accept this value: the braces "{{" are not closed by "}}".',
        ),
      )
    },
  )
})

describe('filters/values (3.3): {{{json}}} is parsed as JSON', () => {
  test.each([
    ['text', '{{{"a,b"}}}', 'a,b'],
    ['text', '{{{"}}}"}}}', '}}}'],
    ['text', '{{{"{{a}}"}}}', '{{a}}'],
    ['text', '{{{"\\""}}}', '"'],
    ['text', '{{{["a","b"]}}}', ['a', 'b']],
    ['text', '{{{"a"}}},b', ['a', 'b']],
    ['maybe', '{{{null}}}', null],
    ['maybe', '{{{["a",null]}}}', ['a', null]],
    ['number', '{{{10}}}', 10],
    ['number', '{{{[1,2]}}}', [1, 2]],
    ['flag', '{{{true}}}', true],
  ])('a filter value in triple braces is parsed as JSON: filter[%s]=%s', async (name, written, value) => {
    expect(await valueOf(name, text(written))).toEqual(value)
  })

  test.each([
    ['{{{', 'the braces "{{{" are not closed by "}}}"'],
    ['{{{1}}', 'the braces "{{{" are not closed by "}}}"'],
    ['{{{1}}}x', 'the braces "{{{" are not closed by "}}}"'],
    ['{{{x}}}', 'the text between "{{{" and "}}}" is not JSON'],
    ['{{{}}}', 'the text between "{{{" and "}}}" is not JSON'],
    ['{{{[1,]}}}', 'the text between "{{{" and "}}}" is not JSON'],
    ['{{{{"a":1}}}}', '"{\\"a\\":1}" is not an integer'],
    ['{{{[[1]]}}}', '"[1]" is not an integer'],
    ['{{{1.5}}}', '"1.5" is not an integer'],
    ['{{{"ten"}}}', '"\\"ten\\"" is not an integer'],
  ])(
    'a filter value that is malformed JSON, or JSON of the wrong type, returns 400: %s',
    async (written, reason) => {
      expect(await api.get(`/rows?filter[number]${text(written)}`)).toEqual(
        refusal(
          KINDS.invalidFilterValue,
          'filter[number]',
          `The filter "number" does not accept this value: ${reason}.`,
        ),
      )
    },
  )
})

describe('filters/values (3.3): repeated parameters form a list whose members are not split', () => {
  test.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [['a,b'], ['a,b']],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    [['', 'a'], ['a']],
    [
      ['{{null}}', '{{{"x"}}}'],
      ['null', 'x'],
    ],
    [['{{a}},b'], ['{{a}},b']],
  ])('the members of repeated parameters are read one by one: %j', async (written, value) => {
    const members = written.map((one) => `[]${text(one)}`)
    expect(await valueOf('text', ...members)).toEqual(value)
  })

  test('a single parameter with brackets is also a list whose members are coerced one by one', async () => {
    expect(await valueOf('number', '[]=1')).toEqual([1])
    expect(await valueOf('number', '[]=1', '[]=null')).toEqual([1, null])
    expect(await api.get('/rows?filter[number][]=1&filter[number][]=x')).toEqual(
      refusal(
        KINDS.invalidFilterValue,
        'filter[number][]',
        'The filter "number" does not accept this value: "x" is not an integer.',
      ),
    )
  })

  test('errors about a repeated parameter with an operator name the parameter as written', async () => {
    expect(await api.get('/rows?filter[number][eq][]=x')).toMatchObject({
      body: { errors: [{ source: { parameter: 'filter[number][eq][]' } }] },
    })
  })

  test('brackets after the operator of a filter return 400', async () => {
    expect(await api.get('/rows?filter[number][eq][x]=1')).toEqual(
      refusal(
        KINDS.invalidFilterValue,
        'filter[number][eq][x]',
        'The filter "number" does not accept this value: it is nested too deeply.',
      ),
    )
  })
})

describe.each(databases)('filters/values (3.3): filter values on the generated blog, $name', (database) => {
  const blog = seededBlog(database)

  test('an empty list as a filter value matches no rows and runs no query', async () => {
    for (const search of [
      'filter[id]=',
      'filter[id][]=',
      'filter[title][prefix]=',
      'filter[and][0][id]=&filter[title]=x',
      'filter[or][0][id]=&filter[or][1][status]=',
      'filter[id]=&include=author',
    ]) {
      expect(idsOf(await blog.get(`/posts?${search}`))).toEqual([])
      expect(blog.queries).toEqual([])
    }
  })

  test('stats for an empty list as a filter value are computed over no rows, without a query', async () => {
    for (const name of ['id', 'status']) {
      const answer = await blog.get(
        `/posts?filter[${name}]=&stats[total]=count&stats[views]=sum,average,maximum,minimum&stats[rating]=average`,
      )
      expect(documentOf(answer).meta).toEqual({
        stats: {
          total: { count: 0 },
          views: { sum: 0, average: 0, maximum: null, minimum: null },
          rating: { average: '0' },
        },
      })
      expect(blog.queries).toEqual([])
    }
  })

  test('in an "or" group, an empty list does not affect other conditions, and its complement matches everything', async () => {
    expect(idsOf(await blog.get('/posts?filter[or][0][id]=&filter[or][1][id]=3'))).toEqual([3])
    expect(idsOf(await blog.get('/posts?filter[status][not_eq]=&page[size]=3'))).toEqual([1, 2, 3])
  })

  test('a filter finds titles that must be written in braces', async () => {
    const find = async (written: string) => idsOf(await blog.get(`/posts?filter[title]${text(written)}`))
    expect(await find('{{Commas, semicolons; and "double quotes"}}')).toEqual([2])
    expect(await find('{{{"{\\"json\\": [\\"in\\", \\"a\\", \\"title\\"]}"}}}')).toEqual([12])
    expect(await find('{{null}}')).toEqual([14])
    expect(await find('42')).toEqual([15])
    expect(await find('  spaces around  ')).toEqual([17])
    expect(await find('Question? marks=and+pluses&more#hash')).toEqual([18])
    expect(await find('مرحبا بالعالم')).toEqual([6])
    expect(await find('{{null}},42')).toEqual([14, 15])
  })
})
