import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** What the client may weigh in a page, in bytes: minified by a bundler, and compressed. */
const MOST = 6 * 1024

test('the client has no dependency, and is at most 6 KiB in a bundle', async () => {
  const bundle = await rolldown({ input: at('client/src/index.ts'), platform: 'browser' })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  const code = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []))
  expect(code).toHaveLength(1)
  expect(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []))).toEqual([])
  const size = gzipSync(code.join('')).byteLength
  expect(size).toBeGreaterThan(1024)
  expect(size).toBeLessThanOrEqual(MOST)
})
