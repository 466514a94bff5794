import { spawn } from 'node:child_process'
import { at } from '../../../scripts/lib/paths.js'

/** A finding, as `--format json` prints it. */
export interface PrintedFinding {
  readonly id: string
  readonly viewer: string
  readonly request: string
  readonly summary: string
  readonly differences: readonly string[]
  readonly places: readonly string[]
}

export interface Proved {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `jsonapi-gen prove` in a folder. */
export function prove(folder: string, ...args: readonly string[]): Promise<Proved> {
  // The program must not mistake itself for part of the Vitest run that executes this test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATABASE_URL$)/.test(name)),
  )
  const child = spawn(process.execPath, [at('bin/jsonapi-gen.js'), 'prove', ...args], { cwd: folder, env })
  const [stdout, stderr]: [string[], string[]] = [[], []]
  child.stdout.on('data', (data: Buffer) => stdout.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => stderr.push(data.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') }))
  })
}

/** The findings of a run with `--format json`. */
export function findingsOf({ stdout, stderr }: Proved): readonly PrintedFinding[] {
  if (stdout === '') throw new Error(stderr)
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly PrintedFinding[] }
  return findings
}
