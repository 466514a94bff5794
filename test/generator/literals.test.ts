import fc from 'fast-check'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { loadSchema, prepare } from 'jsonapi-gen'
import { emptyFolder, folderWith } from './support/folder.js'

// The characters with which literals, comments or templates of TypeScript begin or end.
const hostile = fc.string({
  unit: fc.constantFrom(
    '\\',
    "'",
    '"',
    '`',
    '/',
    '*',
    '$',
    '{',
    '}',
    '(',
    ',',
    '@',
    '\u2028',
    '\n',
    ' ',
    'a',
  ),
  minLength: 1,
  maxLength: 8,
})

test('any string in the schema becomes an equal literal in generated code', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(hostile, { minLength: 2, maxLength: 3 }),
      hostile,
      async (values, said) => {
        expect(enumsOf(await generatedFrom(values, said))).toEqual([values, values])
      },
    ),
    {
      examples: [
        [['\\', '/*'], ''],
        [['\\', '//'], '*/'],
        [["'\\", '`${'], '/'],
        [['a\\\\', "'"], '{'],
      ],
    },
  )
})

test('any path of the Prisma Client becomes an import of the same path in generated code', async () => {
  const client = `./we\u2028i'r\\"d/\${client}`
  const resources = { notes: { attributes: { text: 'string' } } }
  const code = await generated({ prisma: { client }, resources })
  const source = ts.createSourceFile('note.gen.ts', code, ts.ScriptTarget.Latest, true)
  const modules = source.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => moduleSpecifier)
  expect(modules.map((each) => (ts.isStringLiteral(each) ? each.text : each.getText()))).toEqual([
    '@jsonapi-gen/runtime/v1',
    expect.stringMatching(/\/we%E2%80%A8i'r\\"d\/\$\{client\}\.js$/),
    '../application.controller.js',
    '../application.resource.js',
    './facts.gen.js',
  ])
})

/** The generated file of a resource with two attributes whose enums have these values. */
async function generatedFrom(values: readonly string[], said: string): Promise<string> {
  const attribute = { enum: values, description: `a${said}` }
  const resources = {
    notes: { description: `a${said}`, attributes: { first: attribute, second: attribute } },
  }
  return generated({ resources })
}

/** The generated file of the resource `notes`. */
async function generated(schema: object): Promise<string> {
  const folder = await folderWith({ 'schema.yaml': JSON.stringify(schema) })
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics.map(({ message }) => message)))
  const prepared = await prepare({ ...loaded, output: await emptyFolder() })
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics.map(({ message }) => message)))
  const file = prepared.plan.entries.find(({ path }) => path === 'generated/note.gen.ts')
  if (file?.kind !== 'create') throw new Error('The file is new')
  return file.text
}

/** The values of every array literal in the code. */
function enumsOf(code: string): readonly (readonly string[])[] {
  const found: string[][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isArrayLiteralExpression(node)) {
      found.push(node.elements.map((each) => (ts.isStringLiteral(each) ? each.text : each.getText())))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('note.gen.ts', code, ts.ScriptTarget.Latest, true))
  return found
}
