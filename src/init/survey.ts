import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CLIENT_MODULE } from './client-module.js'
import { type Manifest, readManifest } from './manifest.js'

/** What there is in a project before it has a schema. Paths are relative to it. */
export interface Survey {
  /** The first schema that is there, which stays as it is. */
  readonly schema: string | undefined
  /** The Prisma schema: a file, or a folder of files. */
  readonly prisma: string | undefined
  readonly manifest: Manifest
  /** Whether src/prisma.ts is there, from which generated code takes the Prisma Client. */
  readonly hasClientModule: boolean
  /** Whether there is a file that looks like a server's. */
  readonly hasServer: boolean
}

const SCHEMAS = ['schema.yaml', 'schema.yml']
const SERVERS = ['src/', ''].flatMap((folder) =>
  ['server', 'index', 'app', 'main'].flatMap((name) =>
    ['ts', 'mts', 'js', 'mjs'].map((extension) => `${folder}${name}.${extension}`),
  ),
)
const PRISMA_SCHEMAS = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma']

/** Looks at what a project has. Nothing is changed. */
export async function survey(folder: string): Promise<Survey> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  const manifest = readManifest(text)
  const named = manifest.kind === 'read' && manifest.prismaSchema !== undefined ? [manifest.prismaSchema] : []
  const several = (await holdsSeveral(join(folder, 'prisma'))) ? ['prisma'] : []
  return {
    schema: await firstOf(folder, SCHEMAS),
    prisma: await firstOf(folder, [...named, ...several, ...PRISMA_SCHEMAS]),
    manifest,
    hasClientModule: (await firstOf(folder, [CLIENT_MODULE])) !== undefined,
    hasServer: (await firstOf(folder, SERVERS)) !== undefined,
  }
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
