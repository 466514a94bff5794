import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from './git.js'
import { repositoryOf } from './in-repository.js'

const OURS = fileURLToPath(new URL('../../bin/jsonapi-gen.js', import.meta.url))

/** A path to this program that survives updates: pnpm stores each version in a different folder. */
function programFor(folder: string): string {
  const installed = join(folder, 'node_modules/jsonapi-gen/bin/jsonapi-gen.js')
  if (existsSync(installed)) return installed
  return dirname(folder) === folder ? OURS : programFor(dirname(folder))
}

/**
 * Sets up the driver for contracts in this clone: `git diff` shows their changes as sentences, and `git log -p` as
 * facts. No committed file refers to the driver. Returns a description of the change, or undefined outside a
 * repository.
 */
export async function setUpDriver(cwd: string, generated: string): Promise<string | undefined> {
  const top = repositoryOf(cwd)
  const path = top && (await git(top, ['rev-parse', '--git-path', 'info/attributes']))?.trimEnd()
  if (top === undefined || path === undefined) return undefined
  const program = quoted(fromTop(programFor(cwd), top))
  // Before `npm ci`, and in a commit without jsonapi-gen, git shows the file's lines.
  const plain = 'git --no-pager diff --no-index --no-ext-diff --no-textconv -- "$2" "$5"; true'
  const settings = {
    command: `f() { if [ -f ${program} ]; then node ${program} git-driver -- "$@"; else ${plain}; fi; }; f`,
    textconv: `f() { if [ -f ${program} ]; then node ${program} git-driver --text "$1"; else cat "$1"; fi; }; f`,
  }
  for (const [name, value] of Object.entries(settings)) {
    const set = await git(top, ['config', '--local', `diff.jsonapi-gen.${name}`, value])
    if (set === undefined) return undefined
  }
  // Git would keep the lines of a file that was shown before npm ci.
  await git(top, ['config', '--local', '--unset', 'diff.jsonapi-gen.cachetextconv'])
  const attributes = resolve(top, path)
  const contract = fromTop(resolve(cwd, generated, 'contract.gen.json'), top)
  const line = `${patternOf(contract)} diff=jsonapi-gen`
  const before = await readFile(attributes, 'utf8').catch(() => '')
  if (before.split('\n').includes(line)) return undefined
  await mkdir(dirname(attributes), { recursive: true })
  await appendFile(attributes, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`)
  return 'in this clone, git diff now describes contract changes in sentences'
}

/** A pattern for one path in .gitattributes. A pattern with a space is in quotes. */
function patternOf(path: string): string {
  const escaped = `/${path.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}`
  return /[\s"\\]/.test(escaped) ? JSON.stringify(escaped) : escaped
}

const OUR_LINE =
  /^\(cd '.*' && if \[ -f '.*\/jsonapi-gen\.js' \]; then node '.*' generate --staged.*; fi\) \|\| exit 1$/

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
  const program = quoted(fromTop(programFor(cwd), cwd))
  const option = schema === 'schema.yaml' ? '' : ` --schema ${quoted(schema)}`
  const folder = quoted(fromTop(cwd, top) || '.')
  const line = `(cd ${folder} && if [ -f ${program} ]; then node ${program} generate --staged${option}; fi) || exit 1`
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
