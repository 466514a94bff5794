import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Imports, importEnd } from '../schema/types.js'
import { CLIENT_MODULE } from './client-module.js'
import type { PlanEntry } from '../plan/plan.js'
import type { Survey } from './survey.js'
import { firstFile } from './templates.js'

/** The module that gives each test file its own database. */
export const TEST_DATABASE = 'src/testing/database.ts'

/** The files of the first tests, and the remaining steps. */
export interface FirstTests {
  readonly entries: readonly PlanEntry[]
  readonly said: readonly string[]
  readonly steps: readonly string[]
}

/** The parts of a project that determine where its first tests find their tables. */
export interface TestedProject extends Pick<Survey, 'manifest' | 'prisma' | 'client'> {
  readonly cwd: string
  readonly imports: Imports
  /** The Prisma schema's database. */
  readonly provider: string | undefined
  /** The text of src/prisma.ts, if it is about to be written. */
  readonly opening: string | undefined
  /** Whether `generate --tests` writes tests for this project. */
  readonly canTest: boolean
}

const DOCS = 'https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs'
const JEST = `${DOCS}/jest.md`
const NEST = `${DOCS}/nest.md#tests`

const CONFIGS = ['vitest.config', 'vite.config', 'vitest.workspace'].flatMap((name) =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.${extension}`),
)

/**
 * A database for the tests of `generate --tests`, or for those of a project with Nest or Jest (rule 20.25): on SQLite,
 * an empty file for each test file, with the tables from the migrations or the Prisma schema. On a server, a step asks
 * the user to name the database, so none of the user's databases is emptied.
 */
export async function firstTests(project: TestedProject): Promise<FirstTests> {
  const { cwd, manifest, prisma, provider, canTest } = project
  const nothing: FirstTests = { entries: [], said: [], steps: [] }
  const runner = runnerOf(manifest)
  if (runner === undefined || prisma === undefined || (await isThere(cwd, TEST_DATABASE))) return nothing
  const place = project.client?.path ?? CLIENT_MODULE
  const opening = project.opening ?? (await readFile(join(cwd, place), 'utf8').catch(() => ''))
  if (!opening.includes('DATABASE_URL') || provider !== 'sqlite') {
    if (!canTest || runner === 'jest') return nothing
    const url = `set DATABASE_URL to a test database with all tables before you run the tests from generate --tests`
    const reader = opening.includes('DATABASE_URL') ? '' : `, and change ${place} to open that database`
    return { ...nothing, steps: [url + reader] }
  }
  const isFolder = !prisma.endsWith('.prisma')
  const migrations = posix.join(isFolder ? prisma : posix.dirname(prisma), 'migrations')
  const text = await firstFile('testing/sqlite.ts', {
    migrations,
    schema: prisma,
    end: importEnd(project.imports),
    vitest: runner === 'vitest',
  })
  const database: PlanEntry = { kind: 'create', path: TEST_DATABASE, owner: 'yours', text }
  const said = [`wrote ${TEST_DATABASE}, an empty SQLite database for each test file`]
  if (runner === 'jest') {
    const step = `configure Jest as in ${canTest ? JEST : NEST}, with setupFilesAfterEnv: ['<rootDir>/${TEST_DATABASE}']; otherwise, tests use your own database`
    return { entries: [database], said, steps: [step] }
  }
  const config = await firstThere(cwd)
  if (config !== undefined) {
    const whose = canTest ? 'the first tests' : 'tests'
    const step = `add '${TEST_DATABASE}' to setupFiles in ${config}; otherwise, ${whose} use your own database`
    return { entries: [database], said, steps: [step] }
  }
  const named = await firstFile('testing/vitest.config.ts', { setup: TEST_DATABASE })
  return {
    entries: [database, { kind: 'create', path: 'vitest.config.ts', owner: 'yours', text: named }],
    said: [...said, 'wrote vitest.config.ts, which uses it'],
    steps: [],
  }
}

function runnerOf(manifest: Survey['manifest']): 'vitest' | 'jest' | undefined {
  if (manifest.kind !== 'read') return undefined
  if (manifest.hasVitest) return 'vitest'
  return manifest.packages.has('jest') ? 'jest' : undefined
}

async function firstThere(cwd: string): Promise<string | undefined> {
  for (const path of CONFIGS) if (await isThere(cwd, path)) return path
  return undefined
}

const isThere = (cwd: string, path: string): Promise<boolean> =>
  stat(join(cwd, path)).then(
    () => true,
    () => false,
  )
