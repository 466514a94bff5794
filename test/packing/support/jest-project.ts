import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTables } from '../../../examples/blog/src/database.js'
import { at } from '../../../scripts/lib/paths.js'
import { generateClient } from '../../../scripts/lib/prisma-client.js'
import { type Ended, runIn } from '../../create/support/project.js'
import { pack } from './pack.js'

/** A CommonJS project outside the repository, with the blog, from packed packages. */
export interface JestProject {
  readonly folder: string
  /** Runs Jest with a configuration, an empty cache and a new database. */
  jest(config: string): Promise<Ended>
  remove(): Promise<void>
}

/** The files that a user of the blog writes by hand. */
const BY_HAND = [
  'client.ts',
  'prisma.ts',
  'currencies.ts',
  'api/application.controller.ts',
  'api/post.resource.ts',
  'api/currency.resource.ts',
]

export async function createJestProject(packages: readonly string[]): Promise<JestProject> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-jest-'))
  await mkdir(join(folder, 'packages'))
  const own = await Promise.all(
    ['.', 'runtime', 'openapi', 'explorer', 'client'].map((name) => pack(name, join(folder, 'packages'))),
  )
  const others = ['@prisma/client', '@prisma/adapter-libsql', 'express', '@types/express', '@types/node']
  const manifests = await Promise.all(
    ['package.json', 'examples/blog/package.json'].map(async (path) => readFile(at(path), 'utf8')),
  )
  const versions = manifests.map((text) => {
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
    return { ...devDependencies, ...dependencies }
  })
  const versionOf = (name: string): string => versions.map((each) => each[name]).find(Boolean) ?? 'latest'
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const named = others.map((name) => `${name}@${versionOf(name)}`)
  await run(folder, 'npm', ['install', ...options, ...own, ...named, ...packages])

  for (const file of BY_HAND) {
    await mkdir(dirname(join(folder, 'src', file)), { recursive: true })
    await cp(at(`examples/blog/src/${file}`), join(folder, 'src', file))
  }
  const datamodel = await readFile(at('examples/blog/prisma/schema.prisma'), 'utf8')
  await mkdir(join(folder, 'prisma'))
  await writeFile(join(folder, 'prisma/schema.prisma'), datamodel)
  await generateClient({
    datamodel: datamodel.replace(/(moduleFormat\s*=\s*)"esm"/, '$1"cjs"'),
    output: join(folder, 'src/prisma'),
  })
  const schema = await readFile(at('schema.example.yaml'), 'utf8')
  await writeFile(join(folder, 'schema.yaml'), schema.replaceAll('examples/blog/', ''))
  await run(folder, 'npx', ['--no-install', 'jsonapi-gen', 'generate'])
  return {
    folder,
    async jest(config) {
      await writeFile(join(folder, 'jest.config.cjs'), config)
      const database = `file:${join(await mkdtemp(join(folder, 'run-')), 'blog.db')}`
      await createTables(database)
      const args = ['--no-install', 'jest', '--no-cache']
      return runIn(folder, 'npx', args, { DATABASE_URL: database })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function run(folder: string, command: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runIn(folder, command, args)
  if (code !== 0) throw new Error(stderr + stdout)
}
