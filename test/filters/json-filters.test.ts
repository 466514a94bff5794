import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { servedSamples } from '../support/read/samples.js'

describe.each(databases)('filters/json: filters on JSON, on $name', (database) => {
  const samples = servedSamples(database)

  test.each([
    [String.raw`{{{"\ud800"}}}`, 'text'],
    [String.raw`{{{"\u0000"}}}`, 'text'],
    [String.raw`{{{["a",{"b":"\u0000"}]}}}`, 'text'],
    [String.raw`{{{{"\u0000":1}}}}`, 'name'],
    [String.raw`{{{{"\udfff":1}}}}`, 'name'],
    ['{{{{"__proto__":1}}}}', 'name'],
    ['{{{{"a":1e400}}}}', 'number'],
    ['{{{-1e400}}}', 'number'],
    ['\0', 'text'],
  ])(
    'a filter with JSON that no store accepts throws InvalidFilterValue and never returns a 500: %j (3.3)',
    async (value, part) => {
      for (const text of [value, `text,${value}`]) {
        expect(await samples.get(`/samples?filter[json]=${encodeURIComponent(text)}`)).toEqual(
          refusal(
            KINDS.invalidFilterValue,
            'filter[json]',
            `The filter "json" does not accept this value: it contains a ${part} that no store accepts.`,
          ),
        )
      }
      expect(samples.queries).toEqual([])
    },
  )
  test('JSON is compared as the store compares it, and on MariaDB a list is compared by its contents (3.4)', async () => {
    const value = (text: string) => encodeURIComponent(`{{{${text}}}}`)
    const found = async (text: string) => idsOf(await samples.get(`/samples?filter[json]=${value(text)}`))
    expect(await found('{"a":{"c":true},"b":[1,"two",null]}')).toEqual([1, 3])
    for (const text of ['{"a":{"c":true},"b":[null,"two",1]}', '{"a":{"c":true},"b":[1,1,"two",null]}']) {
      expect(await found(text)).toEqual(database.name === 'mariadb' ? [1, 3] : [])
    }
    for (const text of ['{"a":{"c":true},"b":[1,"two"]}', '{"a":{"c":true}}', '{}', '[]']) {
      expect(await found(text)).toEqual([])
    }
  })
})
