import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { type Block, blocksOf } from './blocks.js'
import { filesOfNewProject } from './new-project.js'
import { PAGES } from './pages.js'

/** A command on a page, and the comment after it. */
interface Command {
  readonly line: string
  readonly comment: string
}

const commandsOf = (blocks: readonly Block[]): readonly Command[] =>
  blocks.flatMap(({ text }) =>
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [commands = '', comment = ''] = line.split(/ +# /)
        return commands.split(' && ').map((command) => ({ line: command, comment }))
      }),
  )

const IN_A_PROJECT = commandsOf(blocksOf('docs/create.md', 'sh', 'In an existing project'))
const IN_CI = commandsOf(blocksOf('docs/commands.md', 'sh', 'In CI'))
const UPGRADING = commandsOf(blocksOf('docs/upgrading.md', 'sh'))
const CONTRACT = commandsOf(blocksOf('docs/contract.md', 'sh'))
const CLIENTS = commandsOf(blocksOf('docs/clients.md', 'sh'))

const startsWith =
  (start: string) =>
  ({ line }: Command): boolean =>
    line.startsWith(start)

const ofOurs = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(startsWith('npx jsonapi-gen '))

/** Runs one of our own commands in a folder, and writes its output to the file that the command names. */
async function run(folder: string, { line }: Command) {
  const [, parameters = '', file] = /^npx jsonapi-gen (.*?)(?: > (\S+))?$/.exec(line) ?? []
  const ended = await jsonapiGenHere(parameters.split(' '), folder)
  if (file !== undefined) await writeFile(join(folder, file), ended.stdout)
  return ended
}

describe('docs/commands: commands to type in this repository', () => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const commands = commandsOf([
    ...blocksOf('README.md', 'sh', 'This clone'),
    ...blocksOf('CONTRIBUTING.md', 'sh'),
    ...blocksOf('test/README.md', 'sh'),
    ...blocksOf('docs/internals/scaling.md', 'sh'),
    ...blocksOf('docs/performance.md', 'sh'),
    ...blocksOf('examples/saas/README.md', 'sh', 'Invoices of several organisations'),
  ])

  test('the documented commands are scripts in package.json or files, and their paths exist', () => {
    const faults = commands.flatMap(({ line }) => {
      const words = line.split(' ').filter((word) => !/^[A-Z_]+=/.test(word))
      const [program = '', name = '', third = ''] = words
      const script = name === 'run' ? third : name
      const isKnown =
        program === 'npm' ? script === 'ci' || Object.hasOwn(scripts, script) : existsSync(at(program))
      const file = program === 'node' ? name : ''
      const paths = words.filter((word) => /^(?:test|scripts)\//.test(word))
      const missing = paths.filter((path) => !existsSync(at(path)))
      return (isKnown || existsSync(at(file || 'none'))) && missing.length === 0 ? [] : [line]
    })
    expect(commands.length).toBeGreaterThan(20)
    expect(faults).toEqual([])
  })
})

describe('docs/commands: packages that pages tell readers to install', () => {
  test('the documented packages are published under the documented names', () => {
    const published = ['.', 'runtime', 'openapi', 'explorer', 'client', 'create'].map(
      (folder) =>
        (JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8')) as { readonly name: string }).name,
    )
    const named = [
      ...commandsOf(blocksOf('client/README.md', 'sh')),
      ...commandsOf(blocksOf('docs/client.md', 'sh')),
      ...[...IN_A_PROJECT, ...UPGRADING]
        .filter(startsWith('npm '))
        .filter(({ line }) => !line.includes('prisma')),
    ].flatMap(({ line }) => {
      const [, names] = /^npm install (?:--save-dev )?([^-].*)$/.exec(line) ?? []
      return names?.split(' ').map((name) => name.replace(/(?<=.)@latest$/, ''))
    })
    expect(named).toHaveLength(10)
    expect(named.filter((name) => name === undefined || !published.includes(name))).toEqual([])
  })
})

describe('docs/commands: Prisma is mentioned with its version', () => {
  /** Commands in a text that install or run Prisma without specifying its version. */
  const unversioned = (text: string): readonly string[] =>
    [
      ...text.matchAll(/\b(?:npx|pnpx|pnpm dlx|pnpm exec|yarn dlx|bunx) (?:-\S+ )*prisma(?!@7)\b.*/g),
      ...text.matchAll(/\b(?:npm|pnpm|yarn|bun) (?:install|i|add) [^`'"#&]*/g),
    ].flatMap(([command]) => {
      const [, ...words] = command.split(/\s+/)
      const named = words.filter((word) => /^(?:prisma|@prisma\/(?!extension))/.test(word))
      return named.every((word) => /.@(?:7|8\.0\.0-rc\.\d+)\b/.test(word)) ? [] : [command]
    })

  test('the check finds Prisma commands without a version', () => {
    expect(
      unversioned(
        '`npx prisma generate`, npm i -D prisma @prisma/client@7, npm install prisma@7, npx prisma@7 x',
      ),
    ).toEqual([
      'npx prisma generate`, npm i -D prisma @prisma/client@7, npm install prisma@7, npx prisma@7 x',
      'npm i -D prisma @prisma/client@7, npm install prisma@7, npx prisma@7 x',
    ])
  })

  test.each(PAGES.filter((page) => page !== 'CHANGELOG.md'))(
    "every command in %s that runs or installs Prisma includes Prisma's version",
    (page) => {
      expect(unversioned(readFileSync(at(page), 'utf8'))).toEqual([])
    },
  )

  test.each(['src', 'create/src', 'create/templates', 'templates', 'templates-init', 'runtime/src'])(
    "if a command that %s prints or writes runs or installs Prisma, it includes Prisma's version",
    (folder) => {
      const files = readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      const texts = files
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => readFileSync(at(`${folder}/${name}`), 'utf8'))
      expect(texts.flatMap(unversioned)).toEqual([])
    },
  )
})

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

describe('docs/commands: commands in an existing project', () => {
  test('every documented command runs, in the order of the page, and does what the page says', async () => {
    const folder = await folderWith({
      'package.json': '{ "type": "module", "dependencies": { "express": "*" } }',
      'prisma/schema.prisma': DATAMODEL,
    })
    const codes = []
    for (const command of ofOurs(IN_A_PROJECT)) codes.push((await run(folder, command)).code)
    expect(codes).toEqual([0, 0])
    for (const path of ['schema.yaml', 'src/prisma.ts', 'src/server.ts', 'src/api/generated/note.gen.ts']) {
      expect(existsSync(join(folder, path)), path).toBe(true)
    }
    const [check] = IN_CI
    if (!check) throw new Error('docs/commands.md has no command for CI.')
    expect(check.comment).toContain('0 up to date, 2 a broken schema, 3 something to regenerate')
    const schema = await readFile(join(folder, 'schema.yaml'), 'utf8')
    for (const [code, text] of [
      [0, schema],
      [3, schema.replace('      id:\n', '      id:\n      text:\n')],
      [2, schema.replace('attributes:', 'attribute:')],
    ] as const) {
      await writeFile(join(folder, 'schema.yaml'), text)
      expect({ text, code: (await run(folder, check)).code }).toEqual({ text, code })
    }
  })

  test('docs/commands generates the Prisma Client as the build script of a new project does', async () => {
    const files = await filesOfNewProject()
    const { scripts } = JSON.parse(files.get('package.json') ?? '') as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const [command] = IN_A_PROJECT.filter(startsWith('npx prisma@'))
    expect(scripts['build']).toBe(`${command?.line.replace('npx prisma@7 ', 'prisma ')} && tsc`)
  })
})

const SCHEMA = `generate: { output: src/api }
resources:
  notes:
    attributes:
      title: { type: string, maxLength: 200 }
`

/** A repository with two tags, a remote main branch, and a schema with a breaking change. */
async function repository(now: string): Promise<string> {
  const folder = await folderWith({ 'schema.yaml': SCHEMA })
  await jsonapiGenHere(['generate'], folder)
  const git = (...parameters: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'First')
  git('tag', 'v1.2')
  git('tag', 'v1.3')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  await writeFile(join(folder, 'schema.yaml'), now)
  return folder
}

describe('docs/commands: commands in a repository', () => {
  test('docs/contract.md: each comparison ends with the result that its comment states', async () => {
    const folder = await repository(SCHEMA.replace('200', '100'))
    const codes = []
    for (const command of CONTRACT) {
      const { code } = await run(folder, command)
      codes.push({ ...command, code })
    }
    const expected = CONTRACT.map((command) => ({
      ...command,
      // The last command also finds that the code for the change has not been generated yet.
      code: /exits with 3/.test(command.comment) || command.line.includes('--check') ? 3 : 0,
    }))
    expect(codes).toEqual(expected)
    expect(codes).toHaveLength(4)
  })

  test('docs/upgrading.md: `--diff` shows the changes that `generate` then writes', async () => {
    const folder = await repository(SCHEMA.replace('200', '100'))
    const [shown, written] = ofOurs(UPGRADING)
    if (!shown || !written) throw new Error('docs/upgrading.md has two commands of ours.')
    const { code, stdout } = await run(folder, shown)
    expect([code, stdout.includes('maxLength: 100')]).toEqual([0, true])
    expect(await run(folder, written)).toMatchObject({ code: 0 })
    expect(await run(folder, shown)).toMatchObject({ code: 0, stdout: '' })
  })

  test('docs/clients.md: the document is printed to a file', async () => {
    const folder = await repository(SCHEMA)
    const [command] = ofOurs(CLIENTS)
    if (!command) throw new Error('docs/clients.md has a command of ours.')
    expect(await run(folder, command)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'))).toMatchObject({
      openapi: '3.1.0',
    })
  })
})
