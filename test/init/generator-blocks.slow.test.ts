import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { OFFLINE } from '../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { textsUnder } from '../generator/support/folder.js'
import { oneIn } from '../support/sample.js'

const MODELS = `
datasource db {
  provider = "sqlite"
}

enum Kind {
  short
  long
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
  kind Kind   @default(short)
  tags Tag[]
}

model Tag {
  id     Int    @id @default(autoincrement())
  name   String @unique
  note   Note?  @relation(fields: [noteId], references: [id])
  noteId Int?
}
`

const TREE = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { outDir: 'dist', rootDir: '..', isolatedDeclarations: false, types: ['node'] },
  include: ['src'],
}

/** A project in its own folder in the repository, where its imports resolve. */
async function projectWith(block: readonly string[], schema = 'prisma/schema.prisma'): Promise<string> {
  await mkdir(at('.tmp'), { recursive: true })
  const outside = await mkdtemp(at('.tmp/blocks-'))
  onTestFinished(() => rm(outside, { recursive: true, force: true }))
  const folder = join(outside, 'app')
  const texts = {
    [schema]: `generator client {\n${block.join('\n').replace('$OUTSIDE', outside)}\n}\n${MODELS}`,
    'package.json': JSON.stringify({ type: 'module', dependencies: { hono: '4.0.0' } }),
    'tsconfig.json': JSON.stringify(TREE),
  }
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const importedIn = (text: string | undefined, of: RegExp): string | undefined => of.exec(text ?? '')?.[1]

describe('init/generator-blocks: generated code imports the Prisma Client from the path in its block (20.15)', () => {
  test.each(
    oneIn(2, [
      [['provider = "prisma-client-js"', 'output = "../generated/prisma"'], '../generated/prisma/index.js'],
      [['provider = "prisma-client-js"', 'output = "$OUTSIDE/absolute"'], '../../absolute/index.js'],
      [
        ['provider = "prisma-client"', 'output = "../../shared"', 'moduleFormat = "cjs"'],
        '../../shared/client.js',
      ],
      [
        [
          'provider = "prisma-client"',
          'output = "../src/prisma"',
          'generatedFileExtension = "mts"',
          'importFileExtension = "mjs"',
        ],
        './prisma/client.mjs',
      ],
    ]),
  )(
    'a project with the block %j compiles',
    async (block, module) => {
      const folder = await projectWith(block)
      expect(await jsonapiGenHere(['init', '--server'], folder)).toMatchObject({ code: 0 })
      const prisma = await ended(
        [at('node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
        folder,
        { ...process.env, ...OFFLINE },
      )
      expect({ ...prisma, stdout: '' }).toMatchObject({ code: 0 })
      const generated = await jsonapiGenHere(['generate', '--strict'], folder)
      expect({
        ...generated,
        stderr: generated.stderr.match(/(?<=(?:error|warning|note) )JG\d+.*/g),
      }).toMatchObject({
        code: 0,
        stderr: null,
      })
      const texts = await textsUnder(join(folder, 'src'))
      expect(importedIn(texts['prisma.ts'], /import \{ PrismaClient \} from '([^']+)'/)).toBe(module)
      // This file is two folders deeper than src/prisma.ts.
      expect(
        importedIn(texts['api/generated/note.gen.ts'], /import type \{[^}]*\bPrisma\b[^}]*\} from '([^']+)'/),
      ).toBe(module.startsWith('./') ? `../.${module}` : `../../${module}`)
      const compiled = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
      expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })
    },
    120_000,
  )

  test.each([
    [['provider = "prisma-client-js"', 'output = "../src/db"'], './db/index.js'],
    [['provider = "prisma-client-js"', 'output = "../../shared/client"'], '../../shared/client/index.js'],
    [['provider = "prisma-client"', 'output = "../src/generated/prisma"'], './generated/prisma/client.js'],
    [
      ['provider = "prisma-client"', 'output = "../src/a"', 'generatedFileExtension = "cts"'],
      './a/client.cjs',
    ],
    [['provider = "prisma-client"', 'output = "../src/a"', 'importFileExtension = "ts"'], './a/client.js'],
  ])('the module that `init` writes for the block %j compiles', async (block, module) => {
    const folder = await projectWith(block)
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    const text = await readFile(join(folder, 'src/prisma.ts'), 'utf8')
    expect(importedIn(text, /import \{ PrismaClient \} from '([^']+)'/)).toBe(module)
  })

  test('a generator block without an output path refers to the package of the client', async () => {
    const folder = await projectWith(['provider = "prisma-client-js"'])
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    const read = (path: string): Promise<string> => readFile(join(folder, 'src', path), 'utf8')
    expect(await read('prisma.ts')).toContain("import { PrismaClient } from '@prisma/client';\n")
    expect(await read('api/generated/note.gen.ts')).toMatch(
      /import type \{[^}]*\bPrisma\b[^}]*\} from '@prisma\/client'/,
    )
  })

  test("a schema that specifies the client's folder imports its index", async () => {
    const folder = await projectWith(['provider = "prisma-client-js"', 'output = "../generated/prisma"'])
    const schema =
      'prisma: { schema: prisma/schema.prisma, client: ./generated/prisma }\nresources:\n  notes: { attributes: [text] }\n'
    await writeFile(join(folder, 'schema.yaml'), schema)
    await mkdir(join(folder, 'generated/prisma'), { recursive: true })
    await writeFile(join(folder, 'generated/prisma/index.d.ts'), 'export {}\n')
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'src/api/generated/note.gen.ts'), 'utf8')).toContain(
      "from '../../../generated/prisma/index.js'",
    )
  })
})
