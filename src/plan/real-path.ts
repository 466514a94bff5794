import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The target of a path after its links are followed. Parts that do not exist yet remain as written. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPathOf(parent), basename(path))
  }
}
