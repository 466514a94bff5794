import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createReport, type Report } from '../diagnostic/report.js'
import { isInside, placeOfFile } from './paths.js'
import { cureOf, reasonOf } from './io.js'
import { createQueue } from './queue.js'

/** The relevant content of the output folder. Paths are relative to it, with slashes. */
export interface Snapshot {
  /** The files in generated/ with the suffix of generated files. */
  readonly generated: ReadonlyMap<string, string>
  /** The user's own files. */
  readonly owned: ReadonlyMap<string, string>
}

/**
 * Reads the output folder. `expected` contains the schema's paths of the user's own files: only their
 * existence matters, and an unreadable file counts as empty. A link to a location outside the folder is
 * reported (JG602) and not followed. Anything else that cannot be read is reported (JG603).
 */
export async function readSnapshot(
  root: string,
  expected: ReadonlySet<string>,
  report: Report,
): Promise<Snapshot> {
  const generated = await listFolder(root, 'generated', (name) => /\.gen\.(?:ts|json)$/.test(name), report)
  const ours = await listFolder(
    root,
    '',
    (name) => /\.(?:resource|controller)\.ts$|^testing\.ts$/.test(name),
    report,
  )
  const routes = await listFolder(
    root,
    'routes',
    (name) => /\.routes(?:\.test)?\.ts$|^index\.ts$/.test(name),
    report,
  )
  const owned = [...ours, ...routes]
  return {
    generated: await readTexts(root, generated, report),
    owned: new Map([
      ...owned.filter((path) => expected.has(path)).map((path): [string, string] => [path, '']),
      ...(await readTexts(
        root,
        owned.filter((path) => expected.has(path)),
        createReport(),
      )),
      ...(await readTexts(
        root,
        owned.filter((path) => !expected.has(path)),
        report,
      )),
    ]),
  }
}

async function listFolder(
  root: string,
  folder: string,
  concerns: (name: string) => boolean,
  report: Report,
): Promise<readonly string[]> {
  const entries = await entriesOf(root, folder, report)
  const paths: string[] = []
  for (const entry of entries) {
    if (!concerns(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isSymbolicLink() && !(await staysInside(root, path, report))) continue
    paths.push(path)
  }
  return paths.toSorted()
}

async function entriesOf(root: string, folder: string, report: Report): Promise<readonly Dirent[]> {
  try {
    const found = await lstat(join(root, folder))
    if (folder !== '' && found.isSymbolicLink() && !(await staysInside(root, folder, report))) return []
    return await readdir(join(root, folder), { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    report.add('JG603', placeOfFile(join(root, folder)), `The folder cannot be read: ${reasonOf(error)}`, {
      help: cureOf(error),
    })
    return []
  }
}

async function staysInside(root: string, path: string, report: Report): Promise<boolean> {
  const target = await realpath(join(root, path)).catch(() => undefined)
  if (target !== undefined && isInside(await realpath(root), target)) return true
  report.add(
    'JG602',
    placeOfFile(join(root, path)),
    'This link points outside the output folder and is not followed',
  )
  return false
}

async function readTexts(
  root: string,
  paths: readonly string[],
  report: Report,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const queue = createQueue()
  const read = async (path: string): Promise<void> => {
    try {
      texts.set(path, await readFile(join(root, path), 'utf8'))
    } catch (error) {
      report.add('JG603', placeOfFile(join(root, path)), `The file cannot be read: ${reasonOf(error)}`, {
        help: cureOf(error),
      })
    }
  }
  for (const path of paths) queue.add(() => read(path))
  await queue.settled()
  return texts
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
