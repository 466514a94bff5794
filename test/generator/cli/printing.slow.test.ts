import { expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { ended } from '../support/cli.js'
import { folderWith, textsUnder } from '../support/folder.js'
import { importOfLoader } from '../support/loader.js'
import { oneIn } from '../../support/sample.js'

const SCHEMA = `generate: { output: api, client: web }
resources:
${Array.from({ length: 12 }, (_, at) => `  notes${at}: { public: true, attributes: { text: string } }`).join('\n')}
`

/** Makes a run believe that it has this number of processors. */
const processors = (count: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.availableParallelism = () => ${count}
    syncBuiltinESMExports()`)}`

/** A printer that fails at its n-th file, in one of the threads or in both. */
const failingIn = (thread: 'main' | 'other' | 'both', from: number): string =>
  importOfLoader(`function load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/dist/emit/project.js')) return loaded
    const failing = (module) => ({ ...module, source: String(module.source)
      .replace('export function createPrinter', 'function createReal') + \`
      import { isMainThread } from 'node:worker_threads'
      export function createPrinter() {
        const print = createReal()
        let printed = 0
        return (file) => {
          if (${thread === 'both' ? 'true' : `isMainThread === ${thread === 'main'}`} && ++printed >= ${from}) throw new Error('ouch')
          return print(file)
        }
      }\` })
    return loaded instanceof Promise ? loaded.then(failing) : failing(loaded)
  }`)
async function generated(...imports: readonly string[]): Promise<unknown> {
  const folder = await folderWith({ 'schema.yaml': SCHEMA })
  const preloaded = imports.flatMap((each) => ['--import', each])
  const { code, stderr } = await ended(
    [...preloaded, at('bin/jsonapi-gen.js'), 'generate', '--quiet'],
    folder,
  )
  return { code, bug: /Error: (.*)/.exec(stderr)?.[1], texts: await textsUnder(folder) }
}

test('with one processor, files are printed in the main thread, and with more processors, the same files are printed in a second thread (20.2)', async () => {
  const alone = await generated(processors(1), failingIn('other', 1))
  expect(alone).toMatchObject({ code: 0, bug: undefined })
  expect(await generated(processors(2), failingIn('main', 1))).toEqual(alone)
})

test.each(oneIn(2, [1, 5]))(
  'if the second thread fails at file %i, the main thread prints the remaining files (20.2)',
  async (file) => {
    const alone = await generated(processors(1))
    expect(await generated(processors(2), failingIn('other', file))).toEqual(alone)
  },
)

test('a file that no thread can print is an internal error, and no files are written (20.2)', async () => {
  expect(await generated(processors(2), failingIn('both', 3))).toEqual({
    code: 1,
    bug: 'ouch',
    texts: { 'schema.yaml': SCHEMA },
  })
})
