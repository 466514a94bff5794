import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { at } from '../../../scripts/lib/paths.js'

/** The folders of the packages, and the packed files of a release. */
export const PACKAGES = ['.', 'runtime', 'client', 'kysely', 'prove', 'create'] as const

/** Packs the current build of a package, and returns the path of the packed file. */
export async function pack(folder: string, destination: string): Promise<string> {
  // The scripts would rebuild while other tests run, so npm ignores them.
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: at(folder) },
  )
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  if (!packed) throw new Error('npm pack has packed nothing.')
  return join(destination, packed.filename)
}
