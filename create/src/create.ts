import { databaseAnswers } from './database.js'
import { filesOf, writeFiles } from './files.js'
import type { Io } from './io.js'
import { done, reasonOf, refused, type Outcome } from './outcome.js'
import { takePlace } from './place.js'
import type { Project } from './project.js'
import { run } from './run.js'
import { stepsOf } from './steps.js'

/** A project, and where it goes. */
export interface Wanted {
  readonly project: Project
  /** The absolute path of the folder. */
  readonly folder: string
  /** The folder as the user wrote it. */
  readonly named: string
}

/**
 * Writes a running project: its files, its packages, the generated API and the tables. If a step fails, everything that
 * was written is removed again, and the result says what failed and what to do.
 */
export async function create({ project, folder, named }: Wanted, io: Io): Promise<Outcome<undefined>> {
  const answers = await databaseAnswers(project.database, project.databaseUrl)
  if (!answers.ok) return refused(`${answers.message} Nothing was written.`)
  const place = await takePlace(folder, named)
  if (!place.ok) return refused(`${place.message} Nothing was written.`)
  const made = await make(project, folder, io).catch(async (error: unknown) => {
    await place.value.undo()
    throw error
  })
  if (made.ok) return made
  await place.value.undo()
  return refused(`${made.message} Nothing was left behind.`)
}

async function make(project: Project, folder: string, io: Io): Promise<Outcome<undefined>> {
  try {
    await writeFiles(folder, await filesOf(project))
  } catch (error) {
    return refused(`The files cannot be written: ${reasonOf(error)}.`)
  }
  for (const step of stepsOf(project)) {
    io.err(`${step.doing} …\n`)
    const { code, output } = await run(step.command, step.parameters, folder, io.signal)
    if (io.signal.aborted) return refused('It was interrupted.')
    if (code !== 0) return refused(`${said(output)}${step.failed}. ${step.cure}.`)
  }
  return done(undefined)
}

/** The last lines of a failed program's output, which say why it failed, without those that only point to its log. */
function said(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/A complete log of this run|^> |^npm error\s*$|\.log$/.test(line))
  return lines.length === 0 ? '' : `${lines.slice(-MOST).join('\n')}\n\n`
}

/** How many lines of a failed program's output are shown. */
const MOST = 20
