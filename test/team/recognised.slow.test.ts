import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../generator/support/folder.js'

// Each of these runs the command line several times.
vi.setConfig({ testTimeout: 60_000 })

const SCHEMA = `generate: { output: api }
resources:
  notes: { adapter: null, public: true, attributes: { text: string, kind: { enum: [draft, final] } }, filters: { id: { custom: true } } }
  tags: { adapter: null, public: true, attributes: { name: string }, filters: { id: { custom: true } } }
`

async function generated(schema: string = SCHEMA): Promise<string> {
  const folder = await folderWith({ 'schema.yaml': schema })
  expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
  return folder
}

async function change(file: string, how: (text: string) => string): Promise<void> {
  await writeFile(file, how(await readFile(file, 'utf8')))
}

const CONFLICT = (text: string): string =>
  text.replace(/^export /m, '<<<<<<< HEAD\nexport const mine = 1\n=======\n>>>>>>> theirs\nexport ')

describe('changes by git, an editor or a formatter are recognized and reported with a fix', () => {
  test('a checkout with CRLF does not count as drift, and nothing is written', async () => {
    const folder = await generated()
    for (const path of Object.keys(await textsUnder(folder))) {
      await change(join(folder, path), (text) => text.replaceAll('\n', '\r\n'))
    }
    const before = await tracesUnder(folder)
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'api is up to date\n',
    })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0, stdout: '' })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('a change by a formatter is reported', async () => {
    const folder = await generated()
    const file = join(folder, 'api/generated/note.gen.ts')
    await writeFile(
      join(folder, '.oxfmtrc.json'),
      '{ "semi": true, "singleQuote": false, "printWidth": 40, "tabWidth": 4 }',
    )
    const { code } = await ended([at('node_modules/oxfmt/bin/oxfmt'), 'api/generated/note.gen.ts'], folder)
    expect({ code, changed: (await readFile(file, 'utf8')).includes('    static {') }).toEqual({
      code: 0,
      changed: true,
    })
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({
      code: 3,
      stdout:
        'api/generated/note.gen.ts: reformatted; exclude generated/ from the formatter: only the layout changed; npx jsonapi-gen generate restores the file\n',
    })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('by hand'),
    })
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0 })
  })

  test('a file whose first comment a linter removed as unused is still recognized as generated', async () => {
    const folder = await generated()
    const file = join(folder, 'api/generated/note.gen.ts')
    await change(file, (text) => text.replace('/* eslint-disable */', '').replace(/^ /, '  '))
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '1 file written, 4 unchanged, 7 yours in api\n',
    })
    await change(file, (text) => text.replace(/^.*\n/, ''))
    expect((await jsonapiGenHere(['generate'], folder)).stderr).not.toContain('not generated')
  })

  test('conflict markers in a generated file are reported, and `generate` removes them', async () => {
    const folder = await generated()
    await change(join(folder, 'api/generated/index.gen.ts'), CONFLICT)
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({
      code: 3,
      stdout:
        'api/generated/index.gen.ts: merge conflict; you do not need to resolve it: npx jsonapi-gen generate rewrites the file\n',
    })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0 })
  })

  test("conflict markers in a user's own file are reported, and `generate` leaves them for the user to remove (JG708)", async () => {
    const folder = await generated()
    const file = join(folder, 'api/note.resource.ts')
    await change(file, CONFLICT)
    const before = await readFile(file, 'utf8')
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, said: stderr.split('\n')[0] }).toEqual({
      code: 0,
      said: 'api/note.resource.ts:4:1 warning JG708 One of your files contains a merge conflict',
    })
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 2 })
  })

  test('manual changes that `generate` would overwrite are reported in every format', async () => {
    const spoil = async (folder: string): Promise<void> => {
      await change(join(folder, 'api/generated/note.gen.ts'), (text) => `${text}// mine\n`)
      await writeFile(join(folder, 'api/generated/tag.gen.ts'), 'export const mine = 1\n')
    }
    const human = await generated()
    await spoil(human)
    expect(await jsonapiGenHere(['generate'], human)).toEqual({
      code: 0,
      stdout: '',
      stderr: `api/generated/note.gen.ts was edited by hand and will be overwritten: move the edit to note.resource.ts
api/generated/tag.gen.ts was not generated and will be overwritten: to keep its content, move it to a different file
2 files written, 3 unchanged, 7 yours in api
`,
    })
    const json = await generated()
    await spoil(json)
    const { stdout } = await jsonapiGenHere(['generate', '--format', 'json'], json)
    expect(JSON.parse(stdout)).toMatchObject({
      overwritten: [
        { path: 'api/generated/note.gen.ts', reason: 'edited' },
        { path: 'api/generated/tag.gen.ts', reason: 'foreign' },
      ],
    })
    const github = await generated()
    await spoil(github)
    expect(
      (await jsonapiGenHere(['generate', '--format', 'github'], github)).stdout.match(/^::\S+ file=[^,]+/gm),
    ).toEqual(['::warning file=api/generated/note.gen.ts', '::warning file=api/generated/tag.gen.ts'])
  })

  test('if two resources in a route stub were swapped, the missing actions are reported (JG702)', async () => {
    const folder = await generated()
    await change(join(folder, 'schema.yaml'), (text) =>
      text
        .replace('tags: {', 'tags: { actions: [index, create],')
        .replace('notes: {', 'notes: { actions: [index],'),
    )
    // The common base has no actions, so each controller declares its own.
    await change(join(folder, 'api/application.controller.ts'), (text) =>
      text.replaceAll('ResourceController', 'Controller'),
    )
    for (const [type, create] of [
      ['notes', 'create'],
      ['tags', 'make'],
    ] as const) {
      const methods = ['index', 'show', create, 'update', 'destroy'].map((name) => `  async ${name}() {}\n`)
      await change(join(folder, `api/routes/${type}.routes.ts`), (text) =>
        text.replace(/}\n$/, `${methods.join('')}}\n`),
      )
    }
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, said: stderr.match(/.*warning JG702.*/g) }).toEqual({
      code: 0,
      said: [
        'api/routes/notes.routes.ts warning JG702 NotesController has show, create, update and destroy, which the schema does not declare for "notes"',
        'api/routes/tags.routes.ts warning JG702 TagsController has show, update and destroy, which the schema does not declare for "tags"',
        'api/routes/tags.routes.ts warning JG702 TagsController does not have create, which the schema declares for "tags"',
      ],
    })
  })
})

describe('a removed resource', () => {
  const OWNED = ['api/routes/tags.routes.ts', 'api/tag.resource.ts']
  const removed = async (): Promise<string> => {
    const folder = await generated()
    await change(join(folder, 'schema.yaml'), (text) => text.replace(/^ {2}tags:.*\n/m, ''))
    return folder
  }

  test.each([
    ['generate', []],
    ['--check', ['--check']],
    ['--dry-run', ['--dry-run']],
  ])("the user's own files are kept, and %s reports them in every format", async (_name, options) => {
    const folder = await removed()
    const before = await textsUnder(join(folder, 'api'))
    const human = await jsonapiGenHere(['generate', ...options], folder)
    const said = human.stderr.split('\n').filter((line) => line.includes(' is yours, and imports '))
    expect(said.map((line) => line.split(' ')[0])).toEqual(OWNED)
    const after = await textsUnder(join(folder, 'api'))
    const owned = OWNED.map((path) => path.slice('api/'.length))
    expect(owned.map((path) => after[path])).toEqual(owned.map((path) => before[path]))
    const other = await removed()
    const json = JSON.parse(
      (await jsonapiGenHere(['generate', ...options, '--format', 'json'], other)).stdout,
    )
    expect(json.orphans.map(({ path }: { path: string }) => path)).toEqual(OWNED)
    const third = await removed()
    const github = await jsonapiGenHere(['generate', ...options, '--format', 'github'], third)
    expect(github.stdout.match(/^::warning file=[^,]+/gm)).toEqual(
      OWNED.map((path) => `::warning file=${path}`),
    )
  })
})

describe('a renamed resource', () => {
  const named = (type: string): string =>
    `generate: { output: api }\nresources:\n  ${type}: { adapter: null, model: Note, public: true, attributes: { text: string }, filters: { id: { custom: true } } }\n`

  test("the user's own files are reported in every format, with the new place for their code", async () => {
    const folder = await generated(named('notes'))
    await writeFile(join(folder, 'schema.yaml'), named('articles'))
    const moves = [
      ['api/note.resource.ts', 'api/article.resource.ts'],
      ['api/routes/notes.routes.ts', 'api/routes/articles.routes.ts'],
    ]
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, said: stderr.split('\n').slice(0, 2) }).toEqual({
      code: 0,
      said: [
        'api/note.resource.ts is yours, and imports generated/note.gen.ts, whose resource has a new name: move its code to api/article.resource.ts, and delete it',
        'api/routes/notes.routes.ts is yours, and imports note.resource.ts, whose resource has a new name: move its code to api/routes/articles.routes.ts, and delete it',
      ],
    })
    const json = JSON.parse(
      (await jsonapiGenHere(['generate', '--check', '--format', 'json'], folder)).stdout,
    )
    expect(json.orphans.map(({ path, movesTo }: Record<string, string>) => [path, movesTo])).toEqual(moves)
    const { stdout } = await jsonapiGenHere(['generate', '--check', '--format', 'github'], folder)
    expect(stdout.match(/^::warning file=[^,]+/gm)).toEqual(moves.map(([path]) => `::warning file=${path}`))
    for (const [path = ''] of moves) await rm(join(folder, path))
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({
      code: 0,
      stderr: 'api is up to date\n',
    })
  })

  test('two resources that share a model are not mistaken for a renamed resource', async () => {
    const folder = await generated(named('notes'))
    const both = `${named('articles')}  drafts: { adapter: null, model: Note, public: true, attributes: { text: string }, filters: { id: { custom: true } } }\n`
    await writeFile(join(folder, 'schema.yaml'), both)
    const { stderr } = await jsonapiGenHere(['generate'], folder)
    expect(stderr.split('\n')[0]).toBe(
      'api/note.resource.ts is yours, and imports generated/note.gen.ts, whose resource is no longer in the schema: delete the file, or the code that uses the import',
    )
  })
})
