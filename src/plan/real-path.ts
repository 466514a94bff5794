import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Where a path leads once its links are followed; what of it is not there yet stays as it is written. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPathOf(parent), basename(path))
  }
}
