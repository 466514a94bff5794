import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { generateClients } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { PROVIDERS } from './clients.js'
import { lazyLog } from './lazy-log.js'
import { probeDatabases, type ProbedDatabase } from './probe.js'
import { runFolder } from './run-folder.js'
import { createSqliteTemplate, dropStores } from './stores.js'

/**
 * The seed for the samples, which is the same in each run so that results are comparable. `npm run fuzz` uses a
 * different one.
 */
const SAMPLE_SEED = 20_260_101

declare module 'vitest' {
  export interface ProvidedContext {
    /** The available databases. */
    databases: readonly ProbedDatabase[]
    /** The folder for SQLite's files and all other files of the run. */
    directory: string
    /** The prefix of this run's database names. */
    run: string
    /** The seed for samples of cases, a whole number. */
    sampleSeed: number
  }
}

/**
 * Finds the databases, and generates their Prisma clients. If DATABASES_REPORT is the path of a file, as in `npm test`,
 * writes lines about the databases, the samples and the checked responses to it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { found, missing } = await probeDatabases(process.env)
  await mkdir(at('.tmp'), { recursive: true })
  const sampleSeed = Number(process.env['SAMPLE_SEED'] ?? SAMPLE_SEED)
  const report = process.env['DATABASES_REPORT']
  await say(
    report,
    `samples: SAMPLE_SEED=${sampleSeed} draws the same ones\ndatabases: ${[...found.map(({ label }) => label), ...missing].join(', ')}\n`,
  )
  // A file for database servers contains no tests if no server responds, which is not an error.
  if (found.length < Object.keys(PROVIDERS).length) project.config.passWithNoTests = true
  await generateClients(found.map(({ name }) => PROVIDERS[name]))

  const setBack = await lazyLog(found)
  const directory = await runFolder()
  // The workers, and the processes that they start, also write their files to this folder.
  process.env['TMPDIR'] = directory
  await createSqliteTemplate(directory, 'blog')
  await createSqliteTemplate(directory, 'saas')
  await createSqliteTemplate(directory, 'types')
  await createSqliteTemplate(directory, 'constraints')
  await createSqliteTemplate(directory, 'tenants')
  await createSqliteTemplate(directory, 'names')
  await createSqliteTemplate(directory, 'keys')
  await createSqliteTemplate(directory, 'columns')
  await createSqliteTemplate(directory, 'pairs')
  await createSqliteTemplate(directory, 'parts')

  const run = `jsonapi_gen_${Date.now().toString(36)}`
  project.provide('databases', found)
  project.provide('directory', directory)
  project.provide('run', run)
  project.provide('sampleSeed', sampleSeed)
  return async () => {
    await say(report, await answersIn(directory))
    await rm(directory, { recursive: true, force: true })
    for (const database of found) await dropStores(database, run)
    await setBack()
  }
}

/** Appends lines to the report of a run that has one. */
async function say(report: string | undefined, lines: string): Promise<void> {
  if (report) await appendFile(report, lines)
}

/** A line about the responses that test files have checked against OpenAPI documents. */
async function answersIn(directory: string): Promise<string> {
  const counts = await readFile(join(directory, 'answers.txt'), 'utf8').catch(() => '')
  const sumOf = (at: number): number =>
    counts.split('\n').reduce((sum, line) => sum + Number(line.split(' ')[at] ?? 0), 0)
  return `answers: ${sumOf(0)} of APIs with an OpenAPI document, and ${sumOf(1)} errors of others, are as it says\n`
}
