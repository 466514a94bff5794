import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { at } from '../../../scripts/lib/paths.js'

/** The folders of the packages, and what is packed of a release. */
export const PACKAGES = ['.', 'runtime', 'client', 'kysely', 'create'] as const

/** Packs a package of this repository as it has been built, and returns the path of the file. */
export async function pack(folder: string, destination: string): Promise<string> {
  // The scripts would build anew under the feet of other tests; what is packed is what `npm test` has just built.
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: at(folder) },
  )
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  if (!packed) throw new Error('npm pack has packed nothing.')
  return join(destination, packed.filename)
}
