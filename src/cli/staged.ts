import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { GenerateOptions } from './generate-options.js'
import { git } from './git.js'
import { repositoryOf } from './in-repository.js'
import { EXIT, type ExitCode, type Io } from './io.js'

/**
 * `jsonapi-gen generate --staged`, for a hook before a commit: if the commit changes a schema, writes the
 * generated files and stages them. A partly staged schema is rejected, because the files on disk differ from
 * the commit.
 */
export async function generateStaged(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const top = repositoryOf(io.cwd)
  // Git gives a hook the path of the index relative to the repository's root.
  const names = async (...more: readonly string[]): Promise<readonly string[] | undefined> =>
    top === undefined
      ? undefined
      : (await git(top, ['diff', '--name-only', '--no-renames', '--no-ext-diff', '-z', ...more]))
          ?.split('\0')
          .filter(Boolean)
  const [staged, unstaged] = await Promise.all([names('--cached'), names()])
  if (top === undefined || staged === undefined || unstaged === undefined) {
    io.err('--staged needs a git repository, and the command git\n')
    return EXIT.invalid
  }
  const fromTop = (path: string): string => relative(top, resolve(io.cwd, path)).replaceAll('\\', '/')
  const schemas = new Set(options.schema.map(fromTop))
  const isInput = (path: string): boolean =>
    path.endsWith('.prisma') || [...schemas].some((each) => path === each || path.startsWith(`${each}/`))
  const isGenerated = staged.some((path) => /\.gen\.(?:ts|json)$/.test(path))
  if (!isGenerated && !staged.some(isInput)) return EXIT.done
  const partial = unstaged.filter(isInput)
  if (partial.length > 0) {
    io.err(
      `${partial.join(', ')} has changes that are not staged: stage them with git add, or stash them with git stash --keep-index\n`,
    )
    return EXIT.invalid
  }
  const [schema, gone] = [true, false].map((isThere) =>
    options.schema.filter((path) => existsSync(resolve(io.cwd, path)) === isThere),
  )
  for (const path of gone ?? []) {
    io.err(`${path} does not exist. If it was renamed, change its name in the hook: --schema <file>\n`)
  }
  if (schema === undefined || schema.length === 0) return EXIT.done
  // Most commits change no schema, so they need not wait for this.
  const [{ generateWith }, { printBeside }] = await Promise.all([
    import('./generate.js'),
    import('../emit/print-beside.js'),
  ])
  // If generated files are also staged, they probably already have the content that would be printed.
  const printing = io.threads ? printBeside({ isLate: isGenerated }) : undefined
  const written: string[] = []
  const onWritten: GenerateOptions['onWritten'] = (paths, folders) =>
    written.push(...paths, ...folders.flatMap((each) => [`${each}/generated`, `${each}/schema.gen.ts`]))
  try {
    const code = await generateWith(printing?.print, { ...options, schema, onWritten }, io)
    if (code !== EXIT.done) return code
  } finally {
    await printing?.stop()
  }
  const paths = [...new Set(written.map(fromTop))].filter((path) => existsSync(join(top, path)))
  const added = await git(
    top,
    ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'],
    paths.join('\0'),
  )
  if (added !== undefined) {
    // `git commit <file>` commits from a temporary index.
    if (basename(process.env['GIT_INDEX_FILE'] ?? '').startsWith('next-index-')) {
      const outermost = paths.filter((path) => !paths.some((each) => path.startsWith(`${each}/`)))
      io.err(
        `git commit <file> does not stage generated files for later commits. Afterwards, run: git add ${outermost.map((each) => JSON.stringify(each)).join(' ')}\n`,
      )
    }
    return EXIT.done
  }
  io.err('git add failed: stage the generated files yourself\n')
  return EXIT.invalid
}
