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

/** A line to add to a file. */
interface Line {
  /** The files that the line is about. */
  readonly about: string
  readonly line: string
  /** Whether an existing line has the same effect. */
  readonly says: (line: string) => boolean
}

/** A file with one pattern per line, and the lines to add to it. */
interface Listing {
  readonly path: string
  readonly lines: readonly Line[]
}

/**
 * Looks for a line about the generated files in .gitattributes, and in the ignore files of the project's formatters and
 * linters. Biome and dprint have no such file: the header of generated code stops them. In a repository with
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
    listingsFor(generated, names, packages).map((listing) => withLines(folder, listing)),
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
    listings.map(async ({ path, lines: wanted }) => {
      const text = await readFile(join(root, path), 'utf8').catch(() => '')
      const missing = missingFrom(text, wanted).map(({ line }) => line)
      return missing.length === 0 ? [] : [`add ${namedLines(missing)} to ${place}/${path}`]
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
  const ignoring = (ends: readonly string[]): Line => ({
    about: generated,
    line: `${place}/`,
    says: (line) => covers(line, generated, ends),
  })
  // The typed client's file is in a folder of the user's choice. ESLint skips generated code itself, by a comment.
  const ofClient = { about: CLIENT_FILE, line: CLIENT_FILE, says: coversClient }
  const has = (...prefixes: readonly string[]): boolean =>
    names.some((name) => prefixes.some((prefix) => name.startsWith(prefix)))
  // oxfmt reads Prettier's ignore file.
  const formats =
    packages.has('prettier') || packages.has('oxfmt') || has('.prettier', 'prettier.config.', '.oxfmtrc.')
  const inGit: Line = {
    about: generated,
    line: `${place}/** linguist-generated text eol=lf`,
    says: (line) =>
      line.includes('linguist-generated') && covers(line.split(/\s/)[0] ?? '', generated, ['*', 'ts']),
  }
  return [
    { path: '.gitattributes', lines: [inGit] },
    // A formatter also reads JSON, so a pattern for code alone is not enough.
    ...(formats ? [{ path: '.prettierignore', lines: [ignoring(['*']), ofClient] }] : []),
    ...(has('.eslintrc', '.eslintignore') ? [{ path: '.eslintignore', lines: [ignoring(['*', 'ts'])] }] : []),
  ]
}

/** The file of the typed client. */
const CLIENT_FILE = 'schema.gen.ts'

/** Whether a pattern matches the typed client's file in any folder. */
const coversClient = (pattern: string): boolean =>
  /^(?:\/?\*\*\/)?(?:schema|\*)\.gen\.(?:ts|\*)$|\/schema\.gen\.ts$/.test(pattern)

/**
 * Whether a pattern matches a folder, a folder above it, or the names of the files in it. `ends` are the ends of
 * `*.gen.` in a pattern that matches these names: `ts` matches only code, and `*` all files.
 */
function covers(pattern: string, folder: string, ends: readonly string[]): boolean {
  const plain = pattern
    .trim()
    .replace(/^\/|^\*\*\//, '')
    .replace(/\/(?:\*\*?)?$/, '')
  const parts = folder.split('/')
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const files = ends.flatMap((end) => [`*.gen.${end}`, `${folder}/*.gen.${end}`, `${folder}/**/*.gen.${end}`])
  return [...folders, ...files, 'generated'].includes(plain)
}

/** The lines that a file lacks. */
function missingFrom(text: string, lines: readonly Line[]): readonly Line[] {
  const there = text.split('\n').map((each) => each.trim())
  return lines.filter(({ says }) => !there.some(says))
}

/** `the line a`, `the lines a and b` */
const namedLines = (lines: readonly string[]): string =>
  `the line${lines.length === 1 ? '' : 's'} ${lines.join(' and ')}`

async function withLines(
  folder: string,
  { path, lines }: Listing,
): Promise<{ readonly entry?: PlanEntry; readonly said?: string }> {
  const before = await textAt(join(folder, path))
  if (before === 'unreadable') {
    const all = lines.map(({ line }) => line)
    const which = all.length === 1 ? 'this line' : 'these lines'
    return { said: `${path} cannot be extended automatically. Add ${which} yourself: ${all.join(' and ')}` }
  }
  if (before === undefined) {
    return {
      entry: { kind: 'create', path, owner: 'yours', text: lines.map(({ line }) => `${line}\n`).join('') },
      said: `wrote ${path}, with ${aLineFor(lines)}`,
    }
  }
  const missing = missingFrom(before.text, lines)
  if (missing.length === 0) return {}
  const end = before.text.includes('\r\n') ? '\r\n' : '\n'
  const gap = before.text === '' || before.text.endsWith('\n') ? '' : end
  const text = `${before.text}${gap}${missing.map(({ line }) => `${line}${end}`).join('')}`
  return {
    entry: { kind: 'update', path, reason: 'stale', before: before.text, text },
    said: `added ${aLineFor(missing)} to ${path}`,
  }
}

/** `a line for src/api/generated`, `lines for src/api/generated and schema.gen.ts` */
const aLineFor = (lines: readonly Line[]): string =>
  `${lines.length === 1 ? 'a line' : 'lines'} for ${lines.map(({ about }) => about).join(' and ')}`

/** The text of a file in the project; undefined if it does not exist. */
async function textAt(path: string): Promise<{ readonly text: string } | 'unreadable' | undefined> {
  try {
    if (!(await lstat(path)).isFile()) return 'unreadable'
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path)) }
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? undefined : 'unreadable'
  }
}

/** ESLint's own configuration is a program, which only its author should change. Biome's may have comments. */
async function configSteps(
  folder: string,
  generated: string,
  names: readonly string[],
  place = '',
): Promise<readonly string[]> {
  const configs = CONFIGS.flatMap(({ file, entryFor }) =>
    names.filter((name) => file.test(name)).map((name) => ({ name, entry: entryFor(generated) })),
  )
  const steps = configs.map(async ({ name, entry }) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    return /generated|\.gen\./.test(text) ? [] : [`add ${entry} ${place}${name}`]
  })
  return (await Promise.all(steps)).flat()
}

/** The files in which only the user configures a tool, and what to add to them. */
const CONFIGS = [
  {
    file: /^eslint\.config\.[cm]?[jt]s$/,
    entryFor: (generated: string) => `{ ignores: ['${generated}/', '**/schema.gen.ts'] } to`,
  },
  // The header of generated code stops Biome. JSON has no comments, and so no such header.
  {
    file: /^biome\.jsonc?$/,
    entryFor: (generated: string) => `"!${generated}" to files.includes, after "**", in`,
  },
]
