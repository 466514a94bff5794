import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProveFault } from '../../../prove/src/fault.js'
import { proveProject } from '../../../prove/src/prove-project.js'

/**
 * Runs a project's `prove.ts` in the test's own process, which is two seconds faster than the command, and returns the
 * mistake that it contains. The application is loaded only once, so each call needs a new folder.
 */
export async function faultHere(folder: string): Promise<string> {
  const file = join(folder, 'prove.ts')
  const settings = { file, folder, output: '', seed: 1, seconds: 1, time: false, bail: false }
  try {
    await proveProject(settings, { load: () => import(/* @vite-ignore */ pathToFileURL(file).href) })
    return ''
  } catch (error) {
    if (error instanceof ProveFault) return error.message
    throw error
  }
}
