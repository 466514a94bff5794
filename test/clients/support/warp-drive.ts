import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { withInstalled } from './installed.js'

/** The tested versions, which take 70 MB with their dependencies. */
const PACKAGES = ['@warp-drive/core@5.9.1', '@warp-drive/json-api@5.8.2', '@warp-drive/utilities@5.9.1']

/** The results of WarpDrive's calls against a server. */
export function warpDrive(url: string, profile: string): Promise<unknown> {
  return withInstalled(PACKAGES, async ({ folder, node }) => {
    await copyFile(at('test/clients/support/warp-drive.mjs.txt'), join(folder, 'run.mjs'))
    return JSON.parse(await node('-C', 'unpkg', 'run.mjs', url, profile))
  })
}
