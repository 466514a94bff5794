import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** The files of the built runtime that some of them import statically, themselves among them. */
async function loadedWith(files: readonly string[]): Promise<ReadonlySet<string>> {
  const loaded = new Set(files)
  for (const file of loaded) {
    const code = await readFile(at(`runtime/dist/${file}`), 'utf8')
    const imports = code.matchAll(/^(?:import|export) [^'"]*?(?:from )?'(\.[^']+)';$/gms)
    for (const [, target = ''] of imports) loaded.add(join(dirname(file), target))
  }
  return loaded
}

test('operations are loaded by the first request for them, and with nothing else', async () => {
  const entries = ['index.js', 'v1.js', 'prisma.js', 'express.js', 'fastify.js', 'hono.js']
  const loaded = await loadedWith(entries)
  expect(loaded).toContain('http/serve-operations.js')
  expect(loaded).toContain('write/persist/run-write.js')
  const apart = [
    'operations/answer-operations.js',
    'operations/plan-operation.js',
    'write/persist/run-together.js',
  ]
  expect(apart.filter((file) => loaded.has(file))).toEqual([])
  expect([...(await loadedWith(['operations/answer-operations.js']))]).toEqual(expect.arrayContaining(apart))
})

test('cursors are loaded by the first request for them, and with nothing else', async () => {
  const entries = ['index.js', 'v1.js', 'prisma.js', 'express.js', 'fastify.js', 'hono.js']
  const loaded = await loadedWith(entries)
  const apart = [
    'cursors/plan-cursor.js',
    'cursors/read-cursor.js',
    'cursors/cursor-ranges.js',
    'cursors/cursor-ranks.js',
    'cursors/cursor-text.js',
    'cursors/query-digest.js',
  ]
  expect(loaded).toContain('plan/plan-cursor-page.js')
  expect(apart.filter((file) => loaded.has(file))).toEqual([])
  const used = await loadedWith(['cursors/plan-cursor.js', 'cursors/read-cursor.js'])
  expect([...used]).toEqual(expect.arrayContaining(apart))
})
