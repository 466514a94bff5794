import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { pack } from './support/pack.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const exec = promisify(execFile)

/** The packages that the project has in addition to ours, as any Express project on Prisma does. */
const PACKAGES = [
  '@prisma/client',
  '@prisma/adapter-libsql',
  '@prisma/driver-adapter-utils',
  'express',
  '@types/express',
  '@types/node',
]

let project: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'jsonapi-gen-packed-'))
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const blog = JSON.parse(await readFile(join(root, 'examples/blog/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const versions = { ...blog.dependencies, ...devDependencies }
  const tarballs = await Promise.all(
    ['.', 'runtime', 'openapi', 'explorer', 'client'].map((folder) => pack(folder, project)),
  )
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'packed', private: true, type: 'module' }),
  )
  const others = [...PACKAGES, '@prisma/schema-engine-wasm'].map((name) => `${name}@${versions[name]}`)
  await exec(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...tarballs, ...others],
    { cwd: project },
  )
}, 300_000)

afterAll(() => rm(project, { recursive: true, force: true }))

test(
  'the packed packages can be installed in an empty project, where they generate, compile and run',
  { timeout: 120_000 },
  async () => {
    await handOwned(project)
    const schema = await readFile(join(root, 'schema.example.yaml'), 'utf8')
    await writeFile(join(project, 'schema.yaml'), schema.replaceAll('examples/blog/', ''))
    const { stderr } = await exec('npx', ['--no-install', 'jsonapi-gen', 'generate'], { cwd: project })
    expect(stderr).toContain('src/api')
    await generateClient({
      datamodel: await readFile(join(root, 'examples/blog/prisma/schema.prisma'), 'utf8'),
      output: join(project, 'src/prisma'),
    })

    const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
    await exec(process.execPath, [tsc, '-b', 'prisma'], { cwd: project })
    await exec(process.execPath, [tsc, '-p', '.'], { cwd: project })
    const { stdout } = await exec(process.execPath, ['dist/request.js'], {
      cwd: project,
      env: { ...process.env, DATABASE_URL: `file:${join(project, 'blog.db')}` },
    })
    expect(JSON.parse(stdout)).toEqual({
      status: 200,
      types: ['posts', 'posts'],
      included: ['authors'],
      stats: { total: { count: 100 } },
    })
  },
)

/** Copies the files that a user writes by hand: the database, and the resources that the schema declares as custom. */
async function handOwned(to: string): Promise<void> {
  const blog = join(root, 'examples/blog')
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object
  }
  await writeFile(join(to, 'tsconfig.base.json'), JSON.stringify({ compilerOptions }))
  await mkdir(join(to, 'prisma'))
  for (const [file, extended] of [
    ['tsconfig.json', '../../'],
    ['prisma/tsconfig.json', '../../../'],
  ] as const) {
    const text = await readFile(join(blog, file), 'utf8')
    await writeFile(
      join(to, file),
      text.replace(`${extended}tsconfig.base.json`, `${file.includes('/') ? '../' : './'}tsconfig.base.json`),
    )
  }
  await mkdir(join(to, 'src/api'), { recursive: true })
  for (const file of [
    'client.ts',
    'database.ts',
    'prisma.ts',
    'seed.ts',
    'seed-data.ts',
    'currencies.ts',
    'api/application.controller.ts',
    'api/post.resource.ts',
    'api/currency.resource.ts',
  ]) {
    await cp(join(blog, 'src', file), join(to, 'src', file))
  }
  await cp(join(blog, 'prisma/schema.prisma'), join(to, 'prisma/schema.prisma'))
  await writeFile(join(to, 'src/request.ts'), REQUEST)
}

const REQUEST = `
import { api } from './api/routes/index.js'
import { createTables } from './database.js'
import { prisma } from './prisma.js'
import { seed } from './seed.js'

await createTables(process.env['DATABASE_URL'] ?? '')
await seed(prisma)
const response = await api.fetch(new Request('http://packed.test/posts?include=author&page[size]=2&stats[total]=count&sort=-views'))
const { data, included, meta } = (await response.json()) as {
  data: { type: string }[]
  included: { type: string }[]
  meta: { stats: object }
}
console.log(JSON.stringify({
  status: response.status,
  types: data.map(({ type }) => type),
  included: included.map(({ type }) => type),
  stats: meta.stats,
}))
await prisma.$disconnect()
`
