import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix, relative } from 'node:path'
import type { Workspace } from '../workspace/workspace.js'
import { readManifest } from './manifest.js'
import { schemaOfConfig } from './prisma-config.js'

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']
// Prisma's own order.
const CONFIGS = [
  'prisma7.config',
  '.config/prisma7',
  'prisma.config',
  '.config/prisma',
  '.config/prisma.config',
].flatMap((path) => EXTENSIONS.map((extension) => `${path}.${extension}`))
const PRISMA_SCHEMAS = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma']

/**
 * Finds a project's Prisma schema: a file, or a folder of files. The path is relative to the project. Prisma's
 * configuration decides, then package.json, then the usual places.
 */
export async function prismaSchemaOf(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  const manifest = readManifest(text)
  const named = manifest.kind === 'read' && manifest.prismaSchema !== undefined ? [manifest.prismaSchema] : []
  const configured = await configuredSchema(folder)
  const several = (await holdsSeveral(join(folder, 'prisma'))) ? ['prisma'] : []
  return firstOf(folder, [...configured, ...named, ...several, ...PRISMA_SCHEMAS])
}

/** The Prisma schemas of all other packages of a workspace, relative to one of its packages. */
export async function prismaSchemasBeside(
  folder: string,
  { packages }: Workspace,
): Promise<readonly string[]> {
  const others = packages.filter((each) => each.folder !== folder)
  const found = await Promise.all(
    others.map(async (each) => {
      const path = await prismaSchemaOf(each.folder)
      return path === undefined ? [] : [relative(folder, join(each.folder, path)).replaceAll('\\', '/')]
    }),
  )
  return [...new Set(found.flat())]
}

/** The first of some paths that exists. */
export async function firstOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found) return path
  }
  return undefined
}

/** The schema's path in Prisma's own configuration. */
async function configuredSchema(folder: string): Promise<readonly string[]> {
  const config = await firstOf(folder, CONFIGS)
  if (config === undefined) return []
  const path = schemaOfConfig(await readFile(join(folder, config), 'utf8').catch(() => ''))
  return path === undefined ? [] : [posix.join(posix.dirname(config), path)]
}

// Whether a Prisma schema has several files, in which case Prisma receives the folder.
async function holdsSeveral(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.prisma')).length > 1
}
