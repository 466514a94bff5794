import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { PROJECT } from '../create/support/shop.js'
import { dirname, join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import type { Database, Orm } from '../../create/src/choices.js'
import { filesOf } from '../../create/src/files.js'
import { createTablesOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { replaced, replaceIn, stepsOf } from '../create/support/tutorial.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import type { Block } from './blocks.js'
import { merged, textOfTree, treeOf } from './schema-trees.js'

/** A new project that contains the code of all guides. */
export interface GuideProject {
  readonly folder: string
  /** The URL of its database, which already has the tables. */
  readonly url: string
  /** The compiler's output. */
  readonly compiled: string
  remove(): Promise<void>
}

/** An additional API in the same project, over the same Prisma Client. */
export interface Beside {
  readonly models: string
  /** The schema of the API: a file in the project's root folder, and its text. */
  readonly schema: readonly [file: string, text: string]
  readonly files: Readonly<Record<string, string>>
}

/**
 * Creates a project like the ones that `create` writes, but with the models and resources in the blocks. It
 * is in the repository, where its imports resolve without an installation. The code in the blocks is compiled
 * with it.
 */
export async function guideProject(blocks: readonly Block[], beside?: Beside): Promise<GuideProject> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/guides-'))
  await symlink(at('node_modules'), join(folder, 'node_modules'))
  const of = (language: string): readonly string[] =>
    blocks.filter((block) => block.language === language && block.place === undefined).map(({ text }) => text)

  const files = await newProject()
  const [header = ''] = (files.get('prisma/schema.prisma') ?? '').split('/// What products')
  const models = [header, ...of('prisma'), beside?.models].join('\n')
  const datamodel = stepsOf(blocks.filter(({ language }) => language === 'prisma')).reduce(
    (text, step) => (step.kind === 'replace' ? replaced(text, step) : text),
    models,
  )
  const resources = of('yaml').map(treeOf)
  const own = treeOf((files.get('schema.yaml') ?? '').split('\nresources:')[0] ?? '')
  const all = {
    ...Object.fromEntries(files),
    'prisma/schema.prisma': datamodel,
    // The few rows in a guide need no indexes.
    'schema.yaml': textOfTree(resources.reduce(merged, merged(own, { defaults: { unindexed: true } }))),
    ...(beside && Object.fromEntries([beside.schema])),
  }
  for (const [path, text] of Object.entries(all)) await write(folder, path, text)

  // Next to the clients for the tests, so that it is generated only once for each change to the pages.
  const client = at(`test/.generated/sqlite/${beside ? 'guides' : 'company'}`)
  await generateClient({ datamodel, output: client })
  await cp(client, join(folder, 'src/prisma'), { recursive: true })
  for (const parameters of [
    ['init', '--server'],
    ['generate', '--strict'],
    ...(beside ? [['generate', '--schema', beside.schema[0]]] : []),
  ]) {
    const { code, stderr } = await jsonapiGenHere(parameters, folder)
    if (code !== 0) throw new Error(stderr)
  }
  for (const [path, text] of Object.entries(beside?.files ?? {})) await write(folder, path, text)
  for (const step of stepsOf(blocks.filter(({ language }) => language === 'ts'))) {
    if (step.kind === 'file') await write(folder, step.path, step.text)
    else if (step.kind === 'replace') await replaceIn(folder, step)
  }

  const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
  const url = `file:${join(folder, 'guides.db')}`
  await createTablesOf(datamodel, new PrismaLibSql({ url }))
  return { folder, url, compiled: stdout, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The files that `create` writes, without the ones for its own products. */
export async function newProject(
  database: Database = 'sqlite',
  orm: Orm = 'prisma',
): Promise<ReadonlyMap<string, string>> {
  const files = await filesOf({
    name: 'guides',
    framework: 'express',
    database,
    databaseUrl: ADDRESSES[database],
    orm,
    manager: 'npm',
    own: PROJECT.own,
  })
  return new Map(
    [...files].filter(
      ([path]) =>
        !/^src\/database\/seed|\.test\.ts$|^src\/testing\/|^vitest|^prisma\/migrations|migrate-script/.test(
          path,
        ),
    ),
  )
}

const ADDRESSES = {
  sqlite: 'file:./prisma/dev.db',
  postgresql: 'postgresql://localhost:5432/dev',
  mariadb: 'mysql://localhost:3306/dev',
} as const

export async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
