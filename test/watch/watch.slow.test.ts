import { appendFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonapiGen } from '../generator/support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../generator/support/folder.js'
import { startWatching } from './support.js'

const schemaWith = (attribute: string, generate = 'output: api'): string =>
  `generate: { ${generate} }\nresources:\n  notes:\n    public: true\n    attributes:\n      ${attribute}\n    adapter: null\n    filters: { id: { custom: true } }\n`

const DONE = /Watching .*\n/
const generatedIn = (folder: string): Promise<string> =>
  readFile(join(folder, 'api/generated/note.gen.ts'), 'utf8')

test('`watch` generates immediately, and again when the schema is saved in place or by renaming', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('first: string') })
  const watcher = startWatching(folder)
  expect(await watcher.says(DONE)).toBe(
    '9 files written, 0 unchanged, 0 yours in api\nWatching schema.yaml\n',
  )

  await writeFile(join(folder, 'schema.yaml'), schemaWith('second: string'))
  expect(await watcher.says(DONE)).toBe(
    '\nChanged: schema.yaml\n2 files written, 2 unchanged, 5 yours in api\nWatching schema.yaml\n',
  )
  expect(await generatedIn(folder)).toContain("this.attribute('second', 'string')")

  for (const attribute of ['third', 'fourth']) {
    await writeFile(join(folder, 'schema.yaml~'), schemaWith(`${attribute}: string`))
    await rename(join(folder, 'schema.yaml~'), join(folder, 'schema.yaml'))
    await watcher.says(DONE)
    expect(await generatedIn(folder)).toContain(`this.attribute('${attribute}', 'string')`)
  }
})

test('`watch` waits until a save is complete, so that many writes cause a single run', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('first: string') })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  await writeFile(join(folder, 'schema.yaml'), '')
  for (const part of schemaWith('second: string').split(/(?<=\n)/)) {
    await appendFile(join(folder, 'schema.yaml'), part)
    await delay(15)
  }
  expect(await watcher.says(DONE)).toBe(
    '\nChanged: schema.yaml\n2 files written, 2 unchanged, 5 yours in api\nWatching schema.yaml\n',
  )
  await delay(1500)
  expect(watcher.silent()).toBe(true)
})

test('`watch` keeps the last valid output after an invalid save and shows the errors, and generates again after the next valid save', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('first: string') })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  const before = await tracesUnder(join(folder, 'api'))
  await writeFile(join(folder, 'schema.yaml'), schemaWith('first: strng'))
  expect(await watcher.says(DONE)).toMatch(
    /^\nChanged: schema.yaml\nschema.yaml:6:14 error JG203 .*\n[^]*\n1 error; nothing was written\. For details, run npx jsonapi-gen explain JG203\.\nWatching schema.yaml\n$/,
  )
  await writeFile(join(folder, 'schema.yaml'), 'resources: [\n')
  await watcher.says(DONE)
  await rm(join(folder, 'schema.yaml'))
  expect(await watcher.says(DONE)).toContain('JG101 The schema cannot be read: the file does not exist')
  expect(await tracesUnder(join(folder, 'api'))).toEqual(before)
  await writeFile(join(folder, 'schema.yaml'), schemaWith('second: string'))
  await watcher.says(DONE)
  expect(await generatedIn(folder)).toContain("this.attribute('second', 'string')")
})

test('`watch` applies new output settings in the schema', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('first: string') })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  await writeFile(
    join(folder, 'schema.yaml'),
    schemaWith('first: string', 'output: elsewhere, framework: hono'),
  )
  expect(await watcher.says(DONE)).toContain('9 files written, 0 unchanged, 0 yours in elsewhere\n')
  expect(await readFile(join(folder, 'elsewhere/routes/index.ts'), 'utf8')).toContain('hono')
})

test('once the schema refers to a Prisma schema, `watch` also watches that file', async () => {
  const datamodel = (type: string): string =>
    `datasource db {\n  provider = "sqlite"\n}\n\nmodel Note {\n  id Int @id\n  text ${type}\n}\n`
  const folder = await folderWith({
    'schema.yaml': schemaWith('text: string'),
    'prisma/schema.prisma': datamodel('String'),
  })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  await writeFile(
    join(folder, 'schema.yaml'),
    'generate: { output: api }\nprisma: { schema: prisma/schema.prisma, client: prisma/client }\nresources:\n  notes:\n    public: true\n    attributes: [text]\n',
  )
  expect(await watcher.says(DONE)).toMatch(/\nWatching schema.yaml, prisma\/schema.prisma\n$/)
  expect(await generatedIn(folder)).toContain("this.attribute('text', 'string')")
  await writeFile(join(folder, 'prisma/schema.prisma'), datamodel('Int?'))
  expect(await watcher.says(DONE)).toMatch(/^\nChanged: prisma\/schema.prisma\n/)
  expect(await generatedIn(folder)).toContain("this.attribute('text', 'integer?')")
})

test('`watch` also watches the templates, including those that do not exist yet', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('text: string') })
  await mkdir(join(folder, 'templates'))
  const watcher = startWatching(folder, '--templates', 'templates')
  await watcher.says(DONE)
  await rm(join(folder, 'api/note.resource.ts'))
  await writeFile(join(folder, 'templates/resource.ts.hbs'), '// mine\n')
  expect(await watcher.says(DONE)).toMatch(/^\nChanged: templates\/resource.ts.hbs\n1 file written/)
  expect(await readFile(join(folder, 'api/note.resource.ts'), 'utf8')).toBe('// mine\n')
})

test('`watch` writes no files if a save changes nothing', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('text: string') })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  const before = await tracesUnder(join(folder, 'api'))
  await utimes(join(folder, 'schema.yaml'), new Date(), new Date())
  expect(await watcher.says(DONE)).toContain('Up to date')
  expect(await tracesUnder(join(folder, 'api'))).toEqual(before)
})

test('`watch` exits with 130 when it is interrupted, without a message', async () => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('text: string') })
  const watcher = startWatching(folder)
  await watcher.says(DONE)
  const began = performance.now()
  expect(await watcher.interrupt()).toMatchObject({ code: 130, signal: null, stdout: '' })
  expect(performance.now() - began).toBeLessThan(3000)
  expect(watcher.silent()).toBe(true)
  expect(Object.keys(await textsUnder(folder)).filter((path) => path.endsWith('.tmp'))).toEqual([])
  expect((await stat(join(folder, 'api'))).isDirectory()).toBe(true)
})

test.each(['--check', '--diff', '--dry-run'])('`watch` cannot be combined with %s', async (option) => {
  const folder = await folderWith({ 'schema.yaml': schemaWith('text: string') })
  expect(await jsonapiGen(['generate', '--watch', option], folder)).toMatchObject({
    code: 2,
    stderr: `error: option '--watch' cannot be used with option '${option}'\njsonapi-gen --help lists the commands, and jsonapi-gen help <command> lists the options of a command\n`,
  })
})

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
