/** The entry that `jsonapi-gen prove` runs: `@jsonapi-gen/prove/command`. Its exports may change in any version. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ACCEPTED_FILE, acceptedIn } from './accepted.js'
import { castTo, methodOf } from './cast.js'
import type { Outcome } from './explore.js'
import { ProveFault } from './fault.js'
import { rendered, REPORT_FORMATS, type ReportFormat, reportOf } from './report.js'
import { SETTINGS, type Settings } from './settings.js'

export { REPORT_FORMATS, type ReportFormat } from './report.js'

/** The options of a run. */
export interface RunOptions {
  readonly cwd: string
  readonly file?: string | undefined
  readonly database?: string | undefined
  readonly seed?: number | undefined
  readonly seconds?: number | undefined
  readonly rounds?: number | undefined
  readonly viewer?: string | undefined
  readonly resource?: string | undefined
  readonly time?: boolean | undefined
  readonly bail?: boolean | undefined
  readonly format?: string | undefined
}

/** The result of a run: its report, or the mistake that prevented it. */
export type RunResult =
  | { readonly kind: 'report'; readonly text: string; readonly findings: number }
  | { readonly kind: 'fault'; readonly text: string }

/** Runs the project's `prove.ts` in the project's Vitest. */
export async function runProve(options: RunOptions): Promise<RunResult> {
  try {
    return await run(options)
  } catch (error) {
    if (error instanceof ProveFault) return { kind: 'fault', text: error.message }
    throw error
  }
}

async function run({ cwd, file = 'prove.ts', format = 'text', ...options }: RunOptions): Promise<RunResult> {
  const path = resolve(cwd, file)
  if (!existsSync(path)) {
    throw new ProveFault(
      `${file} does not exist. It must list the viewers and create the API: https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/prove.md`,
    )
  }
  const folder = dirname(path)
  const accepted = acceptedIn(join(folder, ACCEPTED_FILE))
  const directory = mkdtempSync(join(tmpdir(), 'jsonapi-gen-proof-'))
  try {
    const output = join(directory, 'result.json')
    const { seed = 1, seconds = 120, time = false, bail = false } = options
    await inVitest(folder, { ...options, file: path, folder, output, seed, seconds, time, bail })
    if (!existsSync(output)) {
      throw new ProveFault('Vitest ended without a result. To see the reason, run npx vitest run.')
    }
    const result = castTo<WorkerResult>(JSON.parse(readFileSync(output, 'utf8')))
    if (!result.outcome) {
      const said = (result.said ?? []).map((line) => `\n${line}`).join('')
      throw new ProveFault(`${result.fault ?? result.error ?? ''}${said}`)
    }
    const report = reportOf(result.outcome, accepted)
    const known: ReportFormat = REPORT_FORMATS.find((each) => each === format) ?? 'text'
    return { kind: 'report', text: rendered(report, known), findings: report.findings.length }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

interface WorkerResult {
  readonly outcome?: Outcome
  readonly fault?: string
  readonly error?: string
  readonly said?: readonly string[]
}

/** Runs the worker's file as the only test file of the project. */
async function inVitest(folder: string, settings: Settings): Promise<void> {
  const load = createRequire(join(folder, 'prove.ts'))
  let entry: string
  try {
    entry = load.resolve('vitest/node')
  } catch {
    throw new ProveFault('The project has no Vitest, which runs prove.ts: npm install --save-dev vitest')
  }
  const start = methodOf(await import(pathToFileURL(entry).href), 'startVitest')
  if (!start) throw new ProveFault('This version of Vitest is not supported: npm install --save-dev vitest@4')
  const worker = fileURLToPath(new URL('worker.js', import.meta.url))
  const packages = dirname(fileURLToPath(new URL('.', import.meta.url)))
  process.env[SETTINGS] = JSON.stringify(settings)
  const code = process.exitCode
  try {
    const vitest = await start('test', [], {
      root: folder,
      run: true,
      watch: false,
      dir: packages,
      include: [worker],
      exclude: [],
      globalSetup: [],
      setupFiles: [],
      reporters: [{}],
      coverage: { enabled: false },
      passWithNoTests: true,
      fileParallelism: false,
      server: {
        deps: {
          inline: [/@jsonapi-gen[/\\]prove/, /[/\\]prove[/\\]dist[/\\]/],
          external: [/[/\\](runtime|kysely)[/\\]dist[/\\]/],
        },
      },
    })
    await methodOf(vitest, 'close')?.()
  } finally {
    delete process.env[SETTINGS]
    process.exitCode = code
  }
}
