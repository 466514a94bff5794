import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { filesUnder } from './fixtures.js'

/** An empty folder that exists until the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The content of files by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** A folder with these files. */
export async function folderWith(files: Files): Promise<string> {
  const folder = await emptyFolder()
  await writeFiles(folder, files)
  return folder
}

/** Writes files into a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** A copy of a folder in the repository. */
export async function copyOf(source: string): Promise<string> {
  const folder = await emptyFolder()
  await cp(source, folder, { recursive: true })
  return folder
}

/** The text of every file under a folder, by relative path. */
export async function textsUnder(folder: string): Promise<Readonly<Record<string, string>>> {
  const paths = await filesUnder(folder)
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  )
}

/** The modification time and inode of every file under a folder, which a write would change. */
export async function tracesUnder(folder: string): Promise<Readonly<Record<string, string>>> {
  const paths = await filesUnder(folder)
  const trace = async (path: string) => {
    const { mtimeNs, ino } = await stat(join(folder, path), { bigint: true })
    return [path, `${mtimeNs} ${ino}`] as const
  }
  return Object.fromEntries(await Promise.all(paths.map(trace)))
}
