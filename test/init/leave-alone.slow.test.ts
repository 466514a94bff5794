import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../generator/support/folder.js'

const ATTRIBUTES = 'src/api/generated/** linguist-generated text eol=lf\n'
const SCHEMA = 'resources: { notes: { attributes: { text: string } } }\n'

const dependingOn = (name: string): string =>
  `${JSON.stringify({ scripts: { 'jsonapi:generate': 'x', 'jsonapi:check': 'x' }, devDependencies: { [name]: '1' } })}\n`

/** The files around a schema after `init`, and its messages about them. */
async function initialised(files: Readonly<Record<string, string>>): Promise<object> {
  const folder = await folderWith({ 'schema.yaml': SCHEMA, ...files })
  const { code, stderr } = await jsonapiGenHere(['init'], folder)
  const {
    'schema.yaml': _,
    'package.json': _manifest,
    'AGENTS.md': _agents,
    ...rest
  } = await textsUnder(folder)
  const traces = await tracesUnder(folder)
  await jsonapiGenHere(['init'], folder)
  expect(await tracesUnder(folder)).toEqual(traces)
  return { code, said: stderr.split('\n').filter((line) => line.includes('generated')), rest }
}

describe('init/leave-alone: tools that must ignore generated files (20.17)', () => {
  test('`init` configures only git if the project uses no other tools', async () => {
    expect(await initialised({ 'package.json': dependingOn('vitest') })).toEqual({
      code: 0,
      said: ['wrote .gitattributes, with a line for src/api/generated'],
      rest: { '.gitattributes': ATTRIBUTES },
    })
  })

  test.each(['prettier', 'oxfmt'])('`init` configures %s in the file that the tool reads', async (name) => {
    expect(
      await initialised({ 'package.json': dependingOn(name), '.prettierignore': 'dist\n# mine' }),
    ).toMatchObject({
      said: [
        'wrote .gitattributes, with a line for src/api/generated',
        'added lines for src/api/generated and schema.gen.ts to .prettierignore',
      ],
      rest: { '.prettierignore': 'dist\n# mine\nsrc/api/generated/\nschema.gen.ts\n' },
    })
  })

  test.each(['.prettierrc', 'prettier.config.mjs', '.oxfmtrc.json'])(
    '`init` recognizes a tool by its configuration file %s',
    async (name) => {
      expect(await initialised({ [name]: '{}\n' })).toMatchObject({
        rest: { '.prettierignore': 'src/api/generated/\nschema.gen.ts\n' },
      })
    },
  )

  test.each([
    ['.git/HEAD', 'ref: refs/heads/main\n'],
    ['pnpm-workspace.yaml', 'packages: [packages/*]\n'],
    ['package.json', '{ "workspaces": ["packages/*"] }\n'],
  ])(
    'in a subfolder of a repository, `init` recognizes %s and says what to add at the root',
    async (marker, text) => {
      const root = await folderWith({
        [marker]: text,
        '.prettierrc': '{}\n',
        'eslint.config.js': 'export default []\n',
        'packages/api/schema.yaml': SCHEMA,
      })
      const project = join(root, 'packages/api')
      const said = async () =>
        (await jsonapiGenHere(['init'], project)).stderr.match(/add .*(?:prettierignore|eslint\.config\.js)/g)
      expect(await said()).toEqual([
        'add the lines packages/api/src/api/generated/ and schema.gen.ts to ../../.prettierignore',
        "add { ignores: ['packages/api/src/api/generated/', '**/schema.gen.ts'] } to ../../eslint.config.js",
      ])
      await writeFile(join(root, '.prettierignore'), 'packages/api/src/api/generated/\n**/schema.gen.ts\n')
      await writeFile(join(root, 'eslint.config.js'), "export default [{ ignores: ['**/*.gen.ts'] }]\n")
      expect(await said()).toBe(null)
    },
  )

  test('`init` configures ESLint in its old ignore file, and asks the user to change its new configuration', async () => {
    expect(await initialised({ '.eslintignore': 'dist\r\n' })).toMatchObject({
      rest: { '.eslintignore': 'dist\r\nsrc/api/generated/\r\n' },
    })
    expect(await initialised({ 'eslint.config.js': 'export default []\n' })).toEqual({
      code: 0,
      said: [
        'wrote .gitattributes, with a line for src/api/generated',
        "  4. add { ignores: ['src/api/generated/', '**/schema.gen.ts'] } to eslint.config.js",
      ],
      rest: { '.gitattributes': ATTRIBUTES, 'eslint.config.js': 'export default []\n' },
    })
    const told = { 'eslint.config.js': "export default [{ ignores: ['**/generated'] }]\n" }
    expect(await initialised({ ...told, '.gitattributes': ATTRIBUTES })).toMatchObject({ said: [] })
  })

  test('`init` asks the user to exclude the generated JSON from Biome, whose configuration may have comments', async () => {
    const config = { 'biome.json': '{ "files": { "includes": ["**"] } }\n' }
    expect(await initialised(config)).toEqual({
      code: 0,
      said: [
        'wrote .gitattributes, with a line for src/api/generated',
        '  4. add "!src/api/generated" to files.includes, after "**", in biome.json',
      ],
      rest: { '.gitattributes': ATTRIBUTES, ...config },
    })
    const told = { 'biome.json': '{ "files": { "includes": ["**", "!**/*.gen.*"] } }\n' }
    expect(await initialised({ ...told, '.gitattributes': ATTRIBUTES })).toMatchObject({ said: [] })
  })

  test.each([
    'src/api/generated',
    '/src/api/generated/**',
    'src/api/',
    'src',
    '**/generated/*',
    'generated/',
    '*.gen.*',
    '**/*.gen.*',
    'src/api/generated/*.gen.*',
  ])('`init` accepts an existing line with the same effect: %s', async (pattern) => {
    const files = {
      '.gitattributes': `* text=auto\n${pattern} -diff linguist-generated=true\n`,
      '.prettierignore': `dist\nsrc/web/schema.gen.ts\n${pattern}\n`,
    }
    expect(await initialised(files)).toEqual({ code: 0, said: [], rest: files })
  })

  test.each(['*.gen.ts', '**/*.gen.ts'])(
    'a formatter also reads the generated JSON, which the line %s does not match',
    async (pattern) => {
      const files = {
        '.gitattributes': `${pattern} linguist-generated\n`,
        '.prettierignore': `${pattern}\n`,
        '.eslintignore': `${pattern}\n`,
      }
      expect(await initialised(files)).toEqual({
        code: 0,
        said: ['added a line for src/api/generated to .prettierignore'],
        rest: { ...files, '.prettierignore': `${pattern}\nsrc/api/generated/\n` },
      })
    },
  )

  test('`init` does not accept an unrelated existing line', async () => {
    const files = { '.gitattributes': '* text=auto\n', '.prettierignore': 'src/api/routes/\n# src/api\n' }
    expect(await initialised(files)).toMatchObject({
      rest: {
        '.gitattributes': `* text=auto\n${ATTRIBUTES}`,
        '.prettierignore': 'src/api/routes/\n# src/api\nsrc/api/generated/\nschema.gen.ts\n',
      },
    })
  })

  test('`init` configures the output folder in the schema, and writes no line for a folder outside the project', async () => {
    const within = (output: string) => ({ 'schema.yaml': `generate: { output: ${output} }\n${SCHEMA}` })
    expect(await initialised(within('.'))).toMatchObject({
      rest: { '.gitattributes': '/generated/** linguist-generated text eol=lf\n' },
    })
    expect(await initialised(within('../elsewhere'))).toEqual({ code: 0, said: [], rest: {} })
    expect(await initialised(within('my api'))).toEqual({
      code: 0,
      said: ['  4. exclude my api/generated in the settings of your formatters and linters'],
      rest: {},
    })
  })

  test('`init` does not change a file outside the project, and prints the line to add', async () => {
    const folder = await folderWith({ 'project/schema.yaml': SCHEMA, theirs: '* text=auto\n' })
    const project = join(folder, 'project')
    await symlink(join(folder, 'theirs'), join(project, '.gitattributes'))
    await writeFile(join(project, '.prettierignore'), Buffer.from([0xff, 0x0a]))
    await mkdir(join(project, '.eslintignore'))
    const { code, stderr } = await jsonapiGenHere(['init'], project)
    expect({ code, said: stderr.split('\n').filter((line) => line.includes('yourself: ')) }).toEqual({
      code: 0,
      said: [
        expect.stringMatching(/^There is no package\.json/),
        `.gitattributes cannot be extended automatically. Add this line yourself: ${ATTRIBUTES.trim()}`,
        '.prettierignore cannot be extended automatically. Add these lines yourself: src/api/generated/ and schema.gen.ts',
        '.eslintignore cannot be extended automatically. Add this line yourself: src/api/generated/',
      ],
    })
    expect(await readFile(join(folder, 'theirs'), 'utf8')).toBe('* text=auto\n')
    expect(await readFile(join(project, '.prettierignore'))).toEqual(Buffer.from([0xff, 0x0a]))
  })

  test('git, oxfmt and Biome ignore the files after `init` has written the lines', async () => {
    const folder = await folderWith({
      'schema.yaml': `generate: { client: src/web }\n${SCHEMA}`,
      'package.json': dependingOn('oxfmt'),
      'biome.json': JSON.stringify({ files: { includes: ['**', '!src/api/generated'] } }),
    })
    await jsonapiGenHere(['init'], folder)
    await jsonapiGenHere(['generate'], folder)
    const generated = async () =>
      Object.fromEntries(
        Object.entries(await textsUnder(join(folder, 'src'))).filter(([path]) => path.includes('.gen.')),
      )
    const before = await generated()
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['api/generated/contract.gen.json', 'web/schema.gen.ts']),
    )
    await ended([at('node_modules/oxfmt/bin/oxfmt'), 'src'], folder)
    await ended([at('node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '--unsafe', 'src'], folder)
    expect(await generated()).toEqual(before)
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0 })
  })
})
