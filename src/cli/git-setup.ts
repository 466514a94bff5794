import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from './git.js'
import { repositoryOf } from './in-repository.js'

const OURS = fileURLToPath(new URL('../../bin/jsonapi-gen.js', import.meta.url))

const INSTALLED = 'node_modules/jsonapi-gen/bin/jsonapi-gen.js'

/**
 * The paths at which a project's program may be installed, as words for the shell: in the project's folder and in the
 * folders above it. These paths survive updates, although pnpm stores each version in a different folder. If the
 * program is not installed yet, the last path is that of the running program.
 */
function programsFor(
  project: string,
  { top, from }: { readonly top: string; readonly from: string },
): string {
  const places = foldersUp(project, top).map((folder) => join(folder, INSTALLED))
  const inside = places.map((each) => relative(from, each).replaceAll('\\', '/'))
  return [...inside, ...(places.some((each) => existsSync(each)) ? [] : [OURS])].map(quoted).join(' ')
}

function foldersUp(folder: string, top: string): readonly string[] {
  return folder === top || dirname(folder) === folder
    ? [folder]
    : [folder, ...foldersUp(dirname(folder), top)]
}

/**
 * Sets up the driver for a project's contract in this clone: `git diff` shows its changes as sentences, and `git log
 * -p` as facts. Each project has its own driver, because its program may have a different version. No committed file
 * refers to the driver. Returns a description of the change, or undefined outside a repository.
 */
export async function setUpDriver(cwd: string, generated: string): Promise<string | undefined> {
  const top = repositoryOf(cwd)
  const path = top && (await git(top, ['rev-parse', '--git-path', 'info/attributes']))?.trimEnd()
  if (top === undefined || path === undefined) return undefined
  const driver = driverOf(fromTop(cwd, top))
  // Before `npm ci`, and if the installed version lacks the command, git shows the file's lines.
  const first = (command: string): string =>
    `for p in ${programsFor(cwd, { top, from: top })}; do if [ -f "$p" ] && node "$p" git-driver ${command}; then return; fi; done`
  const settings = {
    command: `f() { ${first('-- "$@"')}; ${PLAIN}; }; f`,
    textconv: `f() { ${first('--text "$1"')}; cat "$1"; }; f`,
  }
  for (const [name, value] of Object.entries(settings)) {
    const set = await git(top, ['config', '--local', `diff.${driver}.${name}`, value])
    if (set === undefined) return undefined
  }
  // With this setting, git would keep the lines of a file that it showed before `npm ci`.
  await git(top, ['config', '--local', '--unset', `diff.${driver}.cachetextconv`])
  const attributes = resolve(top, path)
  const contract = fromTop(resolve(cwd, generated, 'contract.gen.json'), top)
  const line = `${patternOf(contract)} diff=${driver}`
  const before = await readFile(attributes, 'utf8').catch(() => '')
  if (before.split('\n').includes(line)) return undefined
  await mkdir(dirname(attributes), { recursive: true })
  await appendFile(attributes, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`)
  return 'in this clone, git diff now describes contract changes in sentences'
}

/** Prints the diff line by line. Git passes the versions as temporary files, or only the path if it is unmerged. */
const PLAIN =
  'if [ $# -lt 7 ]; then echo "* Unmerged path $1"; return; fi; ' +
  `printf 'diff --git a/%s b/%s\\n--- a/%s\\n+++ b/%s\\n' "$1" "\${8:-$1}" "$1" "\${8:-$1}"; ` +
  `git --no-pager diff --no-index --no-ext-diff --no-textconv -- "$2" "$5" | sed -n '/^@@/,$p'`

/** The name of a project's driver. The value of an attribute cannot contain a space. */
const driverOf = (folder: string): string =>
  ['jsonapi-gen', ...(folder === '' ? [] : [folder.replaceAll(/[^\w./@+-]/gu, encodeURIComponent)])].join('-')

/** A pattern for one path in .gitattributes. A pattern with a space is in quotes. */
function patternOf(path: string): string {
  const escaped = `/${path.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}`
  return /[\s"\\]/.test(escaped) ? JSON.stringify(escaped) : escaped
}

const OUR_LINE =
  /^\(cd '.*' && for p in '.*\/jsonapi-gen\.js'; do if \[ -f "\$p" \]; then node "\$p" generate --staged.*; exit; fi; done\) \|\| exit 1$/

/**
 * Writes a hook that runs `generate --staged` before each commit in this clone. Returns a description of the change, or
 * the step that the user must take.
 */
export async function setUpHook(cwd: string, schema: string): Promise<string | undefined> {
  const top = repositoryOf(cwd)
  const hooks = top && (await git(top, ['rev-parse', '--git-path', 'hooks']))?.trimEnd()
  if (top === undefined || hooks === undefined) return undefined
  // Husky calls the hooks next to its own folder.
  const path = join(resolve(top, hooks.replace(/(^|\/)\.husky\/_$/, '$1.husky')), 'pre-commit')
  const option = schema === 'schema.yaml' ? '' : ` --schema ${quoted(schema)}`
  const folder = quoted(fromTop(cwd, top) || '.')
  const programs = programsFor(cwd, { top, from: cwd })
  const line = `(cd ${folder} && for p in ${programs}; do if [ -f "$p" ]; then node "$p" generate --staged${option}; exit; fi; done) || exit 1`
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before?.includes(line)) return undefined
  // Several projects share one hook, which belongs to us as long as nobody has edited it.
  const isOurs = before
    ?.split('\n')
    .every((each) => each === '' || each === '#!/bin/sh' || OUR_LINE.test(each))
  if (before !== undefined && isOurs) {
    await appendFile(path, `${line}\n`)
    return `added this project to ${fromTop(path, top)}`
  }
  if (before !== undefined) return `add to ${fromTop(path, top)}: ${line}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${line}\n`)
  await chmod(path, 0o755)
  return `wrote ${fromTop(path, top)}, which generates the API when a schema is staged`
}

/**
 * Makes a path relative to the given folder if it is below that folder, because git runs programs in the repository's
 * root.
 */
function fromTop(path: string, top: string): string {
  const way = relative(top, path)
  return (way.startsWith('..') || isAbsolute(way) ? path : way).replaceAll('\\', '/')
}

/** A string as one word for the shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
