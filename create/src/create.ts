import { databaseAnswers } from './database.js'
import { filesOf, writeFiles } from './files.js'
import type { Io } from './io.js'
import { done, reasonOf, refused, type Outcome } from './outcome.js'
import { takePlace } from './place.js'
import { copyPacked, type OwnPackages } from './packages.js'
import type { Project } from './project.js'
import { run } from './run.js'
import { stepsOf } from './steps.js'

/** A project, and the folder to write it to. */
export interface Wanted {
  readonly project: Omit<Project, 'own'>
  /** Finds our packages, after packing them if necessary. */
  ownPackages(): Promise<Outcome<OwnPackages>>
  /** The absolute path of the folder. */
  readonly folder: string
  /** The folder as the user wrote it. */
  readonly named: string
}

/**
 * Creates a working project: files, packages, the generated API and the tables. If a step fails, everything that was
 * written is removed, and the result says what failed and what to do.
 */
export async function create(
  { project, ownPackages, folder, named }: Wanted,
  io: Io,
): Promise<Outcome<undefined>> {
  const answers = await databaseAnswers(project.database, project.databaseUrl)
  if (!answers.ok) return refused(`${answers.message} Nothing was written.`)
  const place = await takePlace(folder, named)
  if (!place.ok) return refused(`${place.message} Nothing was written.`)
  const work = async (): Promise<Outcome<undefined>> => {
    const own = await ownPackages()
    return own.ok ? make({ ...project, own: own.value }, folder, io) : own
  }
  const made = await work().catch(async (error: unknown) => {
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
    await copyPacked(project.own, folder)
  } catch (error) {
    return refused(`The files cannot be written: ${reasonOf(error)}.`)
  }
  for (const step of stepsOf(project)) {
    io.err(`${step.doing} …\n`)
    const { code, output } = await run(step.command, step.parameters, folder, io.signal)
    if (io.signal.aborted) return refused('The command was interrupted.')
    if (code !== 0) return refused(`${said(output)}${step.failed}. ${step.cure}.`)
  }
  return done(undefined)
}

/** The last lines of a failed program's output, which say why it failed, except lines that only refer to its log. */
function said(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/A complete log of this run|^> |^npm error\s*$|\.log$/.test(line))
  return lines.length === 0 ? '' : `${lines.slice(-MOST).join('\n')}\n\n`
}

/** The maximum number of lines of a failed program's output to show. */
const MOST = 20
