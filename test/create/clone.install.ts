import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { type Block, blocksOf } from '../docs/blocks.js'
import { freePort } from '../real/support/server.js'
import { isSoak } from '../support/sample.js'
import { follow } from './support/follow.js'
import { runIn, startProject } from './support/project.js'

let folder: string
let clone: string
let project: string

/** The commands in some blocks, without the comments after them. */
const commandsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(({ text }) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*$/, '')),
  )

const inClone = (line: string, env: NodeJS.ProcessEnv = {}) => runIn(clone, 'sh', ['-c', line], env)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-clone-'))
  clone = join(folder, 'jsonapi-gen')
  project = join(folder, 'my-api')
  const cloned = await runIn(folder, 'sh', ['-c', CLONING], { HERE: at('.'), CLONE: clone })
  if (cloned.code !== 0) throw new Error(cloned.stderr)
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('create/clone: the commands in the README and the tutorial, in a fresh clone', () => {
  test('these tests run every command in the README and the tutorial', async () => {
    expect(commandsOf(blocksOf('README.md', 'sh'))).toEqual([
      'npm ci',
      'npm run create -- ../my-api',
      'cd ../my-api',
      'npm start',
      READ_TOOLS,
      'npm ci && npm run demo',
      'npm ci && npm test',
    ])
    expect(await readFile(at('.ci/run'), 'utf8')).toMatch(/ npm ci$.* npm test$/ms)
    expect(commandsOf(blocksOf('docs/tutorial.md', 'sh', 'A first response'))).toEqual([
      'npm ci',
      'npm run create -- ../my-api --yes',
      'cd ../my-api',
      'npm start',
    ])
    expect(commandsOf(blocksOf('docs/create.md', 'sh', 'A new project'))).toEqual([
      'npm run create -- ../my-api',
      'cd ../my-api',
      'npm start',
    ])
  })

  test('`npm ci && npm run demo` succeeds', { timeout: 600_000 }, async () => {
    const { code, stdout, stderr } = await inClone(`${INSTALLING} && npm run demo`, { HERE: at('.') })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('POST /posts\n')
  })

  test(
    '`npm run create -- ../my-api` creates a working project and packs its dependencies',
    { timeout: 600_000 },
    async () => {
      const created = await inClone('npm run --silent create -- ../my-api')
      expect(created).toEqual({
        code: 0,
        stdout: '',
        stderr: `Packing the packages of this clone …
Installing the packages …
Writing the server …
Generating the API …
Compiling the project …
Creating the tables …
Adding examples …

../my-api is an API with express on sqlite.

Next:
  1. cd ../my-api
  2. npm start
  3. curl 'http://localhost:3000/products?include=category'   # in another terminal
`,
      })
      const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
        dependencies: Readonly<Record<string, string>>
      }
      expect(dependencies['@jsonapi-gen/runtime']).toMatch(
        /^file:vendor\/jsonapi-gen-runtime-\d+\.\d+\.\d+\.tgz$/,
      )
      expect((await runIn(clone, 'git', ['status', '--porcelain'])).stdout).toBe('')
    },
  )

  test(
    'on another machine, the files in git are sufficient to install, build and test the new project',
    { timeout: 600_000 },
    async () => {
      const commit = 'git -c user.name=me -c user.email=me@example.com commit --quiet -m first'
      const taken = await runIn(project, 'sh', ['-c', `git init --quiet . && git add . && ${commit}`])
      expect(taken).toMatchObject({ code: 0 })
      const other = await mkdtemp(join(tmpdir(), 'jsonapi-gen-other-'))
      try {
        const { code, stdout, stderr } = await runIn(other, 'sh', [
          '-c',
          `git clone --quiet ${project} taken && cd taken && npm ci --prefer-offline && npm test && npm run jsonapi:check`,
        ])
        expect(code, stdout + stderr).toBe(0)
      } finally {
        await rm(other, { recursive: true, force: true })
      }
    },
  )

  test('`npm start` serves the request in the README', { timeout: 120_000 }, async () => {
    const server = await startProject(project)
    const response = await runIn(project, 'sh', [
      '-c',
      READ_TOOLS.replace('http://localhost:3000', server.url),
    ])
    await server.terminate()
    const [document] = blocksOf('README.md', 'json', 'A first response')
    expect(JSON.parse(response.stdout)).toMatchObject(JSON.parse(document?.text ?? '') as object)
  })

  test(
    '`npx jsonapi-gen generate --check` succeeds, and `explain` explains a code in its messages',
    { timeout: 120_000 },
    async () => {
      expect(await runIn(project, 'npx', ['jsonapi-gen', 'generate', '--check'])).toMatchObject({ code: 0 })
      expect(await runIn(project, 'npx', ['jsonapi-gen', 'explain', 'JG715'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^JG715 .*\n\nCause: /),
      })
    },
  )

  test('each step of the tutorial returns the response on the page', { timeout: 900_000 }, async () => {
    expect(await follow(project, 'express', 'sqlite')).toMatch(/Tests .*\d+ passed/)
  })
})

describe('create/clone: `npm run create` prints the same output as `npm create`', () => {
  test('`npm run create -- --help` prints the options, and `--version` prints the version', async () => {
    const here = await inClone('npm run --silent create -- --help')
    const program = await runIn(clone, process.execPath, ['create/bin/create-jsonapi-gen.js', '--help'])
    expect(here).toEqual({
      ...program,
      stdout: program.stdout.replace(/^Usage: .*$/m, 'Usage: npm run create -- [folder] [options]'),
    })
    const { version } = JSON.parse(await readFile(at('create/package.json'), 'utf8')) as { version: string }
    expect((await inClone('npm run --silent create -- --version')).stdout).toBe(`${version}\n`)
  })

  test('`npm run create` rejects a folder that is not empty', { timeout: 120_000 }, async () => {
    await writeFile(join(folder, 'file'), '')
    expect(await inClone('npm run --silent create -- .. --yes')).toEqual({
      code: 2,
      stdout: '',
      stderr: `.. is not empty: it contains file, jsonapi-gen, my-api. Choose an empty folder, or run \`npx jsonapi-gen init --server\` in the project. Nothing was written.\n`,
    })
  })

  test('`npm run create` reports a database server that does not respond', { timeout: 120_000 }, async () => {
    const url = `postgresql://me@127.0.0.1:${await freePort()}/shop`
    const { code, stderr } = await inClone(
      `npm run --silent create -- ../other --yes --database postgresql --database-url ${url}`,
    )
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^No postgresql server responds at 127\.0\.0\.1:\d+ .* Nothing was written\.\n$/),
    ])
    expect(await readdir(folder)).not.toContain('other')
  })

  test('without a network, `npm run create` leaves nothing behind', { timeout: 300_000 }, async () => {
    const { code, stderr } = await inClone('npm run --silent create -- ../other --yes', {
      npm_config_registry: `http://127.0.0.1:${await freePort()}`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Nothing was written|nothing stays|registry/i)])
    expect(await readdir(folder)).not.toContain('other')
  })
})

/** Clones the last commit. If the files have no history, commits a copy of them, without the files that git ignores. */
const CLONING = `set -e
if [ -e "$HERE/.git" ]; then exec git clone --quiet --depth 1 "file://$HERE" "$CLONE"; fi
mkdir "$CLONE"
cd "$HERE"
git init --quiet "$CLONE"
git --git-dir "$CLONE/.git" --work-tree . add .
cd "$CLONE"
git -c user.name=clone -c user.email=clone@example.com commit --quiet -m clone
git checkout --quiet -- .
`

// The gate begins with `npm ci` for the same lock file, so that only a soak installs the packages again.
const INSTALLING = isSoak ? 'npm ci --prefer-offline' : 'cp -a "$HERE/node_modules" .'

const READ_TOOLS =
  "curl -g 'http://localhost:3000/products?filter[category.name]=Tools&fields[products]=name'"
