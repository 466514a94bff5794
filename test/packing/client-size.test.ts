import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { folderWith } from '../generator/support/folder.js'

const CLIENT = JSON.stringify(at('client/src/index.ts'))
const extension = (name: string): string => JSON.stringify(at(`client/src/${name}.ts`))

/** The imports of a page that only reads and writes. */
const READS_AND_WRITES = `export { ApiError, createClient } from ${CLIENT}\n`

/** The imports of a page that uses everything. */
const ALL = `${READS_AND_WRITES}export { operations } from ${extension('operations')}
export { plain, recordIn } from ${extension('plain')}
export { retries } from ${extension('retries')}
`

/** Functions that bundle a page into one minified file without imports, by the name of the bundler. */
const BUNDLERS: Readonly<Record<string, (entry: string) => Promise<string>>> = {
  async rolldown(entry) {
    const bundle = await rolldown({ input: entry, platform: 'browser' })
    const { output } = await bundle.generate({ minify: true })
    await bundle.close()
    const [chunk, ...others] = output
    expect([chunk.imports, others]).toEqual([[], []])
    return chunk.code
  },
  async esbuild(entry) {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    return outputFiles.map(({ text }) => text).join('')
  },
}

async function bundled(code: string, bundler: string): Promise<string> {
  const entry = join(await folderWith({}), 'page.ts')
  await writeFile(entry, code)
  const text = await BUNDLERS[bundler]?.(entry)
  if (text === undefined) throw new Error('There is no such bundler.')
  return text
}

const EXTENSIONS = ['operations', 'plain', 'retries']

const weight = (text: string): number => gzipSync(text).byteLength
const extensionsIn = (text: string): readonly string[] =>
  EXTENSIONS.filter((name) => new RegExp(`name:["'\`]${name}["'\`]`).test(text))

describe.each(Object.keys(BUNDLERS))(
  "packing/client-size (27.12): the client's size in a page, bundled by %s",
  (by) => {
    test('in a bundle, reads and writes take at most 6.5 KiB and include no code of an extension', async () => {
      const text = await bundled(READS_AND_WRITES, by)
      expect(weight(text)).toBeGreaterThan(4 * 1024)
      expect(weight(text)).toBeLessThanOrEqual(6.5 * 1024)
      expect(extensionsIn(text)).toEqual([])
    })

    test('a bundle of the whole entry is no larger than a bundle of its reads and writes', async () => {
      const text = await bundled(`export * from ${CLIENT}\n`, by)
      expect(weight(text)).toBeLessThanOrEqual(6.5 * 1024)
    })

    test('options for TanStack Query add at most 3 KiB', async () => {
      const page = await bundled(READS_AND_WRITES, by)
      const text = await bundled(
        `${READS_AND_WRITES}export { tanstack } from ${extension('tanstack/index')}\n`,
        by,
      )
      expect(weight(text) - weight(page)).toBeGreaterThan(1024)
      expect(weight(text) - weight(page)).toBeLessThanOrEqual(3 * 1024)
      expect(extensionsIn(text)).toEqual([])
    })

    test('the values for forms add nothing to a page that does not import them', async () => {
      const generated = JSON.stringify(at('examples/blog/src/web/schema.gen.ts'))
      const client = `export { createClient } from ${CLIENT}\n`
      const without = await bundled(`${client}export { schema } from ${generated}\n`, by)
      const used = await bundled(`${client}export { inputs, schema } from ${generated}\n`, by)
      expect([without, used].map((text) => /minimum:|required:/.test(text))).toEqual([false, true])
    })

    test('the client with all extensions takes at most 10 KiB', async () => {
      const text = await bundled(ALL, by)
      expect(extensionsIn(text)).toEqual(EXTENSIONS)
      expect(weight(text)).toBeLessThanOrEqual(10 * 1024)
    })
  },
)
