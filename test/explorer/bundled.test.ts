import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import type { pageText as PageText } from '../../explorer/src/page-files.js'
import { at } from '../../scripts/lib/paths.js'
import { emptyFolder } from '../generator/support/folder.js'

test('an application that a bundler has put into other files serves the page of the explorer', async () => {
  const dir = await emptyFolder()
  const bundle = await rolldown({ input: at('explorer/dist/page-files.js'), platform: 'node' })
  await bundle.write({ dir, format: 'esm', entryFileNames: 'app.mjs', chunkFileNames: '[name].mjs' })
  await bundle.close()
  const { pageText } = (await import(/* @vite-ignore */ pathToFileURL(join(dir, 'app.mjs')).href)) as {
    readonly pageText: typeof PageText
  }
  const names = ['index.html', 'page.css', 'page.js'] as const
  const texts = await Promise.all(names.map(pageText))
  expect(texts).toEqual(names.map((name) => readFileSync(at(`explorer/dist/page/${name}`), 'utf8')))
})
