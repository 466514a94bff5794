import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { ended, jsonapiGen, type Ended } from '../support/cli.js'
import { emptyFolder, textsUnder } from '../support/folder.js'

/** The shop's annotated datamodel, whose generator runs this repository's command line. */
async function shop(): Promise<string> {
  const folder = await emptyFolder()
  await cp(at('test/fixtures/generator/twins/shop/prisma'), join(folder, 'prisma'), { recursive: true })
  const file = join(folder, 'prisma/schema.prisma')
  const command = `node ${at('bin/jsonapi-gen.js')} prisma`
  await writeFile(file, (await readFile(file, 'utf8')).replace('jsonapi-gen prisma', command))
  return folder
}

// Prisma looks for a schema engine that `generate` does not need, so any existing program will do.
function prismaGenerate(folder: string): Promise<Ended> {
  return ended(
    [at('node_modules/prisma/build/index.js'), 'generate', '--no-hints', '--schema', 'prisma'],
    folder,
    {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      NO_COLOR: '1',
    },
  )
}

describe('`prisma generate` with `provider = "jsonapi-gen prisma"`', () => {
  test('`prisma generate` writes the same files as `generate`, next to the client', async () => {
    const folder = await shop()
    const { code, stdout } = await prismaGenerate(folder)
    expect({ code, generated: /Generated JSON:API to \.\/src\/api/.test(stdout) }).toEqual({
      code: 0,
      generated: true,
    })
    expect(Object.keys(await textsUnder(join(folder, 'src/api')))).toHaveLength(26)
    expect((await jsonapiGen(['generate', '--check', '--schema', 'prisma'], folder)).code).toBe(0)
  }, 60_000)

  test('`prisma generate` shows a diagnostic with its line, fails, and writes no generated files', async () => {
    const folder = await shop()
    const file = join(folder, 'prisma/models/other.prisma')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('@jsonapi.resource(type: "tags")', '@jsonapi.resorce'),
    )
    const { code, stderr } = await prismaGenerate(folder)
    expect(code).toBe(1)
    expect(stderr).toContain(
      'prisma/models/other.prisma:1:14 error JG511 Unknown annotation "resorce". Did you mean "resource"?',
    )
    expect(Object.keys(await textsUnder(folder)).filter((path) => path.startsWith('src/api'))).toEqual([])
  }, 60_000)
})
