import { expect, test } from 'vitest'
import { BoundedCache } from '../../runtime/src/base/bounded-cache.js'

test('a bounded cache keeps the most recently set entries, up to its limit', () => {
  const cache = new BoundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  cache.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([3, undefined, 4])
})
