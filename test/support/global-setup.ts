import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { generateClients } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { PROVIDERS } from './clients.js'
import { probeDatabases, type ProbedDatabase } from './probe.js'
import { runFolder } from './run-folder.js'
import { createSqliteTemplate, dropStores } from './stores.js'

/** The samples of each run of the tests, so that a change is judged by what it did. `npm run fuzz` draws others. */
const SAMPLE_SEED = 20_260_101

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases that can be reached. */
    databases: readonly ProbedDatabase[]
    /** Where SQLite's files go, and all else that the run makes. */
    directory: string
    /** What the names of this run's databases begin with. */
    run: string
    /** What samples of cases are drawn by: a whole number. */
    sampleSeed: number
  }
}

/** Finds the databases, generates their Prisma clients, and leaves a line on them, and one on samples, for scripts/test.js. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { found, missing } = await probeDatabases(process.env)
  await mkdir(at('.tmp'), { recursive: true })
  const sampleSeed = Number(process.env['SAMPLE_SEED'] ?? SAMPLE_SEED)
  await writeFile(
    at('.tmp/databases.txt'),
    `samples: SAMPLE_SEED=${sampleSeed} draws the same ones\ndatabases: ${[...found.map(({ label }) => label), ...missing].join(', ')}\n`,
  )
  // A file for servers alone has no test where none of them answers, which is no fault of it.
  if (found.length < Object.keys(PROVIDERS).length) project.config.passWithNoTests = true
  await generateClients(found.map(({ name }) => PROVIDERS[name]))

  const directory = await runFolder()
  // The workers, and the processes that they start, put what they make there too.
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
    await appendFile(at('.tmp/databases.txt'), await answersIn(directory))
    await rm(directory, { recursive: true, force: true })
    for (const database of found) await dropStores(database, run)
  }
}

/** A line on the answers that the files of tests have held against OpenAPI documents. */
async function answersIn(directory: string): Promise<string> {
  const counts = await readFile(join(directory, 'answers.txt'), 'utf8').catch(() => '')
  const sumOf = (at: number): number =>
    counts.split('\n').reduce((sum, line) => sum + Number(line.split(' ')[at] ?? 0), 0)
  return `answers: ${sumOf(0)} of APIs with an OpenAPI document, and ${sumOf(1)} errors of others, are as it says\n`
}
