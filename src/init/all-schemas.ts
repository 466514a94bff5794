import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../file/is-there.js'
import type { Workspace, WorkspacePackage } from '../workspace/workspace.js'
import { readManifest } from './manifest.js'
import { prismaSchemaOf } from './prisma-schema.js'

/**
 * The absolute paths of all schemas in a workspace, in the order of its packages: `schema.yaml`, the schemas in the
 * npm scripts that run `jsonapi-gen`, and a Prisma schema with our generator block.
 */
export async function allSchemas({ packages }: Pick<Workspace, 'packages'>): Promise<readonly string[]> {
  const found = await Promise.all(packages.map(schemasOf))
  return [...new Set(found.flat())]
}

async function schemasOf({ folder }: Pick<WorkspacePackage, 'folder'>): Promise<readonly string[]> {
  const texts = await Promise.all(['schema.yaml', 'schema.yml'].map((name) => isOurs(join(folder, name))))
  const usual = ['schema.yaml', 'schema.yml'].filter((_, index) => texts[index])
  // A script may name a path of another folder, as in `cd api && jsonapi-gen generate --schema api.yaml`.
  const named = await Promise.all(
    (await namedInScripts(folder)).map((path) =>
      isThere(join(folder, path)).then((is) => (is ? [path] : [])),
    ),
  )
  const prisma = await prismaSchemaOf(folder)
  const annotated = prisma !== undefined && (await hasOurGenerator(join(folder, prisma))) ? [prisma] : []
  return [...usual.slice(0, 1), ...named.flat(), ...annotated].map((path) => join(folder, path))
}

/** Whether a YAML file is a schema for `generate`, and not one for another tool. */
async function isOurs(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return /^(?:resources|generate)\s*:/m.test(text) || text.includes('jsonapi-gen')
}

async function namedInScripts(folder: string): Promise<readonly string[]> {
  const manifest = readManifest(await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined))
  const commands = manifest.kind === 'read' ? manifest.commands : []
  return commands
    .filter((command) => /\bjsonapi-gen\b/.test(command))
    .flatMap((command) => [...command.matchAll(/--schema[= ]+(?:'([^']+)'|"([^"]+)"|(\S+))/g)])
    .flatMap(([, ...paths]) => paths.filter((path) => path !== undefined))
}

async function hasOurGenerator(path: string): Promise<boolean> {
  const { readPrismaFiles } = await import('../prisma/prisma.js')
  const read = await readPrismaFiles(path, path)
  return read.ok && read.files.some(({ text }) => /^\s*provider\s*=\s*"[^"]*jsonapi-gen\b/m.test(text))
}
