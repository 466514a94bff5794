import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { withInstalled } from './installed.js'

/** In the versions that were tried; 70 MB with what they depend on. */
const PACKAGES = ['@warp-drive/core@5.9.1', '@warp-drive/json-api@5.8.2', '@warp-drive/utilities@5.9.1']

/** What WarpDrive comes to against a server. */
export function warpDrive(url: string, profile: string): Promise<unknown> {
  return withInstalled(PACKAGES, async ({ folder, node }) => {
    await copyFile(at('test/clients/support/warp-drive.mjs.txt'), join(folder, 'run.mjs'))
    return JSON.parse(await node('-C', 'unpkg', 'run.mjs', url, profile))
  })
}
