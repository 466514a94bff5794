import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from '../../../scripts/lib/paths.js'
import { ended, jsonapiGenHere, type Ended } from '../../generator/support/cli.js'
import { emptyFolder, type Files, writeFiles } from '../../generator/support/folder.js'

/** The project's folder in its repository. */
export const PROJECT = 'apps/api'

/** A repository on GitHub with one pull request, number 7. */
export interface Remote {
  /** Writes files to the branch of the pull request, generates code, and pushes a commit. */
  push(files: Files): Promise<void>
  /** A clone of the commit that GitHub checks out: the merge of the pull request, without its history. */
  checkout(): Promise<string>
  /** The folder of the bare repository. */
  readonly origin: string
  readonly work: string
  git(...parameters: readonly string[]): string
}

/**
 * Creates the repository, whose branch `main` contains the files and the code generated from them.
 *
 * @param pushed the files of the pull request's first commit, if it has one
 */
export async function remote(files: Files, pushed?: Files): Promise<Remote> {
  const folder = await emptyFolder()
  const key = JSON.stringify([files, pushed])
  await cp(await (CREATED[key] ??= create(files, pushed)), folder, { recursive: true })
  const repository = repositoryIn(folder)
  repository.git('remote', 'set-url', 'origin', pathToFileURL(repository.origin).href)
  return repository
}

/**
 * The folders of the repositories that tests copy. Each is created only once, because this takes two runs of the
 * generator and twenty of git. The folders are removed at the end of the test run.
 */
const CREATED: Record<string, Promise<string>> = {}

async function create(files: Files, pushed: Files | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-remote-'))
  const { git, origin, work, push } = repositoryIn(folder)
  await mkdir(work)
  run(folder, 'init', '-q', '--bare', '-b', 'main', origin)
  // Permits fetching any commit, as GitHub does.
  run(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', pathToFileURL(origin).href)
  await commit(work, { '.gitignore': 'node_modules\n', ...files }, 'main')
  git('push', '-q', 'origin', 'main')
  git('checkout', '-q', '-b', 'feature')
  if (pushed) await push(pushed)
  return folder
}

function repositoryIn(folder: string): Remote {
  const [origin, work] = [join(folder, 'origin.git'), join(folder, 'work')]
  const git = (...parameters: readonly string[]): string => run(work, ...parameters)
  let clones = 0
  return {
    origin,
    work,
    git,
    async push(changed) {
      await commit(work, changed, 'feature')
      git('push', '-q', 'origin', 'feature')
      git('checkout', '-q', '--detach', 'main')
      git('merge', '-q', '--no-ff', '-m', 'merge', 'feature')
      git('push', '-q', '--force', 'origin', 'HEAD:refs/heads/merge')
      git('checkout', '-q', 'feature')
    },
    async checkout() {
      const clone = join(folder, `clone-${++clones}`)
      run(folder, 'clone', '-q', '--depth', '1', '--branch', 'merge', pathToFileURL(origin).href, clone)
      await install(join(clone, PROJECT))
      return clone
    },
  }
}

/** Runs git in a folder, and returns its output. */
function run(cwd: string, ...parameters: readonly string[]): string {
  return execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'core.autocrlf=false', ...parameters],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  ).trim()
}

/** Writes files, generates code, and commits everything. */
async function commit(work: string, changed: Files, message: string): Promise<void> {
  await writeFiles(work, changed)
  const { code, stderr } = await jsonapiGenHere(['generate'], join(work, PROJECT))
  if (code !== 0) throw new Error(stderr)
  run(work, 'add', '--all')
  run(work, 'commit', '-qm', message)
}

/** Installs this repository's program as npm does. */
async function install(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(at('.'), join(folder, 'node_modules/jsonapi-gen'))
}

/** The result of a run of the action, with its annotations and its job summary. */
export interface Stepped extends Ended {
  readonly annotations: readonly string[]
  readonly summary: string
}

/** Runs the action in a clone, as GitHub's runner does. */
export async function step(
  clone: string,
  { git }: Pick<Remote, 'git'>,
  api: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Stepped> {
  const folder = await emptyFolder()
  const [event, summary] = [join(folder, 'event.json'), join(folder, 'summary.md')]
  const pull = {
    number: 7,
    head: { sha: git('rev-parse', 'feature') },
    base: { ref: 'main', sha: git('rev-parse', 'main') },
  }
  await writeFile(event, JSON.stringify({ pull_request: pull }))
  await writeFile(summary, '')
  const result = await ended([at('action/main.js')], clone, {
    ...process.env,
    GITHUB_WORKSPACE: clone,
    GITHUB_EVENT_PATH: event,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_API_URL: api,
    GITHUB_REPOSITORY: 'o/r',
    'INPUT_WORKING-DIRECTORY': PROJECT,
    INPUT_TOKEN: 'secret',
    ...more,
  })
  const annotations = result.stdout.split('\n').filter((line) => /^::(?:error|warning|notice) /.test(line))
  const text = await readFile(summary, 'utf8')
  await rm(folder, { recursive: true })
  return { ...result, annotations, summary: text }
}
