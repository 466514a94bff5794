import type { Orm } from '../../create/src/choices.js'
import { filesOf } from '../../create/src/files.js'
import { PROJECT } from '../create/support/shop.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { emptyFolder, writeFiles } from '../generator/support/folder.js'

/** The files of a new project, by path, as `create` writes them for Express on SQLite. */
export const filesOfNewProject = (): ReturnType<typeof filesOf> => filesOf(PROJECT)

/**
 * A folder with the files of a new project, and with the files that `create` generates with `init` and
 * `generate`. No packages are installed.
 *
 * @param folder an empty folder. Without it, the project is in a folder that exists until the test ends.
 */
export async function writtenProject(orm: Orm = 'prisma', folder?: string): Promise<string> {
  const root = folder ?? (await emptyFolder())
  await writeFiles(root, Object.fromEntries(await filesOf({ ...PROJECT, orm })))
  for (const parameters of [
    ['init', '--server'],
    ['generate', '--tests'],
  ]) {
    const { code, stderr } = await jsonapiGenHere(parameters, root)
    if (code !== 0) throw new Error(stderr)
  }
  return root
}
