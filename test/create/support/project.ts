import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../real/support/server.js'
import { pack } from '../../packing/support/pack.js'

/** How a program ended and what it said. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The packed packages in a folder, and the program that creates projects, installed from its own. */
export interface Packed {
  /** Where projects may be made. */
  readonly folder: string
  readonly packages: string
  /** The program of `create-jsonapi-gen`. */
  readonly program: string
  remove(): Promise<void>
}

/** Packs what a release has, and installs `create-jsonapi-gen` from it as `npm create` does. */
export async function packedProgram(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-create-'))
  const packages = join(folder, 'packages')
  await mkdir(packages)
  const [, , create = ''] = await Promise.all(['.', 'runtime', 'create'].map((name) => pack(name, packages)))
  const runner = join(folder, 'runner')
  await mkdir(runner)
  await writeFile(join(runner, 'package.json'), '{ "private": true }')
  const installed = await runIn(runner, 'npm', ['install', '--prefer-offline', '--ignore-scripts', create])
  if (installed.code !== 0) throw new Error(installed.stderr)
  return {
    folder,
    packages,
    program: join(runner, 'node_modules/create-jsonapi-gen/bin/create-jsonapi-gen.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Installs pnpm beside the program, once, and returns a PATH with it. */
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

/** The last one that runs on Node 20. */
const PNPM = 'pnpm@10.34.8'

/** Runs a program in a folder, and waits for its end. */
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

/** `npm start` of a project, as far as it matters. */
export interface Started {
  readonly url: string
  /** Tells it to end, as a platform does; resolves to its exit code and to what it has printed. */
  terminate(): Promise<{ readonly code: number | null; readonly printed: string }>
}

/** Starts the server of a project on a free port, by the command of its script: npm hands no signals on reliably. */
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

/** The environment without what the test runner and npm put there: a user's has it not. */
function outside(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean => /^(?:VITEST|NODE_ENV$|TEST$|DATABASE_URL$|npm_)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)))
}
