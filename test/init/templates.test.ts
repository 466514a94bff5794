import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

const SCHEMA = 'generate: { output: api }\nresources:\n  notes:\n    attributes:\n      text: string\n'

describe('`templates eject`', () => {
  test('`templates eject` copies all built-in templates, and `generate` writes the same files with the copies', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    const { code, stdout, stderr } = await jsonapiGenHere(['templates', 'eject'], folder)
    expect({ code, stdout, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      stdout: '',
      last: 'Change what you like, and delete the rest: generate --templates templates uses the built-in templates for missing files.',
    })
    expect(await textsUnder(join(folder, 'templates'))).toEqual(await textsUnder(at('templates')))
    await jsonapiGenHere(['generate'], folder)
    const ours = await textsUnder(join(folder, 'api'))
    await rm(join(folder, 'api'), { recursive: true })
    await jsonapiGenHere(['generate', '--templates', 'templates'], folder)
    expect(await textsUnder(join(folder, 'api'))).toEqual(ours)
  })

  test('`templates eject` never overwrites an existing file', async () => {
    const folder = await folderWith({
      'mine/resource.ts.hbs': '// mine\n',
      'mine/routes-index/express.ts.hbs': '// mine\n',
    })
    const first = await jsonapiGenHere(['templates', 'eject', 'mine'], folder)
    expect(first.stderr).toMatch(/^(wrote mine\/\S+\.hbs\n)+left 2 as they are\nChange /)
    const { code, stderr } = await jsonapiGenHere(['templates', 'eject', 'mine'], folder)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^left \d+ as they are\n$/) })
    expect(await readFile(join(folder, 'mine/resource.ts.hbs'), 'utf8')).toBe('// mine\n')
    expect(await readFile(join(folder, 'mine/routes-index/express.ts.hbs'), 'utf8')).toBe('// mine\n')
  })

  test('`templates eject` copies only the named templates, and rejects unknown names', async () => {
    const folder = await folderWith({})
    await jsonapiGenHere(['templates', 'eject', 'mine', 'resource.ts'], folder)
    expect(Object.keys(await textsUnder(folder))).toEqual(['mine/resource.ts.hbs'])
    const { code, stderr } = await jsonapiGenHere(['templates', 'eject', 'mine', 'resorce.ts'], folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^mine\/resorce.ts error JG606 Unknown template "resorce.ts". Did you mean "resource.ts"\?\n\n  allowed: /,
      ),
    })
  })

  test('`templates eject` reports disk errors', async () => {
    const folder = await folderWith({ file: '' })
    const { code, stderr } = await jsonapiGenHere(['templates', 'eject', 'file/mine'], folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(
        'JG603 The file cannot be written: a file exists where a folder is needed',
      ),
    })
  })
})

/** A hand-written base of all controllers, without actions. */
const BARE_BASE = `import { Controller } from '@jsonapi-gen/runtime';
import type { Guards } from './generated/index.gen.js';

export type Locals = undefined;

export class ApplicationController extends Controller<Locals> implements Guards {}
`

describe('a generated route stub', () => {
  test('a generated route stub inherits its actions from the common base', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'api/routes/notes.routes.ts'), 'utf8')).toBe(
      `import { ApplicationController } from '../application.controller.js';
import { NoteResource } from '../note.resource.js';

export class NotesController extends ApplicationController {
  static {
    NotesController.jsonapi(NoteResource);
  }
}
`,
    )
    expect(await readFile(join(folder, 'api/application.controller.ts'), 'utf8')).toContain(
      'export class ApplicationController extends ResourceController<Locals> implements Guards {}',
    )
    const again = await jsonapiGenHere(['generate'], folder)
    expect({ code: again.code, said: again.stderr.match(/JG702/g) }).toEqual({ code: 0, said: null })
  })
})

describe('`generate --templates`', () => {
  test('`generate --templates` replaces the built-in templates file by file', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'mine/resource.ts.hbs': '// {{type}} {{resource}} {{actions.index}}\n',
      'mine/README.md': 'Not a template.\n',
    })
    expect(await jsonapiGenHere(['generate', '--templates', 'mine'], folder)).toMatchObject({ code: 0 })
    const { 'note.resource.ts': mine, 'routes/notes.routes.ts': ours } = await textsUnder(join(folder, 'api'))
    expect(mine).toBe('// notes NoteResource true\n')
    expect(ours).toContain('export class NotesController')
  })

  test('a stub that lacks actions, including those in its base, is reported even if the stub is unchanged (JG702)', async () => {
    const stub =
      "import { ApplicationController } from '../application.controller.js'\nexport class NotesController extends ApplicationController { index() {} }\n"
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'mine/routes.ts.hbs': stub,
      'api/application.controller.ts': BARE_BASE,
    })
    const options = ['generate', '--templates', 'mine']
    expect(await jsonapiGenHere(options, folder)).toMatchObject({ code: 0 })
    expect((await jsonapiGenHere(options, folder)).stderr).toContain(
      'JG702 NotesController does not have show, create, update and destroy',
    )
  })

  test('templates with a BOM and CRLF line endings are accepted', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'mine/resource.ts.hbs': '\uFEFF// a\r\n// b\r\n',
    })
    await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
    expect(await readFile(join(folder, 'api/note.resource.ts'), 'utf8')).toBe('// a\n// b\n')
  })

  test.each([
    ['// one\n\n{{#if type}}\n', ':3:1 error JG604 The template cannot be rendered: Expecting '],
    [
      '// one\n  {{#if type}}x{{/each}}\n',
      ":2:3 error JG604 The template cannot be rendered: if doesn't match each",
    ],
    [
      '// one\n{{resorce}}\n',
      ':2:1 error JG604 The template uses "resorce", which does not exist. Did you mean "resource"?',
    ],
    [
      '// one\n// {{type}} {{> part}}\n',
      ':2:1 error JG604 The template cannot be rendered: The partial part could not be found',
    ],
    ['// one\n{{type.constructor}}\n', ':2:1 error JG604 The template cannot be rendered: '],
    ['// one\n{{shout type}}\n', ':2:1 error JG604 The template uses "shout", which does not exist'],
  ])(
    'an invalid template is reported with its line, and no files are written: %j',
    async (template, expected) => {
      const folder = await folderWith({ 'schema.yaml': SCHEMA, 'mine/resource.ts.hbs': template })
      const { code, stderr } = await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`mine/resource.ts.hbs${expected}`),
      })
      expect(stderr).not.toContain(folder)
      expect(Object.keys(await textsUnder(folder))).toEqual(['mine/resource.ts.hbs', 'schema.yaml'])
    },
  )

  test('`generate --templates` reports a template that is not text, an unknown template name and an invalid folder', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA, 'mine/routes-index/expres.ts.hbs': '' })
    await writeFile(join(folder, 'mine/resource.ts.hbs'), Buffer.from([0x2f, 0xff, 0xfe]))
    const { code, stderr } = await jsonapiGenHere(['generate', '--templates', 'mine'], folder)
    expect({ code, found: stderr.match(/^.* error .*$/gm) }).toEqual({
      code: 2,
      found: [
        `mine/resource.ts.hbs error JG604 The template cannot be read: it is not valid UTF-8`,
        `mine/routes-index/expres.ts.hbs error JG606 Unknown template "routes-index/expres.ts". Did you mean "routes-index/express.ts"?`,
      ],
    })
    const none = await jsonapiGenHere(['generate', '--templates', 'yours'], folder)
    expect(none.stderr).toContain('yours error JG604 The template folder does not exist')
  })
})
