import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { KINDS, refusal } from './support/answers.js'
import { servedSamples } from './support/samples.js'

describe.each(databases)('filters of JSON on $name', (database) => {
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
  ])('3.3 what no store takes is InvalidFilterValue, never a 500: %j', async (value, part) => {
    for (const text of [value, `text,${value}`]) {
      expect(await samples.get(`/samples?filter[json]=${encodeURIComponent(text)}`)).toEqual(
        refusal(
          KINDS.invalidFilterValue,
          'filter[json]',
          `The filter "json" can't take this value: it has a ${part} that no store takes.`,
        ),
      )
    }
    expect(samples.queries).toEqual([])
  })
})
