import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { OFFLINE } from '../../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere, type Ended } from '../../generator/support/cli.js'
import type { Provider } from './tables.js'

/** The datamodels, each with its subject, its number of models and views, and its database. */
export const DATAMODELS = [
  { name: 'beacon', of: 'web analytics', models: 17, provider: 'postgresql', views: 0 },
  { name: 'relay', of: 'an API client', models: 23, provider: 'postgresql', views: 0 },
  { name: 'signet', of: 'signing documents', models: 52, provider: 'postgresql', views: 0 },
  { name: 'pollster', of: 'surveys', models: 57, provider: 'postgresql', views: 0 },
  { name: 'tracer', of: 'watching language models', models: 73, provider: 'postgresql', views: 0 },
  { name: 'linkyard', of: 'short links', models: 84, provider: 'mysql', views: 0 },
  { name: 'concierge', of: 'appointments', models: 91, provider: 'postgresql', views: 3 },
] as const

/** The TypeScript versions that generated code supports. */
export const COMPILERS = ['typescript-5.9', 'typescript', 'typescript-7'] as const

/** The package name of a compiler. */
export type Compiler = (typeof COMPILERS)[number]

/** A project for a datamodel, in its own folder in the repository, where imports resolve. */
export interface RealProject {
  readonly name: string
  readonly folder: string
  run(...parameters: readonly string[]): Promise<Ended>
  /** Writes `@jsonapi.resource` above every model and view, and adds our generator block. */
  annotate(): Promise<void>
  /** Removes the generated files. */
  clear(): Promise<void>
  /** Permits everybody to read, then generates and compiles the Prisma Client. */
  client(): Promise<Ended>
  /** Compiles the tree against the client, into a folder from which it can run. */
  compile(compiler: Compiler): Promise<Ended>
  /** The datamodel as a single string. */
  datamodel(): Promise<string>
  remove(): Promise<void>
}

/** The text of each file in a datamodel. */
export async function datamodelTexts(name: string): Promise<Readonly<Record<string, string>>> {
  const folder = at(`test/real/datamodels/${name}/prisma`)
  const files = (await readdir(folder)).toSorted()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  )
}

/** Creates a project for a datamodel, with the datamodel's own database unless a different one is given. */
export async function createRealProject(name: string, provider?: Provider): Promise<RealProject> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/real-'))
  const prisma = join(folder, 'prisma')
  await cp(at(`test/real/datamodels/${name}/prisma`), prisma, { recursive: true })
  const texts = async (): Promise<readonly (readonly [string, string])[]> =>
    Object.entries(await datamodelTexts(name)).map(([file, text]) => [file, forProvider(text, provider)])
  for (const [file, text] of await texts()) await writeFile(join(prisma, file), text)
  const manifest = { type: 'module', dependencies: { express: '5.3.0' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TREE))
  const node = (...parameters: readonly string[]): Promise<Ended> =>
    ended(parameters, folder, { ...process.env, ...OFFLINE })
  return {
    name,
    folder,
    run: (...parameters) => jsonapiGenHere(parameters, folder),
    async annotate() {
      for (const [file, text] of await texts()) {
        const annotated = text.replaceAll(/^(?=(?:model|view) )/gm, '/// @jsonapi.resource\n')
        await writeFile(join(prisma, file), file === 'schema.prisma' ? GENERATOR + annotated : annotated)
      }
    },
    clear: () => rm(join(folder, 'src/api'), { recursive: true }),
    async client() {
      await writeFile(join(prisma, 'tsconfig.json'), JSON.stringify(CLIENT))
      await openReads(folder)
      const options = ['--no-hints', '--schema', 'prisma', '--generator', 'client']
      const generated = await node(at('node_modules/prisma/build/index.js'), 'generate', ...options)
      return generated.code === 0 ? node(tsc('typescript-7'), '-b', 'prisma') : generated
    },
    compile: (compiler) => node(tsc(compiler), '-p', '.'),
    datamodel: async () => (await texts()).map(([, text]) => text).join('\n'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Edits the guard in an initial schema as its header describes, so that everybody may read. */
async function openReads(folder: string): Promise<void> {
  const path = join(folder, 'src/api/application.controller.ts')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  await writeFile(path, text.replace(/console\.warn\(.*\);\n\s*return false/, 'return true'))
}

function forProvider(text: string, provider: Provider | undefined): string {
  if (provider === undefined) return text
  return text.replace(/(?<=^datasource \w+ \{\n {2}provider = )"\w+"/m, `"${provider}"`)
}

const tsc = (compiler: Compiler): string => at(`node_modules/${compiler}/bin/tsc`)

const GENERATOR = `generator jsonapi {
  provider  = "jsonapi-gen prisma"
  output    = "../src/api"
  framework = "express"
  openapi   = "true"
}

`

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
