import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * A path as GitHub names it in annotations: relative to the repository's root, wherever the command runs. A path
 * outside a repository is unchanged.
 */
export function inRepository(path: string, cwd: string): string {
  const root = repositoryOf(cwd)
  const way = root === undefined ? '..' : relative(root, resolve(cwd, path))
  return (way.startsWith('..') ? path : way).replaceAll('\\', '/')
}

/** The folder with `.git`, which is a file in a worktree and in a submodule. */
export function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? undefined : repositoryOf(above)
}
