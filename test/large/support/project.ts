import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { createTablesOf } from '../../../examples/blog/src/database.js'
import { at } from '../../../scripts/lib/paths.js'
import { OFFLINE } from '../../../scripts/lib/prisma-client.js'
import type { Compiler } from '../../real/support/project.js'
import { ended, jsonapiGenHere, type Ended } from '../../generator/support/cli.js'

export type { Compiler }

/** A project for an annotated datamodel, in its own folder. */
export interface LargeProject {
  readonly folder: string
  /** The datamodel as a single string. */
  readonly datamodel: string
  /** Runs `jsonapi-gen generate` on the datamodel. */
  generate(...options: readonly string[]): Promise<Ended>
  /** Compiles the client, and then the tree against it, into a folder from which it can run. */
  compile(compiler: Compiler): Promise<Ended>
  /** Compiles the tree with a different TypeScript version, without output. */
  check(compiler: Compiler): Promise<Ended>
  /** Inserts rows and responds to requests in a process of the compiled project. */
  serve(task: object): Promise<Served>
  remove(): Promise<void>
}

/** A project's responses, and the rows that Prisma reads from its tables. */
export interface Served {
  readonly reads: readonly (readonly Readonly<Record<string, unknown>>[])[]
  readonly answers: readonly { readonly request: string; readonly status: number; readonly body: unknown }[]
}

/**
 * Makes a project inside the repository, where its imports resolve.
 *
 * @param files the content of the datamodel's files, by file name
 * @param owned the files that a user writes by hand: their paths in the fixtures, by their paths in `src`
 */
export async function createLargeProject(
  files: Readonly<Record<string, string>>,
  owned: Readonly<Record<string, string>> = {},
): Promise<LargeProject> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/large-'))
  const datamodel = Object.values(files).join('\n')
  await mkdir(join(folder, 'prisma'))
  await mkdir(join(folder, 'src/api'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'prisma', name), text)
  for (const [place, fixture] of Object.entries({ ...COMMON, ...owned })) {
    await cp(at(`test/fixtures/large/${fixture}`), join(folder, 'src', place))
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TREE))
  await writeFile(join(folder, 'prisma/tsconfig.json'), JSON.stringify(CLIENT))
  const node = (...parameters: readonly string[]): Promise<Ended> =>
    ended(parameters, folder, {
      ...process.env,
      ...OFFLINE,
      DATABASE_URL: `file:${join(folder, 'large.db')}`,
    })
  return {
    folder,
    datamodel,
    generate: (...options) => jsonapiGenHere(['generate', '--schema', 'prisma', ...options], folder),
    async compile(compiler) {
      const client = await node(
        PRISMA,
        'generate',
        '--no-hints',
        '--schema',
        'prisma',
        '--generator',
        'client',
      )
      if (client.code !== 0) return client
      // The client is not under test, so the fastest compiler writes its declarations.
      const declared = await node(tsc('typescript-7'), '-b', 'prisma')
      return declared.code === 0 ? node(tsc(compiler), '-p', '.') : declared
    },
    check: (compiler) => node(tsc(compiler), '-p', '.', '--noEmit'),
    async serve(task) {
      await createTablesOf(datamodel, new PrismaLibSql({ url: `file:${join(folder, 'large.db')}` }))
      await writeFile(join(folder, 'task.json'), JSON.stringify(task))
      const { code, stderr } = await node('dist/session.js')
      if (code !== 0) throw new Error(stderr)
      return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as Served
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const PRISMA = at('node_modules/prisma/build/index.js')

const tsc = (compiler: Compiler): string => at(`node_modules/${compiler}/bin/tsc`)

const COMMON = { 'prisma.ts': 'prisma.ts', 'session.ts': 'session.ts' }

const TREE = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist' },
  include: ['src'],
  exclude: ['src/prisma'],
  references: [{ path: './prisma' }],
}

// Prisma's client does not compile with isolatedDeclarations, so it is a separate project, as in the example.
const CLIENT = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    isolatedDeclarations: false,
    composite: true,
    rootDir: '../src/prisma',
    outDir: '../dist/prisma',
    tsBuildInfoFile: '../dist/prisma/.tsbuildinfo',
  },
  include: ['../src/prisma'],
}
