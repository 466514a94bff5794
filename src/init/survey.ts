import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { CLIENT_MODULE } from './client-module.js'
import { clientsIn, existingClient, type ExistingClient } from './existing-client.js'
import { existingServer, type ExistingServer } from './existing-server.js'
import { type Manifest, readManifest } from './manifest.js'
import { schemaOfConfig } from './prisma-config.js'

/** What there is in a project before it has a schema. Paths are relative to it. */
export interface Survey {
  /** The first schema that is there, which stays as it is. */
  readonly schema: string | undefined
  /** The Prisma schema: a file, or a folder of files. */
  readonly prisma: string | undefined
  readonly manifest: Manifest
  /** Whether src/prisma.ts is there, from which generated code takes the Prisma Client, and exports it as `prisma`. */
  readonly clientModule: 'missing' | 'there' | 'misnamed'
  /** The module that opens the Prisma Client, where src/prisma.ts is not there. */
  readonly client: ExistingClient | undefined
  /** A server that is there. */
  readonly server: ExistingServer | undefined
}

const SCHEMAS = ['schema.yaml', 'schema.yml']
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
const CONFIGS = ['prisma.config', '.config/prisma'].flatMap((path) =>
  EXTENSIONS.map((extension) => `${path}.${extension}`),
)
const PRISMA_SCHEMAS = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma']

/** Looks at what a project has. Nothing is changed. */
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

/** What Prisma's own configuration says of where its schema is. */
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

// One Prisma schema in several files: Prisma is told the folder.
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
