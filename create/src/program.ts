import { basename, resolve } from 'node:path'
import { helpOf, readCommand, type Given } from './choices.js'
import { create } from './create.js'
import { databaseAnswers } from './database.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { done, type Outcome } from './outcome.js'
import { fromRegistry, packedIn, type OwnPackages } from './packages.js'
import { packageNameOf } from './project.js'
import { answersTo, type Answers } from './questions.js'

/** The program's environment: its version, and the package manager that runs it. */
export interface Around {
  readonly version: string
  /** `npm_config_user_agent`, empty if no package manager runs it. */
  readonly agent: string
  /** The clone of the repository that the command runs from, if any. */
  readonly clone?: Clone | undefined
}

/** A clone of the repository. New projects use its packages. */
export interface Clone {
  /** The command that starts the program in the clone: `npm run create --`. */
  readonly command: string
  /** Packs the packages, and returns their folder. They are copied into the project. */
  pack(): Promise<string>
}

/** Runs one command line and returns its exit code. An exception is a bug in jsonapi-gen. */
export async function runProgram(parameters: readonly string[], around: Around, io: Io): Promise<ExitCode> {
  const { version, agent, clone } = around
  const asked = readCommand(parameters, agent)
  switch (asked.kind) {
    case 'help':
      io.out(helpOf(clone ? `${clone.command} [folder]` : 'npm create jsonapi-gen@latest [folder] --'))
      return EXIT.done
    case 'version':
      io.out(`${version}\n`)
      return EXIT.done
    case 'refused':
      io.err(`${asked.message}\n`)
      return EXIT.refused
    case 'create':
      return createAsked(asked.given, around, io)
  }
}

async function createAsked(given: Given, around: Around, io: Io): Promise<ExitCode> {
  const answers = await withDatabase(await answersTo(given, io), given, io)
  if (io.signal.aborted) return EXIT.interrupted
  const folder = resolve(io.cwd, answers.folder)
  const project = {
    ...answers,
    name: packageNameOf(basename(folder)),
    orm: given.orm,
    manager: given.manager,
  }
  const created = await create(
    { project, ownPackages: () => ownPackages(given, around, io), folder, named: answers.folder },
    io,
  )
  if (created.ok) {
    io.err(sentences(answers, given))
    return EXIT.done
  }
  io.err(`${created.message}\n`)
  // Shows the answers as options, so that the user need not answer again.
  if (io.ask && !given.yes && !io.signal.aborted) {
    io.err(`\nWith the same answers:\n  ${commandOf(answers, given, around)}\n`)
  }
  return io.signal.aborted ? EXIT.interrupted : EXIT.refused
}

/**
 * The answers, with a URL at which a database responds. If no database responds, the user is asked only for the URL
 * again.
 */
async function withDatabase(answers: Answers, given: Given, io: Io): Promise<Answers> {
  if (!io.ask || given.yes || io.signal.aborted) return answers
  const found = await databaseAnswers(answers.database, answers.databaseUrl)
  if (found.ok) return answers
  io.err(`${found.message}\n`)
  const typed = await io.ask(`Enter its URL, or press Enter to try again (${answers.databaseUrl}): `)
  return withDatabase({ ...answers, databaseUrl: typed.trim() || answers.databaseUrl }, given, io)
}

/** The command line that creates the same project without asking questions. */
function commandOf(
  { folder, framework, database, databaseUrl }: Answers,
  { orm, manager, packages }: Given,
  { clone }: Around,
): string {
  const options = {
    '--framework': framework,
    '--database': database,
    ...(database !== 'sqlite' && { '--database-url': databaseUrl }),
    ...(orm !== 'prisma' && { '--orm': orm }),
    ...(packages !== undefined && { '--packages': packages }),
  }
  const words = Object.entries(options).flat().map(quoted)
  if (clone) {
    const chosen = manager === 'npm' ? [] : ['--package-manager', manager]
    return [clone.command, quoted(folder), ...words, ...chosen].join(' ')
  }
  const dashes = manager === 'npm' ? ['--'] : []
  return [manager, 'create', 'jsonapi-gen@latest', quoted(folder), ...dashes, ...words].join(' ')
}

const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : JSON.stringify(word))

async function ownPackages(
  { packages, orm }: Given,
  { version, clone }: Around,
  { cwd }: Io,
): Promise<Outcome<OwnPackages>> {
  const packed = packages ?? (await clone?.pack())
  return packed === undefined ? done(fromRegistry(version)) : packedIn(resolve(cwd, packed), orm)
}

function sentences({ folder, framework, database }: Answers, { manager }: Given): string {
  const steps = [
    ...(folder === '.' ? [] : [`cd ${quoted(folder)}`]),
    `${manager} start`,
    "curl 'http://localhost:3000/products?include=category'   # in another terminal",
  ]
  const list = steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')
  return `\n${folder} is an API with ${framework} on ${database}.\n\nNext:\n${list}`
}
