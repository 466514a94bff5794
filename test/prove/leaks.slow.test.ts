import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSoak, oneIn } from '../support/sample.js'
import { copyOf } from './support/example.js'
import { SAAS_LEAKS } from './support/leaks.js'
import { findingsOf, prove } from './support/run.js'

/** Normal runs test a sample of the leaks with one seed; `npm run soak` tests all of them with ten seeds. */
const LEAKS = isSoak ? SAAS_LEAKS : oneIn(4, SAAS_LEAKS)
const SEEDS = isSoak ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1]

describe.each(LEAKS)('prove/leaks: $name', (leak) => {
  let example: Awaited<ReturnType<typeof copyOf>>
  beforeAll(async () => {
    example = await copyOf('saas', [leak])
  })
  afterAll(() => example.remove())

  test.each(SEEDS)(
    'is found with seed %i, and reduced to one request and the line of code',
    async (seed) => {
      const args = ['--format', 'json', '--seed', String(seed), '--seconds', '600', '--bail']
      const found = await prove(example.folder, ...args)
      const [finding] = findingsOf(found)
      expect(found).toMatchObject({ code: 3 })
      expect(finding?.request).toMatch(leak.found)
      expect(finding?.places.join('\n')).toMatch(leak.place)
    },
    700_000,
  )
})
