import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { jsonapiGenHere } from '../support/cli.js'
import { folderWith, textsUnder } from '../support/folder.js'

// Each test runs the command line several times.
vi.setConfig({ testTimeout: 60_000 })

const schemaOf = (output: string, type: string, attribute = 'string'): string =>
  `generate: { output: ${output} }\nresources:\n  ${type}: { adapter: null, public: true, attributes: { name: ${attribute} }, filters: { id: { custom: true } } }\n`
const BOTH = ['generate', '--schema', 'a.yaml', '--schema', 'b.yaml']

describe('`generate` with several schemas is a single run', () => {
  test('a run over several schemas prints a single summary and `--check` result, and has a single exit code', async () => {
    const folder = await folderWith({ 'a.yaml': schemaOf('one', 'notes'), 'b.yaml': schemaOf('two', 'tags') })
    expect(await jsonapiGenHere(BOTH, folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '18 files written, 0 unchanged, 0 yours in one and two\n',
    })
    expect(await jsonapiGenHere([...BOTH, '--check'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'one and two are up to date\n',
    })
    expect(await jsonapiGenHere(BOTH, folder)).toMatchObject({
      stderr: 'Up to date: 8 unchanged, 10 yours in one and two\n',
    })
    const gone = await folderWith({ ...(await textsUnder(folder)), 'b.yaml': schemaOf('two', 'labels') })
    const { code, stdout } = await jsonapiGenHere([...BOTH, '--check', '--format', 'json'], gone)
    const { files } = JSON.parse(stdout)
    expect({
      code,
      kinds: files.map(({ path, kind }: { path: string; kind: string }) => [path, kind]),
    }).toEqual({
      code: 3,
      kinds: [
        ['two/generated/contract.gen.json', 'stale'],
        ['two/generated/index.gen.ts', 'stale'],
        ['two/generated/label.gen.ts', 'missing'],
        ['two/generated/routes.gen.ts', 'stale'],
        ['two/generated/tag.gen.ts', 'orphaned'],
        ['two/label.resource.ts', 'missing'],
        ['two/routes/labels.routes.ts', 'missing'],
      ],
    })
    expect(files[0].help).toBe('npx jsonapi-gen generate --schema a.yaml --schema b.yaml updates it')
  })

  test('a run reports the errors of all schemas together and writes no files', async () => {
    const texts = { 'a.yaml': schemaOf('one', 'notes', 'strng'), 'b.yaml': schemaOf('two', 'tags', 'intger') }
    const folder = await folderWith(texts)
    const { code, stderr } = await jsonapiGenHere(BOTH, folder)
    expect({ code, said: stderr.match(/\S+ error JG\d+|\d errors/g) }).toEqual({
      code: 2,
      said: ['a.yaml:3:61 error JG203', 'b.yaml:3:60 error JG203', '2 errors'],
    })
    expect(await textsUnder(folder)).toEqual(texts)
  })

  test('a run writes no files if one of the schemas is invalid', async () => {
    const texts = { 'a.yaml': schemaOf('one', 'notes'), 'b.yaml': schemaOf('two', 'tags', 'intger') }
    const folder = await folderWith(texts)
    expect(await jsonapiGenHere(BOTH, folder)).toMatchObject({ code: 2 })
    expect(await textsUnder(folder)).toEqual(texts)
  })

  test('a run writes no files if one of the folders cannot be created', async () => {
    const texts = {
      'a.yaml': schemaOf('one', 'notes'),
      'b.yaml': schemaOf('two', 'tags'),
      'two/generated': 'a file\n',
    }
    const folder = await folderWith(texts)
    const { code, stderr } = await jsonapiGenHere(BOTH, folder)
    expect({ code, codes: stderr.match(/(?<=(?:error|warning|note) )JG\d+/g) }).toEqual({
      code: 2,
      codes: ['JG603'],
    })
    expect(await textsUnder(folder)).toEqual(texts)
  })

  test('two schemas cannot share an output folder (JG607)', async () => {
    const texts = { 'a.yaml': schemaOf('one', 'notes'), 'b.yaml': schemaOf('./one/', 'tags') }
    const folder = await folderWith(texts)
    const { code, stderr } = await jsonapiGenHere(BOTH, folder)
    expect({ code, said: stderr.split('\n')[0] }).toEqual({
      code: 2,
      said: 'one error JG607 Two schemas of this run write to this folder',
    })
    expect(await textsUnder(folder)).toEqual(texts)
    expect(
      await jsonapiGenHere(['generate', '--schema', 'a.yaml', '--schema', 'a.yaml'], folder),
    ).toMatchObject({
      code: 0,
    })
    expect(Object.keys(await textsUnder(join(folder, 'one')))).toHaveLength(9)
  })
})
