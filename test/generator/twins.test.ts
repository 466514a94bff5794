import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSchema, prepare } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { copyOf, folderWith } from './support/folder.js'
import { readFile } from 'node:fs/promises'

/** Every file that a schema gives, generated and to be owned. */
async function outputOf(folder: string, name: string): Promise<Readonly<Record<string, string>>> {
  const loaded = await loadSchema(join(folder, name), name)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const prepared = await prepare(loaded)
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics))
  return Object.fromEntries(
    prepared.plan.entries.flatMap((entry) => (entry.kind === 'create' ? [[entry.path, entry.text]] : [])),
  )
}

test('the blog described in its datamodel gives the same bytes as schema.example.yaml', async () => {
  const yaml = await readFile(at('schema.example.yaml'), 'utf8')
  const inYaml = await folderWith({ 'schema.yaml': yaml })
  const inPrisma = await copyOf(at('test/fixtures/generator/twins/blog'))
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(await outputOf(inYaml, 'schema.yaml'))
})

test('annotations in several files, YAML beside a datamodel and YAML alone give the same bytes', async () => {
  const folder = await copyOf(at('test/fixtures/generator/twins/shop'))
  const annotated = await outputOf(folder, 'prisma')
  expect(Object.keys(annotated)).toHaveLength(23)
  expect(await outputOf(folder, 'schema.yaml')).toEqual(annotated)
  expect(await outputOf(folder, 'explicit.yaml')).toEqual(annotated)
})
