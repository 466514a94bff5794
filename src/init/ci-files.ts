import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listed } from '../diagnostic/words.js'
import type { PlanEntry } from '../plan/plan.js'
import { firstFile } from './templates.js'
import { WORKFLOWS, workflowsFor } from './workflows.js'

/** A service that `init --ci` can write a pull request check for. */
export type Service = 'github' | 'gitlab'

/** A service's file, with its path from the repository's root. */
export interface CiFile {
  readonly entries: readonly PlanEntry[]
  readonly said: readonly string[]
  readonly steps: readonly string[]
}

/**
 * The file that checks each pull request for a project, which is a folder in the repository `top`. An existing file is
 * not changed.
 */
export async function ciFile(
  service: Service,
  top: string,
  project: string,
  schema: string,
): Promise<CiFile> {
  const folder = relative(top, project).replaceAll('\\', '/')
  if (!/^[\w./@+-]*$/.test(folder) || !/^[\w./@+-]+$/.test(schema)) {
    return {
      entries: [],
      said: [],
      steps: [
        'write the workflow yourself, as https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/ci.md shows: a path contains characters that need quotes',
      ],
    }
  }
  const job = ['api', ...folder.split('/').filter(Boolean)].join('-').replaceAll(/[^\w-]/g, '-')
  const installed = installOf(project, { top, project })
  const option = schema === 'schema.yaml' ? '' : schema
  const inputs = [
    ...(folder === '' ? [] : [`          working-directory: ${folder}`]),
    ...(option === '' ? [] : [`          schema: ${option}`]),
  ].join('\n')
  const from = relative(top, installed.folder).replaceAll('\\', '/')
  const below = relative(installed.folder, project).replaceAll('\\', '/')
  const view = {
    job,
    name: folder === '' ? 'API' : `API of ${folder}`,
    install: installed.command,
    installFolder: from,
    cache: installed.cache,
    cachePath: from === '' ? '' : `${from}/${installed.lock}`,
    inputs,
    folder: below,
    option: option === '' ? '' : ` --schema ${option}`,
  }
  const text = await firstFile(`ci/${service}.yml`, view)
  const { path, steps, isThere } =
    service === 'github' ? await onGithub(top, folder, job) : onGitlab(top, job)
  if (isThere) return { entries: [], said: [`${path} already checks this project and is unchanged`], steps }
  return {
    entries: [{ kind: 'create', path, owner: 'yours', text }],
    said: [`wrote ${path}, which checks each ${service === 'github' ? 'pull' : 'merge'} request`],
    steps,
  }
}

/** The location of a service's file, and what the user must do. */
interface Place {
  readonly path: string
  readonly isThere: boolean
  readonly steps: readonly string[]
}

/** A workflow with the action may have any name. Workflows that run the same commands are the user's, such as those of `create`. */
async function onGithub(top: string, folder: string, job: string): Promise<Place> {
  const workflows = await workflowsFor(folder, top)
  const existing = workflows.find(({ hasAction }) => hasAction)?.path
  // A workflow for something else may have this name.
  const path = existing ?? freePath(top, job)
  const steps = workflows
    .filter(({ lines }) => lines.length > 0)
    .map((each) => `remove the ${stepsAt(each.lines)} from ${each.path}: ${path} does the same`)
  return { path, isThere: existing !== undefined, steps }
}

function freePath(top: string, job: string, number = 1): string {
  const path = `${WORKFLOWS}/${job}${number === 1 ? '' : `-${number}`}.yml`
  return existsSync(join(top, path)) ? freePath(top, job, number + 1) : path
}

const stepsAt = (lines: readonly number[]): string =>
  lines.length === 1 ? `step on line ${lines[0]}` : `steps on lines ${listed(lines.map(String))}`

function onGitlab(top: string, job: string): Place {
  const text = textOf(join(top, '.gitlab-ci.yml'))
  if (text === undefined) return { path: '.gitlab-ci.yml', isThere: false, steps: [] }
  if (text.split(/\r?\n/).some((line) => line.trimEnd() === `${job}:`)) {
    return { path: '.gitlab-ci.yml', isThere: true, steps: [] }
  }
  const path = `.gitlab/${job}.yml`
  const isIncluded = text.includes(path)
  const steps = isIncluded ? [] : [`add to .gitlab-ci.yml: include: [{ local: ${path} }]`]
  return { path, isThere: existsSync(join(top, path)), steps }
}

const textOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined

/**
 * The commands that install a project's packages, according to the lock file in its folder or the nearest folder above
 * it.
 */
function installOf(
  folder: string,
  { top, project }: { readonly top: string; readonly project: string },
): { readonly folder: string; readonly command: string; readonly cache: string; readonly lock: string } {
  const found = LOCKS.find(({ lock }) => existsSync(join(folder, lock)))
  if (found) return { folder, ...found }
  if (folder !== top && dirname(folder) !== folder) return installOf(dirname(folder), { top, project })
  const own = existsSync(join(project, 'package.json')) ? project : top
  return { folder: own, lock: '', command: 'npm install', cache: '' }
}

// setup-node's cache needs pnpm and Yarn before Corepack has installed them.
const LOCKS = [
  { lock: 'package-lock.json', command: 'npm ci', cache: 'npm' },
  { lock: 'pnpm-lock.yaml', command: 'corepack enable && pnpm install --frozen-lockfile', cache: '' },
  { lock: 'yarn.lock', command: 'corepack enable && yarn install --immutable', cache: '' },
]
