import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printHere } from '../../src/emit/print.js'
import { loadSchema } from '../../src/pipeline/load.js'
import { write } from '../../src/pipeline/write.js'
import { folderWith } from './support/folder.js'

const SCHEMA = `resources:
  posts:
    public: true
    attributes: { title: string }
  tags:
    public: true
    attributes: { name: string }
`

const POST = 'src/api/generated/post.gen.ts'

/** Generates the code of a schema, and returns the files that were printed. */
async function printedBy(folder: string): Promise<readonly string[]> {
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  const print = await printHere()
  const printed: string[] = []
  const { ok } = await write({
    schema: loaded.schema,
    base: loaded.base,
    print: (file) => {
      printed.push(file.path)
      return print(file)
    },
  })
  expect(ok).toBe(true)
  return printed
}

const ALL = [
  'generated/post.gen.ts',
  'generated/tag.gen.ts',
  'generated/index.gen.ts',
  'generated/routes.gen.ts',
  'generated/facts.gen.ts',
]

const project = (): Promise<string> => folderWith({ 'schema.yaml': SCHEMA, 'node_modules/x': '' })

describe('a file is printed again only if its text is not cached (20.2)', () => {
  test('no file is printed if nothing has changed, not even after a checkout with CRLF', async () => {
    const folder = await project()
    expect(await printedBy(folder)).toEqual(ALL)
    expect(await printedBy(folder)).toEqual([])
    const text = await readFile(join(folder, POST), 'utf8')
    await writeFile(join(folder, POST), text.replaceAll('\n', '\r\n'))
    expect(await printedBy(folder)).toEqual([])
  })

  test('a file is printed again if its resource has changed', async () => {
    const folder = await project()
    await printedBy(folder)
    await writeFile(
      join(folder, 'schema.yaml'),
      SCHEMA.replace('title: string', 'title: { type: string, maxLength: 9 }'),
    )
    expect(await printedBy(folder)).toEqual(['generated/post.gen.ts'])
    await writeFile(join(folder, 'schema.yaml'), SCHEMA)
    expect(await printedBy(folder)).toEqual(['generated/post.gen.ts'])
  })

  test('a generated file that was edited or deleted is printed again', async () => {
    const folder = await project()
    await printedBy(folder)
    const text = await readFile(join(folder, POST), 'utf8')
    await writeFile(join(folder, POST), text.replace('title', 'titel'))
    expect(await printedBy(folder)).toEqual(['generated/post.gen.ts'])
    expect(await readFile(join(folder, POST), 'utf8')).toBe(text)
  })

  test('a cache that is corrupt, or that a different program has written, is ignored', async () => {
    const folder = await project()
    await printedBy(folder)
    await printedBy(folder)
    const cache = join(folder, 'node_modules/.cache/jsonapi-gen')
    const [name = '', ...others] = await readdir(cache)
    expect(others).toEqual([])
    const kept = await readFile(join(cache, name), 'utf8')
    for (const broken of ['', 'null', '{}', kept.replace(/"program":"/, '"program":"x')]) {
      await writeFile(join(cache, name), broken)
      expect(await printedBy(folder)).toEqual(ALL)
      expect(await readFile(join(cache, name), 'utf8')).toBe(kept)
    }
  })

  test('without node_modules, nothing is cached', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    await printedBy(folder)
    expect(await printedBy(folder)).toEqual(ALL)
    expect(await readdir(folder)).toEqual(['schema.yaml', 'src'])
  })
})
