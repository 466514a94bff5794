import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseDocument, YAMLMap } from 'yaml'
import { blogCopy } from '../support/blog.js'
import { jsonapiGenHere } from '../support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../support/folder.js'

describe('the generate command', () => {
  test('a second run writes no files, and all files keep their modification times', async () => {
    const { folder, schema, api } = await blogCopy()
    await rm(api, { recursive: true })
    const first = await jsonapiGenHere(['generate', '--schema', schema], folder)
    expect(first).toEqual({
      code: 0,
      stdout: '',
      stderr: '29 files written, 1 unchanged, 0 yours in examples/blog/src/api and examples/blog/src/web\n',
    })
    const before = await tracesUnder(folder)
    const second = await jsonapiGenHere(['generate', '--schema', schema], folder)
    expect(second.stderr).toBe(
      'Up to date: 13 unchanged, 17 yours in examples/blog/src/api and examples/blog/src/web\n',
    )
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('the same files are written if the resources have a different order', async () => {
    const { folder, schema, api } = await blogCopy()
    const before = await textsUnder(api)
    const document = parseDocument(await readFile(join(folder, schema), 'utf8'))
    const resources = document.get('resources')
    if (!(resources instanceof YAMLMap)) throw new TypeError('resources is a map')
    resources.items.reverse()
    await writeFile(join(folder, schema), document.toString())
    const { code, stderr } = await jsonapiGenHere(['generate', '--schema', schema], folder)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Up to date: 13 unchanged, 17 yours in examples/blog/src/api and examples/blog/src/web\n',
    })
    expect(await textsUnder(api)).toEqual(before)
  })

  test('the same files are written for a schema with a BOM and CRLF', async () => {
    const { folder, schema } = await blogCopy()
    const text = await readFile(join(folder, schema), 'utf8')
    await writeFile(join(folder, schema), `\uFEFF${text.replaceAll('\n', '\r\n')}`)
    const { code } = await jsonapiGenHere(['generate', '--check', '--schema', schema], folder)
    expect(code).toBe(0)
  })

  test('a manual change is kept, however often `generate` runs', async () => {
    const { folder, schema, api } = await blogCopy()
    const file = join(api, 'post.resource.ts')
    await appendFile(file, '\n// mine\n')
    await writeFile(
      join(folder, schema),
      (await readFile(join(folder, schema), 'utf8')).replace('max: 100', 'max: 50'),
    )
    const before = await readFile(file, 'utf8')
    await jsonapiGenHere(['generate', '--schema', schema], folder)
    await jsonapiGenHere(['generate', '--schema', schema], folder)
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await readFile(join(api, 'generated/post.gen.ts'), 'utf8')).toContain('this.maxPageSize(50)')
  })

  test("a removed resource's generated files are deleted, and the user's files for that resource are reported", async () => {
    const folder = await folderWith({
      'schema.yaml':
        'generate: { output: api }\nresources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } }, tags: { adapter: null, public: true, attributes: { name: string }, filters: { id: { custom: true } } } }\n',
    })
    await jsonapiGenHere(['generate'], folder)
    await writeFile(join(folder, 'api/generated/mine.ts'), 'export {}\n')
    await writeFile(join(folder, 'api/generated/mine.gen.ts'), 'export {}\n')
    await writeFile(join(folder, 'api/other.resource.ts'), 'export {}\n')
    const before = await textsUnder(join(folder, 'api'))
    await writeFile(
      join(folder, 'schema.yaml'),
      'generate: { output: api }\nresources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
    )
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: [
        'api/routes/tags.routes.ts is yours, and imports tag.resource.ts, whose resource is no longer in the schema: delete the file, or the code that uses the import',
        'api/tag.resource.ts is yours, and imports generated/tag.gen.ts, whose resource is no longer in the schema: delete the file, or the code that uses the import',
        '3 files written, 1 deleted, 1 unchanged, 7 yours in api',
        '',
      ].join('\n'),
    })
    const { 'generated/tag.gen.ts': gone, ...kept } = before
    expect(gone).toBeDefined()
    expect(Object.keys(await textsUnder(join(folder, 'api')))).toEqual(Object.keys(kept))
  })

  test('`--dry-run` lists the planned changes, and writes no files', async () => {
    const { folder, schema, api } = await blogCopy()
    await rm(join(api, 'generated/tag.gen.ts'))
    await rm(join(api, 'tag.resource.ts'))
    const before = await tracesUnder(folder)
    expect(await jsonapiGenHere(['generate', '--dry-run', '--schema', schema], folder)).toEqual({
      code: 0,
      stdout:
        'create examples/blog/src/api/generated/tag.gen.ts\nscaffold examples/blog/src/api/tag.resource.ts\n',
      stderr: '2 files would change in examples/blog/src/api and examples/blog/src/web\n',
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test("`--output` replaces the schema's folder, and `--templates` replaces the built-in templates file by file", async () => {
    const folder = await folderWith({
      'schema.yaml':
        'resources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
      'mine/resource.ts.hbs': '// {{type}} {{resource}}\n',
    })
    const { code } = await jsonapiGenHere(
      ['generate', '--output', 'out', '--templates', 'mine', '--quiet'],
      folder,
    )
    const texts = await textsUnder(join(folder, 'out'))
    expect({ code, resource: texts['note.resource.ts'], files: Object.keys(texts) }).toEqual({
      code: 0,
      resource: '// notes NoteResource\n',
      files: [
        'application.controller.ts',
        'application.resource.ts',
        'generated/contract.gen.json',
        'generated/index.gen.ts',
        'generated/note.gen.ts',
        'generated/routes.gen.ts',
        'note.resource.ts',
        'routes/index.ts',
        'routes/notes.routes.ts',
      ],
    })
  })

  test('`generate` does not follow a link out of the output folder', async () => {
    const folder = await folderWith({
      'schema.yaml':
        'generate: { output: api }\nresources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
      'elsewhere/note.gen.ts': 'precious\n',
      'api/readme.md': '',
    })
    await symlink(join(folder, 'elsewhere'), join(folder, 'api/generated'))
    await mkdir(join(folder, 'api/routes'))
    await symlink(join(folder, 'elsewhere/note.gen.ts'), join(folder, 'api/routes/notes.routes.ts'))
    const before = await textsUnder(join(folder, 'elsewhere'))
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, codes: stderr.match(/\S+ error JG\d+/g) }).toEqual({
      code: 2,
      codes: ['api/generated error JG602', 'api/routes/notes.routes.ts error JG602'],
    })
    expect(await textsUnder(join(folder, 'elsewhere'))).toEqual(before)
  })
})
