import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { loadSchema } from '../pipeline/load.js'
import { outputOf } from '../pipeline/output-folder.js'
import { createSource } from '../source/source.js'
import type { MapTree, Tree } from '../tree/tree.js'
import { readYaml } from '../yaml/read-yaml.js'
import { git } from './git.js'

/**
 * The output folder that a schema names in a commit, which may differ from the current one. `path` is the
 * schema's absolute path. Returns undefined if the commit has no such schema, or if it cannot be read.
 */
export async function outputIn(commit: string, path: string): Promise<string | undefined> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  if (isFolder || path.endsWith('.prisma')) return outputOfPrisma(commit, path, isFolder)
  const folder = dirname(path)
  const text = await textIn(commit, folder, basename(path))
  const tree = text === undefined ? undefined : readYaml(createSource(path, text), createReport())
  if (!tree) return undefined
  const output = valueOf(valueOf(tree, 'generate'), 'output')
  const named = output?.kind === 'scalar' && typeof output.value === 'string' ? output.value : undefined
  return outputOf({ output: named }, folder)
}

const valueOf = (tree: Tree | undefined, key: string): Tree | undefined =>
  isMap(tree) ? tree.entries.find((each) => each.key === key)?.value : undefined

const isMap = (tree: Tree | undefined): tree is MapTree => tree?.kind === 'map'

const textIn = (commit: string, folder: string, path: string): Promise<string | undefined> =>
  git(folder, ['show', '--end-of-options', `${commit}:./${path}`])

/** Loads the Prisma schema of the commit from a temporary folder, because its output may be in any of its files. */
async function outputOfPrisma(commit: string, path: string, isFolder: boolean): Promise<string | undefined> {
  const folder = isFolder ? path : dirname(path)
  const names = isFolder
    ? ((await git(folder, ['ls-tree', '-r', '-z', '--name-only', '--end-of-options', commit])) ?? '')
        .split('\0')
        .filter((name) => name.endsWith('.prisma'))
    : [basename(path)]
  const top = await mkdtemp(join(tmpdir(), 'jsonapi-gen-base-'))
  try {
    // The default of the output depends on the folder's name.
    const copy = join(top, basename(dirname(folder)), basename(folder))
    for (const name of names) {
      const text = await textIn(commit, folder, name)
      if (text === undefined) return undefined
      await mkdir(dirname(join(copy, name)), { recursive: true })
      await writeFile(join(copy, name), text)
    }
    const loaded = await loadSchema(isFolder ? copy : join(copy, basename(path)), path)
    return loaded.ok ? resolve(folder, relative(copy, outputOf(loaded.schema, loaded.base))) : undefined
  } finally {
    await rm(top, { recursive: true, force: true })
  }
}
