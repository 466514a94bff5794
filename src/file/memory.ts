import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isThere } from './is-there.js'

/**
 * Facts that were expensive for an earlier run to determine. A fact is stored as a digest of everything that it depends
 * on, so it cannot be outdated: it is either known or not.
 */
export interface Memory {
  /** Whether this fact is the last fact that was recorded under that name. */
  knows(name: string, ...fact: readonly unknown[]): boolean
  note(name: string, ...fact: readonly unknown[]): void
  /** Writes the facts that this run has used. A failure is ignored, because it only makes the next run slower. */
  keep(): Promise<void>
}

/**
 * The memory of an output folder, in `node_modules/.cache`. Facts from a different version of this program are ignored.
 * If no folder above it has a `node_modules`, nothing is stored.
 */
export async function memoryOf(root: string): Promise<Memory> {
  const folder = await modulesAbove(root)
  const path = folder && join(folder, '.cache/jsonapi-gen', `${digest(root).slice(0, 16)}.json`)
  const program = path === undefined ? '' : await programDigest()
  const before = path === undefined ? new Map<string, string>() : await read(path, program)
  const used = new Map<string, string>()
  return {
    knows(name, ...fact) {
      const isKnown = (used.get(name) ?? before.get(name)) === digest(JSON.stringify(fact))
      const known = before.get(name)
      if (isKnown && known !== undefined) used.set(name, known)
      return isKnown
    },
    note: (name, ...fact) => void used.set(name, digest(JSON.stringify(fact))),
    async keep() {
      const isSame = used.size === before.size && [...used].every(([name, fact]) => before.get(name) === fact)
      if (path === undefined || isSame) return
      const beside = `${path}.${process.pid}`
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(beside, JSON.stringify({ program, facts: Object.fromEntries(used) }))
        await rename(beside, path)
      } catch {
        // The folder may be read-only, for example.
      }
    },
  }
}

/** The content of the file. */
interface Kept {
  /** A digest of the program that recorded the facts. */
  readonly program: string
  readonly facts: Readonly<Record<string, string>>
}

async function read(path: string, program: string): Promise<ReadonlyMap<string, string>> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as Partial<Kept>
    return kept.program === program ? new Map(Object.entries(kept.facts ?? {})) : new Map()
  } catch {
    return new Map()
  }
}

async function modulesAbove(folder: string): Promise<string | undefined> {
  const path = join(folder, 'node_modules')
  if (await isThere(path)) return path
  return dirname(folder) === folder ? undefined : modulesAbove(dirname(folder))
}

/**
 * A digest of the code that prints, and of the ts-morph version. The version number of this program would not suffice,
 * because it does not change during development.
 */
async function programDigest(): Promise<string> {
  const folder = fileURLToPath(new URL('../emit', import.meta.url))
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.[jt]s$/.test(name))
    .toSorted()
  const manifest = createRequire(import.meta.url).resolve('ts-morph/package.json')
  const paths = [...names.map((name) => join(folder, name)), manifest]
  return digest((await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\0'))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
