import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { importOfLoader } from '../generator/support/loader.js'

// Records the names of the loaded modules, in the order of loading.
const noting = (file: string): string =>
  importOfLoader(`function load(url, context, next) {
    process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(file)}, url + '\\n')
    return next(url, context)
  }`)

test('the code for writes is loaded only after the first request of any kind has returned', async () => {
  const folder = await folderWith({
    'server.mjs': `
      import { createApi } from ${JSON.stringify(at('runtime/dist/index.js'))}
      import { appendFileSync, readFileSync } from 'node:fs'
      import { setTimeout as sleep } from 'node:timers/promises'
      const api = createApi({ registry: new Map(), controllers: {} })
      await sleep(200)
      appendFileSync('loaded.txt', 'started\\n')
      await api.fetch(new Request('http://api.example/posts'))
      while (!readFileSync('loaded.txt', 'utf8').includes('/run-write.js') && performance.now() < 30_000) await sleep(20)`,
  })
  const { code, stderr } = await ended(
    ['--import', noting(join(folder, 'loaded.txt')), join(folder, 'server.mjs')],
    folder,
  )
  const said = (await readFile(join(folder, 'loaded.txt'), 'utf8')).split('\n')
  const wanted = ['writes.js', 'started', 'write-document.js', 'run-write.js']
  const found = said
    .map((line) => line.slice(line.lastIndexOf('/') + 1))
    .filter((name) => wanted.includes(name))
  expect({ code, stderr, found }).toEqual({ code: 0, stderr: '', found: wanted })
})
