import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf } from '../docs/blocks.js'
import { FRAMEWORKS, MANAGERS } from '../../create/src/choices.js'
import { filesUnder } from '../generator/support/fixtures.js'
import { freePort } from '../real/support/server.js'
import { isSoak } from '../support/sample.js'
import { PLACES } from './support/databases.js'
import {
  createdProject,
  installPnpm,
  packedProgram,
  runIn,
  startProject,
  type Ended,
  type Packed,
} from './support/project.js'
import { follow } from './support/follow.js'

let packed: Packed
let created: Ended
let project: string

beforeAll(async () => {
  packed = await packedProgram()
  ;({ project, created } = await createdProject())
}, 600_000)

afterAll(() => packed.remove())

test('`create` writes a working project to an empty folder, and prints the next steps (20.21)', () => {
  expect(created).toEqual({
    code: 0,
    stdout: '',
    stderr: `Installing the packages …
Writing the server …
Generating the API …
Compiling the project …
Creating the tables …
Adding examples …

my-api is an API with express on sqlite.

Next:
  1. cd my-api
  2. npm start
  3. curl 'http://localhost:3000/products?include=category'   # in another terminal
`,
  })
})

test('the README shows the first steps that `create` prints', async () => {
  const told = [...created.stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, line]) => line)
  const [shown] = blocksOf('create/README.md', 'sh').map(({ text }) => text.trim().split('\n'))
  const { name } = JSON.parse(await readFile(at('create/package.json'), 'utf8')) as { name: string }
  expect(shown).toEqual([`npm ${name.replace('-', ' ')}@latest my-api`, ...told.slice(0, 2)])
})

test('the server of a new project responds, logs requests, and stops on request', async () => {
  const server = await startProject(project)
  const root = await fetch(`${server.url}/`)
  const { meta } = (await root.json()) as { meta: { collections: object } }
  expect([root.status, Object.keys(meta.collections)]).toEqual([200, ['categories', 'products']])
  const answer = await fetch(`${server.url}/products?include=category&fields[products]=name,category`)
  const { data, included } = (await answer.json()) as {
    data: { attributes: { name: string } }[]
    included: { attributes: { name: string } }[]
  }
  expect([data, included].map((records) => records.map(({ attributes }) => attributes.name))).toEqual([
    ['A short history of tea', 'Knots and how to tie them', 'Folding rule'],
    ['Books', 'Tools'],
  ])
  expect(await server.terminate()).toEqual({
    code: 0,
    printed:
      'http://localhost:PORT\nGET / 200\nGET /products?include=category&fields[products]=name,category 200\n',
  })
})

test('`npm run dev` reloads when the schema or the code changes (20.21)', { timeout: 300_000 }, async () => {
  const schema = await readFile(join(project, 'schema.yaml'), 'utf8')
  const server = await readFile(join(project, 'src/server.ts'), 'utf8')
  const port = await freePort()
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: project,
    detached: true,
    env: { ...process.env, PORT: String(port), NODE_ENV: undefined },
    stdio: 'ignore',
  })
  const ended = once(dev, 'close')
  const seen = async (path: string, look: (response: Response) => unknown): Promise<unknown> =>
    fetch(`http://localhost:${port}${path}`).then(look, () => 'nobody')
  const until = (path: string, look: (response: Response) => unknown, expected: unknown): Promise<void> =>
    vi.waitFor(async () => expect(await seen(path, look)).toBe(expected), {
      timeout: 120_000,
      interval: 250,
    })
  try {
    await until('/products?filter[stock]=3', ({ status }) => status, 400)
    expect(await seen('/explorer', ({ status }) => status)).toBe(200)
    expect(await seen('/explorer/page.js', ({ status }) => status)).toBe(200)
    await writeFile(
      join(project, 'schema.yaml'),
      schema.replace('      category.name:\n', '      category.name:\n      stock:\n'),
    )
    await until('/products?filter[stock]=3', ({ status }) => status, 200)
    await writeFile(
      join(project, 'src/server.ts'),
      server.replace(
        '.use(log)',
        ".use(log, (_request, response, next) => next(void response.set('x-made', 'anew')))",
      ),
    )
    await until('/products', ({ headers }) => headers.get('x-made'), 'anew')
  } finally {
    process.kill(-(dev.pid ?? 0), 'SIGINT')
    await ended
  }
  expect(await seen('/', ({ status }) => status)).toBe('nobody')
  await writeFile(join(project, 'schema.yaml'), schema)
  await writeFile(join(project, 'src/server.ts'), server)
  for (const script of ['jsonapi:generate', 'build']) {
    expect(await runIn(project, 'npm', ['run', script])).toMatchObject({ code: 0 })
  }
})

test('without tables, the response of a new project contains no details, and its log contains instructions (14.7)', async () => {
  const server = await startProject(project, { DATABASE_URL: 'file:./prisma/new.db' })
  const answer = await fetch(`${server.url}/products`)
  const told = await answer.text()
  const { code, printed } = await server.terminate()
  await rm(join(project, 'prisma/new.db'))
  expect([answer.status, told.includes('migrate'), told.includes('Product'), code]).toEqual([
    500,
    false,
    false,
    0,
  ])
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const [, typed = ''] =
    /^The database is missing a table .* To apply it: `npm run ([\w:]+)`/m.exec(printed) ?? []
  expect([typed, Object.hasOwn(scripts, typed)]).toEqual(['db:migrate', true])
})

test(
  'the tests of a new project run on separate databases and pass, and the generated files are up to date',
  { timeout: 300_000 },
  async () => {
    const tests = await runIn(project, 'npm', ['test'])
    expect({ code: tests.code, said: /Tests .*12 passed/.test(tests.stdout) }, tests.stdout).toEqual({
      code: 0,
      said: true,
    })
    expect(await runIn(project, 'npm', ['run', 'jsonapi:check'])).toMatchObject({ code: 0 })
    expect(await runIn(project, 'npm', ['run', 'db:migrate'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The database is up to date.\n'),
    })
  },
)

test('a new project contains no query engine, and no package runs an install script', async () => {
  const names = await filesUnder(join(project, 'node_modules/@prisma/engines'))
  expect(names.filter((name) => name.includes('schema-engine'))).toEqual([])
  expect(await readFile(join(project, '.npmrc'), 'utf8')).toMatch(
    /This disables the install scripts of every package.*\nignore-scripts=true\n$/s,
  )
})

test('a new project consists of the expected files', async () => {
  const names = await filesUnder(project)
  expect(
    names.filter((name) => !/^(?:node_modules|dist|src\/prisma|src\/api\/generated)\//.test(name)).toSorted(),
  ).toEqual([
    '.env',
    '.env.example',
    '.gitattributes',
    '.github/workflows/ci.yml',
    '.gitignore',
    '.npmrc',
    'AGENTS.md',
    'README.md',
    'dev.js',
    'package-lock.json',
    'package.json',
    'prisma.config.ts',
    'prisma/dev.db',
    'prisma/migrations/20260101000000_first/migration.sql',
    'prisma/migrations/migration_lock.toml',
    'prisma/schema.prisma',
    'schema.yaml',
    'src/api/application.controller.ts',
    'src/api/application.resource.ts',
    'src/api/category.resource.ts',
    'src/api/contract.test.ts',
    'src/api/product.resource.ts',
    'src/api/products.test.ts',
    'src/api/routes/categories.routes.test.ts',
    'src/api/routes/categories.routes.ts',
    'src/api/routes/index.ts',
    'src/api/routes/products.routes.test.ts',
    'src/api/routes/products.routes.ts',
    'src/api/testing.ts',
    'src/database/migrate-script.ts',
    'src/database/migrate.ts',
    'src/database/migrations.ts',
    'src/database/seed-script.ts',
    'src/database/seed.ts',
    'src/env.ts',
    'src/prisma.ts',
    'src/server.ts',
    'src/testing/database.ts',
    'tsconfig.json',
    'vendor/jsonapi-gen-0.1.0.tgz',
    'vendor/jsonapi-gen-client-0.1.0.tgz',
    'vendor/jsonapi-gen-explorer-0.1.0.tgz',
    'vendor/jsonapi-gen-openapi-0.1.0.tgz',
    'vendor/jsonapi-gen-runtime-0.1.0.tgz',
    'vitest.config.ts',
  ])
})

test('each file named in docs/create.md exists in the project', async () => {
  const page = await readFile(at('docs/create.md'), 'utf8')
  const chapter = page.slice(page.indexOf('## The files'), page.indexOf('## Migrations'))
  const named = [...chapter.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  )
  const names = await filesUnder(project)
  const isThere = (path: string): boolean => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(?:/|$)`)
    return names.some((name) => pattern.test(name))
  }
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('`npm run db:migrate` applies a migration completely or not at all, and never twice (20.21)', async () => {
  const folder = join(project, 'prisma/migrations/20270101000000_shelves')
  const migrated = async (last: string) => {
    const table = `CREATE TABLE "Shelf" ("id" INTEGER PRIMARY KEY, "name" TEXT DEFAULT 'a;b');`
    await writeFile(join(folder, 'migration.sql'), `-- Shelves; of books\n${table}\n${last};\n`)
    const { code, stdout, stderr } = await runIn(project, 'npm', ['run', '--silent', 'db:migrate'])
    return {
      code,
      said: `${stdout}${stderr}`.split('\n').find((line) => /Shelf|Applied|up to date|Nowhere/.test(line)),
    }
  }
  await mkdir(folder)
  expect(await migrated('INSERT INTO "Nowhere" ("id") VALUES (1)')).toEqual({
    code: 1,
    said: expect.stringContaining('no such table: Nowhere'),
  })
  const mended = `INSERT INTO "Shelf" ("id") VALUES (1)`
  expect(await migrated(mended)).toEqual({ code: 0, said: 'Applied 20270101000000_shelves.' })
  expect(await migrated(mended)).toEqual({ code: 0, said: 'The database is up to date.' })
  await rm(folder, { recursive: true })
})

const combinations = PLACES.flatMap((place) =>
  FRAMEWORKS.flatMap((framework) =>
    MANAGERS.map((manager) => ({ place, framework, manager, database: place.database })),
  ),
)

// Each project installs its packages, which takes a minute, so only a soak creates them.
describe.each(isSoak ? combinations : [])(
  'create/matrix: $framework on $database with $manager',
  ({ place, framework, manager, database }) => {
    test(
      'a new project passes its tests and responds to requests, and the tutorial works in it',
      { timeout: 1_200_000 },
      async () => {
        const path = manager === 'pnpm' ? await installPnpm(packed) : (process.env['PATH'] ?? '')
        const name = `made_${database}_${framework}_${manager}_${process.pid}`
        const { url, drop } = await place.empty(name)
        // One of the projects has its tables in a separate schema.
        const address = database === 'postgresql' && framework === 'hono' ? `${url}?schema=shop` : url
        try {
          const options = ['--framework', framework, '--database', database, '--database-url', address]
          const parameters = [
            name,
            ...options,
            '--package-manager',
            manager,
            '--packages',
            'packages',
            '--yes',
          ]
          const made = await runIn(packed.folder, process.execPath, [packed.program, ...parameters], {
            PATH: path,
          })
          expect(made.code, made.stderr).toBe(0)
          const folder = join(packed.folder, name)
          const tests = await runIn(folder, manager, ['test'], { PATH: path })
          expect(tests.code, tests.stdout + tests.stderr).toBe(0)
          const server = await startProject(folder)
          const answer = await fetch(`${server.url}/categories?include=products&filter[name]=Books`)
          const { included } = (await answer.json()) as { included: readonly unknown[] }
          expect([(await fetch(`${server.url}/`)).status, answer.status, included.length]).toEqual([
            200, 200, 2,
          ])
          expect(await server.terminate()).toMatchObject({ code: 0 })
          if (manager === 'npm') {
            expect(await follow(folder, framework, database)).toMatch(/Tests .*\d+ passed/)
          }
        } finally {
          await drop()
        }
      },
    )
  },
)
