import { execFile } from 'node:child_process'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { onceARun } from '../../support/once.js'

/** The folders of the packages, and the packed files of a release. */
export const PACKAGES = [
  '.',
  'runtime',
  'openapi',
  'explorer',
  'client',
  'kysely',
  'prove',
  'create',
] as const

/** Packs the current build of a package, once per test run, and returns the path of a copy of the packed file. */
export async function pack(folder: string, destination: string): Promise<string> {
  const packed = await onceARun(`packed-${folder === '.' ? 'root' : folder}`, () => packIn(folder))
  const path = join(destination, basename(packed))
  await copyFile(packed, path)
  return path
}

async function packIn(folder: string): Promise<string> {
  const destination = await mkdtemp(join(inject('directory'), 'packed-'))
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
