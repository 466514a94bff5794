import { access, chmod, constants, mkdtemp, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder for files in memory on Linux. */
const IN_MEMORY = '/dev/shm'

/** The number of bytes that is ample for a run. A container may have only 64 MiB. */
const AMPLE = 2 * 1024 ** 3

/**
 * Creates the folder for a run's databases and projects, in memory if there is enough space. On disk, SQLite waits at
 * each commit, which took as long as everything else together.
 */
export async function runFolder(): Promise<string> {
  const folder = await mkdtemp(join((await hasRoom()) ? IN_MEMORY : tmpdir(), 'jsonapi-gen-'))
  // Other users' processes work in subfolders of it.
  await chmod(folder, 0o755)
  return folder
}

async function hasRoom(): Promise<boolean> {
  try {
    await access(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(IN_MEMORY)
    return bavail * bsize > AMPLE && freemem() > 2 * AMPLE
  } catch {
    return false
  }
}
