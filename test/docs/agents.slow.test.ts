import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ORMS, type Orm } from '../../create/src/choices.js'
import { filesOf } from '../../create/src/files.js'
import { CATALOGUE } from '../../src/diagnostic/catalogue.js'
import { PROJECT } from '../create/support/shop.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../generator/support/folder.js'
import { writtenProject } from './new-project.js'

/** The beginning of a link to the repository. */
const HERE = 'https://github.com/jsonapi-gen/jsonapi-gen/blob/main/'
const SHIPPED = ['AGENTS.md', 'runtime/AGENTS.md', 'client/AGENTS.md'] as const

const DATAMODEL = `generator client {
  provider = "prisma-client"
  output   = "../src/prisma"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
}
`

const EXISTING = {
  'package.json': '{ "type": "module", "dependencies": { "express": "*" } }',
  'prisma/schema.prisma': DATAMODEL,
}

/** A project that `create` wrote, and its AGENTS.md. */
async function ofCreate(orm: Orm): Promise<{ readonly folder: string; readonly text: string }> {
  const folder = await writtenProject(orm)
  return { folder, text: await readFile(join(folder, 'AGENTS.md'), 'utf8') }
}

/** An existing project after `init` and `generate` have run in it. */
async function ofInit(files: Readonly<Record<string, string>> = {}) {
  const folder = await folderWith({ ...EXISTING, ...files })
  const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
  expect(code).toBe(0)
  await jsonapiGenHere(['generate'], folder)
  return { folder, stderr, text: await readFile(join(folder, 'AGENTS.md'), 'utf8') }
}

/** The inline code in a text. */
const codeIn = (text: string): readonly string[] =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** Paths in a text that do not exist in a project. */
async function missing(text: string, folder: string): Promise<readonly string[]> {
  const files = Object.keys(await textsUnder(folder))
  const paths = codeIn(text).filter((code) => /^[\w.*/-]+(?:\/[\w.*-]+|\.(?:ts|yaml|prisma))$/.test(code))
  expect(paths.length).toBeGreaterThan(4)
  return paths.filter((path) => {
    const pattern = path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')
    return !files.some((file) => new RegExp(`(?:^|/)${pattern}(?:/|$)`).test(file))
  })
}

/**
 * The results of our commands and scripts in a text: the exit code of each command, run in a committed project, and
 * whether each script exists.
 */
async function ranIn(text: string, folder: string) {
  const git = (...parameters: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'First')
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const ended: Record<string, unknown> = {}
  for (const code of new Set(codeIn(text))) {
    const [, script] = /^(?:npm run|pnpm) ([\w:]+)$/.exec(code) ?? []
    const line = script === undefined ? code : (scripts[script] ?? `no script ${script}`)
    const [, parameters] = /^(?:npx |pnpm exec )?jsonapi-gen (.+)$/.exec(line) ?? []
    if (parameters !== undefined) ended[code] = (await jsonapiGenHere(parameters.split(' '), folder)).code
    else if (script !== undefined) ended[code] = scripts[script] === undefined ? 'missing' : 'a script'
  }
  return ended
}

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

function checkText(text: string): void {
  expect(wordsOf(text)).toBeLessThan(600)
  expect(text).not.toContain('{{')
  const codes = [...text.matchAll(/\bJG\d+\b/g)].map(([code]) => code)
  expect(codes.filter((code) => !Object.hasOwn(CATALOGUE, code))).toEqual([])
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => link.startsWith(HERE) && !existsSync(at(link.slice(HERE.length))))).toEqual(
    [],
  )
}

describe("docs/agents: a new project's instructions for coding agents (20.29)", () => {
  test.each(ORMS)(
    "a new project's instructions on %s mention existing files, and commands that succeed",
    async (orm) => {
      const { folder, text } = await ofCreate(orm)
      checkText(text)
      expect([text.includes('JSON:API server on Kysely'), text.includes('Prisma Client')]).toEqual(
        orm === 'kysely' ? [true, false] : [false, true],
      )
      expect(codeIn(text).filter((code) => code.startsWith('src/') && !code.startsWith('src/api/'))).toEqual([
        orm === 'kysely' ? 'src/db.ts' : 'src/prisma.ts',
        'src/server.ts',
      ])
      expect(await missing(text, folder)).toEqual([])
      expect(await ranIn(text, folder)).toEqual({
        'npm run regenerate': 'a script',
        'npx jsonapi-gen validate --strict': 0,
        'npm run jsonapi:check': 0,
        'npx jsonapi-gen policies': 0,
        'npm run build': 'a script',
        'npx jsonapi-gen diff HEAD': 0,
      })
    },
  )

  test("a new project's instructions mention the commands of its package manager", async () => {
    const text = (await filesOf({ ...PROJECT, manager: 'pnpm' })).get('AGENTS.md') ?? ''
    checkText(text)
    expect(codeIn(text).filter((code) => /^np[mx] /.test(code))).toEqual([])
    expect(codeIn(text)).toContain('pnpm exec jsonapi-gen diff HEAD')
  })
})

describe('docs/agents: instructions that `init` writes in an existing project (20.29)', () => {
  test('instructions in an existing project mention existing files, and commands that succeed', async () => {
    const { folder, stderr, text } = await ofInit()
    expect(stderr).toContain('wrote AGENTS.md, which tells coding agents how to change the API\n')
    checkText(text)
    expect(await missing(text, folder)).toEqual([])
    expect(await ranIn(text, folder)).toEqual({
      'npm run jsonapi:generate': 0,
      'npx jsonapi-gen validate --strict': 0,
      'npm run jsonapi:check': 0,
      'npx jsonapi-gen policies': 0,
      'npx jsonapi-gen diff HEAD': 0,
    })
  })

  test('the instructions in an existing project on Kysely mention no command and no package of Prisma', async () => {
    const { folder, text } = await ofInit({
      'package.json': '{ "type": "module", "dependencies": { "express": "*", "kysely": "*" } }',
      'prisma/schema.prisma': DATAMODEL.replace(/^generator [^]*?\n}\n\n/, ''),
    })
    checkText(text)
    expect(await missing(text, folder)).toEqual([])
    expect(text.match(/^.*(?:Kysely|Prisma|prisma).*$/gm)).toEqual([
      '[jsonapi-gen](https://github.com/jsonapi-gen/jsonapi-gen) generates a JSON:API server on Kysely from `schema.yaml`. This file tells coding agents how to change it.',
      '1. If the change needs a table or a column, change it in the database with a migration of this project, and in the Prisma schema. Only jsonapi-gen reads that schema: the API does not use Prisma.',
    ])
  })

  test("the instructions for coding agents mention the project's schema and folder", async () => {
    const annotated = `${DATAMODEL.replace('model Note', '/// @jsonapi.resource\nmodel Note')}
generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "../lib/api"
}
`
    const { text } = await ofInit({ 'prisma/schema.prisma': annotated })
    expect(codeIn(text)).toEqual(
      expect.arrayContaining([
        'prisma/schema.prisma',
        'lib/api/generated',
        'npx jsonapi-gen policies --schema prisma/schema.prisma',
      ]),
    )
    expect(text).not.toContain('src/api')
  })

  test('the instructions for coding agents mention commands without scripts if there is no package.json', async () => {
    const folder = await folderWith({ 'prisma/schema.prisma': DATAMODEL })
    await jsonapiGenHere(['init'], folder)
    expect(codeIn(await readFile(join(folder, 'AGENTS.md'), 'utf8'))).toEqual(
      expect.arrayContaining(['npx jsonapi-gen generate', 'npx jsonapi-gen generate --check']),
    )
  })

  test.each([
    ['by another author', '# Ours\n', 1],
    ['by jsonapi-gen', '# jsonapi-gen\n', 0],
  ])('an AGENTS.md %s remains unchanged, and `init` reports any missing lines', async (_, before, steps) => {
    const { stderr, text } = await ofInit({ 'AGENTS.md': before })
    expect(text).toBe(before)
    expect(stderr.match(/AGENTS\.md/g) ?? []).toHaveLength(2 * steps)
    expect(stderr.includes('add to AGENTS.md: schema.yaml describes the API, and')).toBe(steps === 1)
  })

  test('the instructions for coding agents do not change when `init` runs again', async () => {
    const { folder } = await ofInit()
    const traces = await tracesUnder(folder)
    await jsonapiGenHere(['init'], folder)
    expect(await tracesUnder(folder)).toEqual(traces)
  })
})

describe('docs/agents: instructions for coding agents in the packages', () => {
  test.each(SHIPPED)('the instructions for coding agents in %s are short and are published', (path) => {
    checkText(readFileSync(at(path), 'utf8'))
    const { files } = JSON.parse(readFileSync(at(path.replace('AGENTS.md', 'package.json')), 'utf8')) as {
      readonly files: readonly string[]
    }
    expect(files).toContain('AGENTS.md')
  })

  test("the generator's instructions for coding agents mention a project's files and commands", async () => {
    const text = readFileSync(at('AGENTS.md'), 'utf8')
    const folder = await writtenProject()
    expect(await missing(text, folder)).toEqual([])
    const { 'npx jsonapi-gen init --server': init, ...others } = await ranIn(text, folder)
    expect([init, others]).toEqual([
      0,
      {
        'npx jsonapi-gen generate': 0,
        'npx jsonapi-gen validate --strict': 0,
        'npx jsonapi-gen generate --check': 0,
        'npx jsonapi-gen policies': 0,
        'npx jsonapi-gen diff HEAD': 0,
      },
    ])
  })
})
