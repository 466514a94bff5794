import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchema, prepare, type Schema } from 'jsonapi-gen'
import { jsonapiGenHere } from './support/cli.js'
import { folderWith, textsUnder } from './support/folder.js'

const SCHEMA =
  'generate: { output: api }\nresources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n'

async function checked(folder: string): Promise<Schema> {
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error('the schema is valid')
  return loaded.schema
}

describe('the output folder', () => {
  test('a path outside the output folder is rejected, even if the schema was changed after its check (JG601)', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    const schema = await checked(folder)
    const resources = schema.resources.map((each) => ({
      ...each,
      names: { ...each.names, file: '../../../escaped', routesFile: '../../escaped' },
    }))
    const prepared = await prepare({ schema: { ...schema, resources }, base: folder })
    if (prepared.ok) throw new Error('the paths lead out')
    expect(prepared.diagnostics.map(({ code, at }) => [code, at.source.path])).toEqual([
      ['JG601', join(folder, '../../escaped.resource.ts')],
      ['JG601', join(folder, '../escaped.gen.ts')],
      ['JG601', join(folder, 'escaped.routes.ts')],
    ])
  })

  test('the output folder stays unchanged if the disk rejects a file, and the error names the file (JG603)', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA, 'api/application.resource.ts': '// mine\n' })
    await mkdir(join(folder, 'api/generated/note.gen.ts'), { recursive: true })
    await writeFile(join(folder, 'api/routes'), 'in the way\n')
    const before = await textsUnder(folder)
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, lines: stderr.split('\n').filter((line) => line.includes(' error ')) }).toEqual({
      code: 2,
      lines: [
        'api/generated/note.gen.ts error JG603 The file cannot be read: a folder exists where a file is needed',
        'api/routes error JG603 The folder cannot be read: a file exists where a folder is needed',
      ],
    })
    expect(await textsUnder(folder)).toEqual(before)
  })
})

describe('an invalid template (JG604)', () => {
  test('a template error is reported with its line, and no files are written', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA, 'mine/resource.ts.hbs': 'a\n{{#if scoped}}\n' })
    const { code, stderr } = await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
    expect({ code, line: stderr.split('\n')[0], files: Object.keys(await textsUnder(folder)) }).toEqual({
      code: 2,
      line: expect.stringMatching(
        /^mine\/resource\.ts\.hbs:2:1 error JG604 The template cannot be rendered: /,
      ),
      files: ['mine/resource.ts.hbs', 'schema.yaml'],
    })
  })

  test('an unknown variable in a template is reported', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA, 'mine/resource.ts.hbs': '{{nothing}}\n' })
    const { code, stderr } = await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
    expect({ code, line: stderr.split('\n')[0] }).toEqual({
      code: 2,
      line: expect.stringMatching(
        /^mine\/resource\.ts\.hbs:1:1 error JG604 The template uses "nothing", which does not exist/,
      ),
    })
  })

  test('in output for other programs, a template error has a relative path, even if the folder is given as an absolute path', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA, 'mine/resource.ts.hbs': '{{nothing}}\n' })
    const fileOf = async (templates: string): Promise<unknown> => {
      const { stdout } = await jsonapiGenHere(
        ['generate', '--templates', templates, '--format', 'json'],
        folder,
      )
      return JSON.parse(stdout).diagnostics[0].file
    }
    expect(await fileOf(join(folder, 'mine'))).toBe('mine/resource.ts.hbs')
    expect(await fileOf('mine')).toBe('mine/resource.ts.hbs')
    const { stdout } = await jsonapiGenHere(['generate', '--templates', 'mine', '--format', 'github'], folder)
    expect(stdout).toMatch(/^::error file=mine\/resource\.ts\.hbs,line=1,/)
  })

  test('a template folder that does not exist is reported', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    const { code, stderr } = await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
    expect({ code, line: stderr.split('\n')[0] }).toEqual({
      code: 2,
      line: 'mine error JG604 The template folder does not exist',
    })
  })
})

describe('the code for a schema without a datamodel (JG719)', () => {
  const text = SCHEMA.replace('adapter: null, ', '').replace(', filters: { id: { custom: true } }', '')

  test('the code for a schema without a datamodel is generated with a warning, and its facts come from its declarations', async () => {
    const folder = await folderWith({ 'schema.yaml': text })
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect([code, stderr]).toEqual([0, expect.stringContaining('schema.yaml:2:14 warning JG719')])
    const { 'api/generated/facts.gen.ts': facts } = await textsUnder(folder)
    expect(facts?.slice(facts.indexOf('export'))).toBe(`export const store: StoreFacts = {
  partial: true,
  models: {
    Note: {
      columns: {
        id: 'integer',
        text: 'string',
      },
    },
  },
};
`)
  })

  test('a resource on the Null adapter has no facts about a store, and does not need any', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    expect((await jsonapiGenHere(['generate', '--strict'], folder)).code).toBe(0)
    expect(Object.keys(await textsUnder(folder)).filter((path) => path.includes('facts'))).toEqual([])
  })
})
