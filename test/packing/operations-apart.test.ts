import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** The given files of the built runtime, and all files that they import statically, directly or indirectly. */
async function loadedWith(files: readonly string[]): Promise<ReadonlySet<string>> {
  const loaded = new Set(files)
  for (const file of loaded) {
    const code = await readFile(at(`runtime/dist/${file}`), 'utf8')
    const imports = code.matchAll(/^(?:import|export) [^'"]*?(?:from )?'(\.[^']+)';$/gms)
    for (const [, target = ''] of imports) loaded.add(join(dirname(file), target))
  }
  return loaded
}

const ENTRIES = ['index.js', 'v1.js', 'prisma.js', 'express.js', 'fastify.js', 'hono.js']

/** The code that the first request which needs a capability loads. */
const CAPABILITIES = {
  actions: ['own-action.js'],
  conditions: ['request-conditions.js'],
  cursors: ['paging.js'],
  idempotency: ['answer-once.js', 'forget-expired.js'],
  operations: ['answer-operations.js'],
}

test.each(Object.entries(CAPABILITIES))(
  'the code for %s is loaded only by the first request that needs it (26.6, 30.1)',
  async (name, code) => {
    const folder = `capabilities/${name}/`
    const files = readdirSync(at(`runtime/dist/${folder}`)).filter(
      (file) => file.endsWith('.js') && !/-request\.js$|position\.js$/.test(file),
    )
    const loaded = [...(await loadedWith(ENTRIES))].filter((file) => file.startsWith(folder))
    const known = ['capability.js', ...(SMALL[name] ?? [])].map((file) => folder + file)
    expect(loaded.toSorted()).toEqual(known.toSorted())
    const used = await loadedWith([...known, ...code.map((file) => folder + file)])
    expect([...used].filter((file) => file.startsWith(folder)).toSorted()).toEqual(
      files.map((file) => folder + file).toSorted(),
    )
  },
)

/** The files with constants that `capability.js` imports. */
const SMALL: Readonly<Record<string, readonly string[]>> = {
  idempotency: ['idempotency-options.js'],
  operations: ['extension.js'],
}

test('the code for writes is loaded only after the first request has returned', async () => {
  const loaded = await loadedWith(ENTRIES)
  const apart = [
    'write/persist/run-write.js',
    'write/find/prepare.js',
    'write/check/check-request.js',
    'in-process/persist.js',
  ]
  expect(loaded).toContain('controller/write/writes.js')
  expect(apart.filter((file) => loaded.has(file))).toEqual([])
  const used = await loadedWith(['write/persist/write-document.js', 'in-process/persist.js'])
  expect([...used]).toEqual(expect.arrayContaining(apart))
})

test('the explorer is loaded only by the first request for it', async () => {
  const loaded = await loadedWith(ENTRIES)
  expect(loaded).toContain('http/explorer/explorer-address.js')
  expect(loaded).not.toContain('http/explorer/serve-explorer.js')
})

test('the code for deprecations is loaded only by the first request that uses something deprecated, or whose API has any', async () => {
  const loaded = await loadedWith(ENTRIES)
  expect(loaded).toContain('resource/deprecated-uses.js')
  expect(loaded).not.toContain('plan/view/used-deprecations.js')
  expect(loaded).not.toContain('http/deprecation/with-deprecation.js')
})

test('the code for custom relationships is loaded only by the first request for a custom relationship', async () => {
  const loaded = await loadedWith(ENTRIES)
  expect(loaded).toContain('controller/read/render-related.js')
  expect(loaded).not.toContain('controller/read/read-custom-relation.js')
})

test('the generator loads no part of the runtime except its vocabulary', async () => {
  const loaded = await loadedWith(['vocabulary.js'])
  // Two fifths of this code define relationships and a resource's contract, with its deprecations. The generator and the runtime derive both
  // with the same functions.
  const elsewhere = [...loaded].filter((file) => !file.startsWith('vocabulary/'))
  expect(elsewhere.toSorted()).toEqual(['base/cast.js', 'base/own.js', 'vocabulary.js'])
  expect(await bytesOf(loaded)).toBeLessThan(74_000)
})

const bytesOf = async (files: ReadonlySet<string>): Promise<number> => {
  const sizes = await Promise.all(
    [...files].map(async (file) => (await readFile(at(`runtime/dist/${file}`))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

// The number of bytes that were loaded before operations, cursors, filters through to-many relationships, and
// conditions were added. The number may have grown by at most a tenth, because rarely used code is loaded on
// demand. A whole server has 6 KB more for custom actions, and 45 KB for code that keeps values exact, notices
// an outdated client and refuses a null key. The option of the explorer is checked when an API is created, and
// is measured separately.
const EXPLORER = 'http/explorer/explorer-address.js'
// The code that checks whether a request has a key is measured separately too, as are the lines for transactions in
// which an action with a key runs.
const KEYS = 'capabilities/idempotency/capability.js'
const LINES_OF_KEYS = 3_300
// The declarations of deprecated parts with their checks, and the lines that note which of them a request uses.
const LINES_OF_DEPRECATION = 8_500

test.each([
  ['generated code on Express', ['v1.js', 'prisma.js', 'express.js'], 518_098],
  ['generated code on Fastify', ['v1.js', 'prisma.js', 'fastify.js'], 519_293],
  ['generated code on Hono', ['v1.js', 'prisma.js', 'hono.js'], 507_732],
  ['a server on Express', ['index.js', 'v1.js', 'prisma.js', 'express.js'], 684_500],
])(
  '%s loads at most 10 percent more bytes than before operations, cursors and conditions were added',
  async (_, entries, before) => {
    const loaded = await loadedWith(entries)
    const bytes = await bytesOf(new Set([...loaded].filter((file) => file !== EXPLORER && file !== KEYS)))
    expect(bytes).toBeGreaterThan(before / 2)
    expect(bytes).toBeLessThanOrEqual(before * 1.1 + LINES_OF_KEYS + LINES_OF_DEPRECATION)
    expect(await bytesOf(new Set([EXPLORER]))).toBeLessThan(3000)
    expect(await bytesOf(new Set([KEYS]))).toBeLessThan(2000)
  },
)
