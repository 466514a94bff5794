import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSoak, oneIn } from '../support/sample.js'
import { type Copy, copyOf, shopWith } from './support/example.js'
import { SAAS_LEAKS } from './support/leaks.js'
import { findingsOf, prove } from './support/run.js'
import { SHOP_LEAKS } from './support/shop-leaks.js'

/** Normal runs test a sample of the leaks with one seed. `npm run soak` tests all of them with ten seeds. */
const ALL = [
  ...SAAS_LEAKS.map((leak) => ({ leak, name: `saas: ${leak.name}`, copy: () => copyOf('saas', [leak]) })),
  ...SHOP_LEAKS.map((leak) => ({ leak, name: `shop: ${leak.name}`, copy: () => shopWith([leak]) })),
]
const LEAKS = isSoak ? ALL : oneIn(4, ALL)
const SEEDS = isSoak ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1]

describe.each(LEAKS)('prove/leaks: $name', ({ leak, copy }) => {
  let example: Copy
  beforeAll(async () => {
    example = await copy()
  })
  afterAll(() => example.remove())

  test.each(SEEDS)(
    '`prove` finds the leak with seed %i, and reduces it to one request and the line of code',
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
