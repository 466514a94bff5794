import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patternsUpTo } from '../../runtime/src/plan/plan-limits.js'
import { databases } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { serve, type Served } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const MANY = 'The search terms have more than 256 characters in total.'
const ALL = ['long', 'short']

describe.each(databases)('filters/patterns: the length of search patterns on $name', ({ openTypes }) => {
  let served: Served
  let shorter: Served
  let close: () => Promise<void>
  beforeAll(async () => {
    const { prisma, close: drop } = await openTypes()
    close = drop
    await prisma.sample.create({ data: sample('long', { string: 'a'.repeat(60_000) }) })
    await prisma.sample.create({ data: sample('short', { string: 'b' }) })
    const resource = samples(prismaAdapter(prisma))
    served = serve({ samples: resource })
    shorter = serve({ samples: resource }, { limits: { patternLength: 2 } })
  })
  afterAll(() => close())

  test.each(['prefix', 'suffix', 'contains'])(
    '%s accepts patterns of at most 256 characters (3.5)',
    async (operator) => {
      const found = async (name: string, value: string) =>
        idsOf(await served.get(`/samples?filter[string][${name}]=${value}`))
      expect(await found(operator, 'a'.repeat(256))).toEqual(['long'])
      expect(await found(`not_${operator}`, 'a'.repeat(256))).toEqual(['short'])
      for (const name of [operator, `not_${operator}`]) {
        for (const value of [
          'a'.repeat(257),
          `${'a'.repeat(128)},${'a'.repeat(129)}`,
          `{{${'a'.repeat(8000)}b}}`,
        ]) {
          expect(await served.get(`/samples?filter[string][${name}]=${value}`)).toEqual(
            refusal(KINDS.invalidFilterValue, `filter[string][${name}]`, MANY),
          )
        }
      }
    },
  )

  test('all search patterns of a request have at most 256 characters in total (3.5)', async () => {
    const looked = (last: number) => {
      const [a, b, c, d] = ['a'.repeat(100), 'a'.repeat(100), 'b'.repeat(50), 'c'.repeat(last)]
      return `/samples?filter[string][prefix]=${a}&filter[or][0][string][contains]=${b}&filter[or][1][not][stringOrNull][not_suffix]=${c},${d}`
    }
    expect(idsOf(await served.get(looked(6)))).toEqual(['long'])
    expect(await served.get(looked(7))).toEqual(
      refusal(KINDS.invalidFilterValue, 'filter[or][1][not][stringOrNull][not_suffix]', MANY),
    )
  })

  test('the API sets the limit for search patterns, which does not apply to equality (3.5)', async () => {
    expect(idsOf(await shorter.get('/samples?filter[string][contains]=aa'))).toEqual(['long'])
    expect((await shorter.get('/samples?filter[string][contains]=aaa')).status).toBe(400)
    expect(idsOf(await served.get(`/samples?filter[string]=${'a'.repeat(8000)}`))).toEqual([])
    expect(idsOf(await served.get(`/samples?filter[string][not_eq]=${'a'.repeat(8000)}`))).toEqual(ALL)
  })
})

test('a search pattern that several resources of a polymorphic sideload use is counted once (3.5)', () => {
  const takes = patternsUpTo(4)
  expect(takes('contains', 'aaa', 'filter[owner][name][contains]')).toBe(true)
  expect(takes('contains', 'aaa', 'filter[owner][name][contains]')).toBe(true)
  expect(takes('eq', 'aaa', 'filter[name]')).toBe(true)
  expect(takes('not_prefix', ['a', null, 'a'], 'filter[name][not_prefix]')).toBe(false)
})
