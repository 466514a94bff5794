import { lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { errorCodeOf } from '../plan/io.js'
import type { PlanEntry } from '../plan/plan.js'

/** The changes that make git, formatters and linters leave generated files alone. */
export interface LeftAlone {
  readonly entries: readonly PlanEntry[]
  readonly said: readonly string[]
  /** Steps that only the user can take. */
  readonly steps: readonly string[]
}

/** A file with one pattern per line, and the line to add to it. */
interface Listing {
  readonly path: string
  readonly line: string
  /** Whether a line already has that effect. */
  readonly says: (line: string) => boolean
}

/**
 * Looks for a line about the generated files in .gitattributes, and in the ignore files of the project's formatters and
 * linters. Biome and dprint have no such file: the header of each generated file stops them. In a repository with
 * several projects, the files at the root belong to all projects, so the user is told which line to add there.
 *
 * @param folder the project's folder
 * @param generated the folder of generated files, relative to the project: `src/api/generated`
 * @param packages the dependencies of the project
 */
export async function leaveAlone(
  folder: string,
  generated: string,
  packages: ReadonlySet<string>,
): Promise<LeftAlone> {
  // A name with such characters would need quotes, and each file has different rules for quotes.
  if (!/^[\w./@+-]+$/.test(generated)) {
    const step = `exclude ${generated} in the settings of your formatters and linters`
    return { entries: [], said: [], steps: [step] }
  }
  const names = await readdir(folder).catch(() => [])
  const results = await Promise.all(
    listingsFor(generated, names, packages).map((listing) => withLine(folder, generated, listing)),
  )
  return {
    entries: results.flatMap(({ entry }) => entry ?? []),
    said: results.flatMap(({ said }) => said ?? []),
    steps: [...(await configSteps(folder, generated, names)), ...(await rootSteps(folder, generated))],
  }
}

/** The lines to add at the root of the repository, if the project is a folder in it. */
async function rootSteps(folder: string, generated: string): Promise<readonly string[]> {
  const root = await repositoryOf(dirname(folder))
  if (root === undefined || (await isRepository(folder))) return []
  const names = await readdir(root).catch(() => [])
  const manifest = await readFile(join(root, 'package.json'), 'utf8').catch(() => '')
  const packages = new Set(['prettier', 'oxfmt'].filter((name) => manifest.includes(`"${name}":`)))
  const below = [relative(root, folder).split(sep).join('/'), generated].join('/')
  const place = relative(folder, root).split(sep).join('/')
  const listings = listingsFor(below, names, packages).filter(({ path }) => path !== '.gitattributes')
  const lines = await Promise.all(
    listings.map(async ({ path, line, says }) => {
      const text = await readFile(join(root, path), 'utf8').catch(() => '')
      const isThere = text.split('\n').some((each) => says(each.trim()))
      return isThere ? [] : [`add the line ${line} to ${place}/${path}`]
    }),
  )
  return [...lines.flat(), ...(await configSteps(root, below, names, `${place}/`))]
}

/** The nearest folder, at or above this one, that is a repository's or a workspace's root. */
async function repositoryOf(folder: string): Promise<string | undefined> {
  if (await isRepository(folder)) return folder
  const above = dirname(folder)
  return above === folder ? undefined : repositoryOf(above)
}

async function isRepository(folder: string): Promise<boolean> {
  const names: readonly string[] = await readdir(folder).catch(() => [])
  if (names.includes('.git') || names.includes('pnpm-workspace.yaml')) return true
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  return manifest.includes('"workspaces":')
}

function listingsFor(
  generated: string,
  names: readonly string[],
  packages: ReadonlySet<string>,
): readonly Listing[] {
  // A pattern without a slash would match every folder with that name.
  const place = generated.includes('/') ? generated : `/${generated}`
  const ignoring = { line: `${place}/`, says: (line: string) => covers(line, generated) }
  const has = (...prefixes: readonly string[]): boolean =>
    names.some((name) => prefixes.some((prefix) => name.startsWith(prefix)))
  // oxfmt reads Prettier's ignore file.
  const formats =
    packages.has('prettier') || packages.has('oxfmt') || has('.prettier', 'prettier.config.', '.oxfmtrc.')
  return [
    {
      path: '.gitattributes',
      line: `${place}/** linguist-generated text eol=lf`,
      says: (line) => line.includes('linguist-generated') && covers(line.split(/\s/)[0] ?? '', generated),
    },
    ...(formats ? [{ path: '.prettierignore', ...ignoring }] : []),
    ...(has('.eslintrc', '.eslintignore') ? [{ path: '.eslintignore', ...ignoring }] : []),
  ]
}

/** Whether a pattern matches a folder, a folder above it, or the names of the files in it. */
function covers(pattern: string, folder: string): boolean {
  const plain = pattern
    .trim()
    .replace(/^\/|^\*\*\//, '')
    .replace(/\/(?:\*\*?)?$/, '')
  const parts = folder.split('/')
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const files = ['*.gen.ts', `${folder}/*.gen.ts`, `${folder}/**/*.gen.ts`]
  return [...folders, ...files, 'generated'].includes(plain)
}

async function withLine(
  folder: string,
  generated: string,
  { path, line, says }: Listing,
): Promise<{ readonly entry?: PlanEntry; readonly said?: string }> {
  const before = await textAt(join(folder, path))
  if (before === 'unreadable') {
    return { said: `${path} cannot be extended automatically. Add this line yourself: ${line}` }
  }
  if (before === undefined) {
    return {
      entry: { kind: 'create', path, owner: 'yours', text: `${line}\n` },
      said: `wrote ${path}, with a line for ${generated}`,
    }
  }
  if (before.text.split('\n').some((each) => says(each.trim()))) return {}
  const end = before.text.includes('\r\n') ? '\r\n' : '\n'
  const gap = before.text === '' || before.text.endsWith('\n') ? '' : end
  const text = `${before.text}${gap}${line}${end}`
  return {
    entry: { kind: 'update', path, reason: 'stale', before: before.text, text },
    said: `added a line for ${generated} to ${path}`,
  }
}

/** The text of a file in the project; undefined if it does not exist. */
async function textAt(path: string): Promise<{ readonly text: string } | 'unreadable' | undefined> {
  try {
    if (!(await lstat(path)).isFile()) return 'unreadable'
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path)) }
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? undefined : 'unreadable'
  }
}

/** ESLint's own configuration is a program, which only its author should change. */
async function configSteps(
  folder: string,
  generated: string,
  names: readonly string[],
  place = '',
): Promise<readonly string[]> {
  const name = names.find((each) => /^eslint\.config\.[cm]?[jt]s$/.test(each))
  if (name === undefined) return []
  const text = await readFile(join(folder, name), 'utf8').catch(() => '')
  return text.includes('generated') || text.includes('.gen.ts')
    ? []
    : [`add { ignores: ['${generated}/', '**/schema.gen.ts'] } to ${place}${name}`]
}
