import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { at } from '../../../scripts/lib/paths.js'

const exec = promisify(execFile)

/** In the versions that were tried. */
const PACKAGES = ['@warp-drive/core@5.9.1', '@warp-drive/json-api@5.8.2', '@warp-drive/utilities@5.9.1']

/**
 * What WarpDrive comes to against a server. Its packages are 70 MB with what they depend on, so that they are installed for this,
 * into a folder of their own.
 */
export async function warpDrive(url: string, profile: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-warp-drive-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
    await exec('npm', ['install', ...options, ...PACKAGES], { cwd: folder })
    await copyFile(at('test/clients/support/warp-drive.mjs.txt'), join(folder, 'run.mjs'))
    const { stdout } = await exec(process.execPath, ['-C', 'unpkg', 'run.mjs', url, profile], { cwd: folder })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true })
  }
}
