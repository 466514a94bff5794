import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from '../../real/support/server.js'
import { pack } from '../../packing/support/pack.js'
import { onceARun } from '../../support/once.js'

/** The result of a program: its exit code and its output. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The packed packages in a folder, and `create-jsonapi-gen`, installed from its package. */
export interface Packed {
  /** The folder for new projects. */
  readonly folder: string
  readonly packages: string
  /** The path of `create-jsonapi-gen`. */
  readonly program: string
  remove(): Promise<void>
}

/** Packs the packages of a release, and installs `create-jsonapi-gen` as `npm create` does, once per test run. */
export async function packedProgram(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-create-'))
  const packages = join(folder, 'packages')
  await mkdir(packages)
  const [create = ''] = await Promise.all(
    ['create', '.', 'runtime', 'openapi', 'explorer', 'client'].map((name) => pack(name, packages)),
  )
  const runner = await onceARun('installed-create', () => installedWith(create))
  return {
    folder,
    packages,
    program: join(runner, 'node_modules/create-jsonapi-gen/bin/create-jsonapi-gen.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A folder in which a packed package is installed, until the test run ends. */
async function installedWith(packed: string): Promise<string> {
  const runner = await mkdtemp(join(inject('directory'), 'runner-'))
  await writeFile(join(runner, 'package.json'), '{ "private": true }')
  const { code, stderr } = await runIn(runner, 'npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    packed,
  ])
  if (code !== 0) throw new Error(stderr)
  return runner
}

/** A new project with Express on SQLite, and the output of `create`. */
export interface Created {
  /** The project, which only one test file may change. */
  readonly project: string
  /** A copy of the project as it was created, without the installed packages. */
  readonly unchanged: string
  readonly created: Ended
}

/** Creates a project with Express on SQLite in a repository, once per test run. */
export async function createdProject(): Promise<Created> {
  const text = await onceARun('created-project', async () => {
    const { folder, program } = await packedProgram()
    const [project, unchanged] = [join(folder, 'my-api'), join(folder, 'unchanged')]
    await mkdir(join(project, '.git'), { recursive: true })
    const options = ['--framework', 'express', '--database', 'sqlite', '--yes', '--packages', 'packages']
    const created = await runIn(folder, process.execPath, [program, 'my-api', ...options])
    const installed = join(project, 'node_modules')
    await cp(project, unchanged, { recursive: true, filter: (path) => path !== installed })
    return JSON.stringify({ project, unchanged, created })
  })
  return JSON.parse(text) as Created
}

/** Installs pnpm next to the program, and returns a PATH that contains it. */
export async function installPnpm({ program }: Packed): Promise<string> {
  const runner = program.slice(0, program.indexOf('/node_modules/'))
  const { code, stderr } = await runIn(runner, 'npm', [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    PNPM,
  ])
  if (code !== 0) throw new Error(stderr)
  return `${join(runner, 'node_modules/.bin')}:${process.env['PATH']}`
}

/** The last version of pnpm that runs on Node 20. */
const PNPM = 'pnpm@10.34.8'

/** Runs a program in a folder and waits until it ends. */
export function runIn(
  folder: string,
  command: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { ...outside(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** A running `npm start` of a project. */
export interface Started {
  readonly url: string
  /** Asks the process to end, as a hosting platform does, and returns its exit code and output. */
  terminate(): Promise<{ readonly code: number | null; readonly printed: string }>
}

/** Starts a project's server on a free port by running the command in its script directly, because npm does not forward signals reliably. */
export async function startProject(folder: string, env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', './dist/env.js', 'dist/server.js'], {
    cwd: folder,
    env: { ...outside(), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  const ended = once(child, 'close') as Promise<[number | null]>
  const listens = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!listens) throw new Error(printed)
  return {
    url: `http://localhost:${port}`,
    async terminate() {
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, printed: printed.replaceAll(/ \d+ ms$/gm, '').replaceAll(String(port), 'PORT') }
    },
  }
}

/** The environment without the variables of the test runner and npm, which a user does not have. */
function outside(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean => /^(?:VITEST|NODE_ENV$|TEST$|DATABASE_URL$|npm_)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)))
}
