import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { CLIENT_MODULE } from './client-module.js'
import { clientsIn, existingClient, type ExistingClient } from './existing-client.js'
import { existingServer, type ExistingServer } from './existing-server.js'
import { type Manifest, readManifest } from './manifest.js'
import { schemaOfConfig } from './prisma-config.js'

/** The content of a project before it has a schema. Paths are relative to it. */
export interface Survey {
  /** The first existing schema, which is not changed. */
  readonly schema: string | undefined
  /** The Prisma schema: a file, or a folder of files. */
  readonly prisma: string | undefined
  readonly manifest: Manifest
  /** Whether src/prisma.ts, from which generated code imports the Prisma Client, exists and exports it as `prisma`. */
  readonly clientModule: 'missing' | 'there' | 'misnamed'
  /** The module that opens the Prisma Client, if src/prisma.ts does not exist. */
  readonly client: ExistingClient | undefined
  /** An existing server. */
  readonly server: ExistingServer | undefined
}

const SCHEMAS = ['schema.yaml', 'schema.yml']
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
const CONFIGS = ['prisma.config', '.config/prisma'].flatMap((path) =>
  EXTENSIONS.map((extension) => `${path}.${extension}`),
)
const PRISMA_SCHEMAS = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma']

/** Surveys a project. Nothing is changed. */
export async function survey(folder: string): Promise<Survey> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  const manifest = readManifest(text)
  const named = manifest.kind === 'read' && manifest.prismaSchema !== undefined ? [manifest.prismaSchema] : []
  const configured = await configuredSchema(folder)
  const several = (await holdsSeveral(join(folder, 'prisma'))) ? ['prisma'] : []
  const clientModule = await clientModuleIn(folder)
  return {
    schema: await firstOf(folder, SCHEMAS),
    prisma: await firstOf(folder, [...configured, ...named, ...several, ...PRISMA_SCHEMAS]),
    manifest,
    clientModule,
    client: clientModule === 'missing' ? await existingClient(folder) : undefined,
    server: await existingServer(folder),
  }
}

/** The schema's path in Prisma's own configuration. */
async function configuredSchema(folder: string): Promise<readonly string[]> {
  const config = await firstOf(folder, CONFIGS)
  if (config === undefined) return []
  const path = schemaOfConfig(await readFile(join(folder, config), 'utf8').catch(() => ''))
  return path === undefined ? [] : [posix.join(posix.dirname(config), path)]
}

async function clientModuleIn(folder: string): Promise<Survey['clientModule']> {
  const text = await readFile(join(folder, CLIENT_MODULE), 'utf8').catch(() => undefined)
  if (text === undefined) return 'missing'
  const names = clientsIn(text)
  return names.length === 0 || names.includes('prisma') ? 'there' : 'misnamed'
}

// Whether a Prisma schema has several files, in which case Prisma receives the folder.
async function holdsSeveral(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.prisma')).length > 1
}

async function firstOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found) return path
  }
  return undefined
}
