import { expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { ended } from '../support/cli.js'
import { folderWith, textsUnder } from '../support/folder.js'
import { importOfLoader } from '../support/loader.js'

// Makes a module that the command line loads throw an error, as an internal bug would.
const BROKEN_PRINTER = importOfLoader(`function load(url, context, next) {
  if (!url.endsWith('/dist/emit/project.js')) return next(url, context)
  const source = "export function createPrinter() { throw new Error('ouch') }"
  return { format: 'module', shortCircuit: true, source }
}`)

test('if an internal error occurs, the message calls it a bug and asks for a report, the exit code is 1, and no files are written', async () => {
  const folder = await folderWith({
    'schema.yaml': 'resources: { notes: { public: true, attributes: { text: string } } }\n',
  })
  const { code, stdout, stderr } = await ended(
    ['--import', BROKEN_PRINTER, at('bin/jsonapi-gen.js'), 'generate'],
    folder,
  )
  expect({ code, stdout, files: Object.keys(await textsUnder(folder)) }).toEqual({
    code: 1,
    stdout: '',
    files: ['schema.yaml'],
  })
  expect(stderr).toMatch(
    /^This is a bug in jsonapi-gen, not in your schema\. Nothing was written\.\nPlease report it, with your schema and this text:\n\njsonapi-gen \d+\.\d+\.\d+, Node v\d+\.\d+\.\d+, \w+\nError: ouch\n {4}at /,
  )
})
