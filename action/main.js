// The step of the action: finds the base, runs `jsonapi-gen ci`, and writes the review into one comment.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { baseOf } from './base.js'
import { comment } from './comment.js'
import { shortened } from './shortened.js'

/** GitHub rejects a summary of more than a megabyte. A character here has at most three bytes. */
const MAX_SUMMARY = 340_000
const IN_LOG = 'The rest is in the job log.'

const { env, stdout } = process
const folder = resolve(env.GITHUB_WORKSPACE ?? '.', input('working-directory') || '.')
const program = programIn(folder)

if (program === undefined) {
  tell(
    'error',
    `jsonapi-gen is not installed in ${folder}. Run npm ci in an earlier step, or set working-directory.`,
  )
  process.exitCode = 2
} else {
  process.exitCode = await check(program)
}

/**
 * @param {string} file the program of jsonapi-gen
 * @returns {Promise<number>} its exit code, whether or not the comment could be written
 */
async function check(file) {
  const event = eventOf()
  const named = input('base')
  /** @type {import('./base.js').Base} */
  const found =
    event === undefined && named === ''
      ? {
          ok: false,
          message:
            'The file that GITHUB_EVENT_PATH refers to is not valid JSON, so the base is unknown: set the input "base".',
        }
      : baseOf(folder, { named, event: event ?? {}, env: childEnvironment() })
  if (!found.ok) tell('error', found.message)
  else if (found.note !== undefined) tell('notice', found.note)
  const reports = mkdtempSync(join(tmpdir(), 'jsonapi-gen-'))
  try {
    const markdown = join(reports, 'review.md')
    const code = run(file, [
      ...(found.ok && found.base !== undefined ? [found.base] : []),
      ...linesOf('schema').flatMap((each) => ['--schema', each]),
      ...(input('waivers') === '' ? [] : ['--waivers', input('waivers')]),
      ...linesOf('clients').flatMap((each) => ['--clients', each]),
      ...(input('sarif') === '' ? [] : ['--sarif', input('sarif')]),
      ...(input('prove-seconds') === '' ? [] : ['--prove-seconds', input('prove-seconds')]),
      ...(input('prove-database') === '' ? [] : ['--prove-database', input('prove-database')]),
      '--format',
      'github',
      '--markdown',
      markdown,
    ])
    const review = existsSync(markdown) ? readFileSync(markdown, 'utf8') : undefined
    // An earlier comment must not appear to be about this commit.
    const said = review ?? `## API: ❌ not checked\n\nThe job log says why.\n`
    const text = found.ok ? said : `${notCompared(said, named)}\n\n❌ ${found.message}\n`
    if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, shortened(text, MAX_SUMMARY, IN_LOG))
    if (input('comment') !== 'false') await discuss(text, event ?? {})
    return found.ok ? code : Math.max(code, 2)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/**
 * A review whose heading does not suggest that the diff has run.
 *
 * @param {string} review
 * @param {string} named the base that the workflow names, if any
 */
function notCompared(review, named) {
  const against = named === '' ? '' : ` against ${named.replaceAll(/[^\w./-]/g, '_')}`
  return review
    .replace(/^(## API.*: )✅ .*$/m, '$1❌ not compared')
    .replace(/^- diff: not run.*$/m, `- diff: not possible${against}`)
}

/**
 * @param {string} review
 * @param {import('./base.js').Event} event
 */
async function discuss(review, event) {
  const number = event.pull_request?.number
  if (number === undefined) return
  const failure = await comment(review, {
    api: env.GITHUB_API_URL ?? 'https://api.github.com',
    repository: env.GITHUB_REPOSITORY ?? '',
    number,
    token: input('token'),
    // Each step of a monorepo has its own comment.
    key: [input('working-directory'), ...linesOf('schema')].join(' '),
  })
  if (failure !== undefined) tell('notice', failure)
}

/**
 * Runs the program. Its messages are printed while the runner ignores workflow commands, because they quote files from
 * the pull request.
 *
 * @param {string} file
 * @param {readonly string[]} parameters
 * @returns {number}
 */
function run(file, parameters) {
  const {
    status,
    stdout: out,
    stderr,
    error,
  } = spawnSync(process.execPath, [file, 'ci', ...parameters], {
    cwd: folder,
    env: childEnvironment(),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  const secret = randomUUID()
  stdout.write(`::stop-commands::${secret}\n${stderr ?? ''}\n::${secret}::\n${out ?? ''}`)
  if (error) tell('error', `jsonapi-gen cannot be run: ${error.message}`)
  return status ?? 1
}

/**
 * The environment without the inputs and without the variables that the runner sets only for actions, so that the pull
 * request's programs do not receive a token.
 */
function childEnvironment() {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:INPUT|ACTIONS)_/i.test(name)))
}

/**
 * @param {string} from
 * @returns {string | undefined} the program that npm installed for the folder
 */
function programIn(from) {
  const file = join(from, 'node_modules/jsonapi-gen/bin/jsonapi-gen.js')
  if (existsSync(file)) return file
  const above = dirname(from)
  return above === from ? undefined : programIn(above)
}

/** @returns {import('./base.js').Event | undefined} undefined if the file is not JSON */
function eventOf() {
  const path = env.GITHUB_EVENT_PATH
  if (path === undefined || !existsSync(path)) return {}
  try {
    const event = JSON.parse(readFileSync(path, 'utf8'))
    return typeof event === 'object' && event !== null ? event : undefined
  } catch {
    return undefined
  }
}

/** @param {string} name */
function input(name) {
  return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
}

/** @param {string} name */
function linesOf(name) {
  return input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * @param {'error' | 'notice'} command
 * @param {string} text
 */
function tell(command, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  stdout.write(`::${command} title=jsonapi-gen::${escaped}\n`)
}
