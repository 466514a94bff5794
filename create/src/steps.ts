import type { Manager } from './choices.js'
import type { Project } from './project.js'

/** A program to run in a new project. */
export interface Step {
  /** The message while the step runs. */
  readonly doing: string
  readonly command: string
  readonly parameters: readonly string[]
  /** The message if the step fails. */
  readonly failed: string
  /** The remedy. */
  readonly cure: string
}

/**
 * The steps from the first files to a running project. The files around the schema (the server, src/prisma.ts,
 * .gitattributes, the scripts) come from `jsonapi-gen init`, as in an existing project.
 */
export function stepsOf({ manager, database }: Project): readonly Step[] {
  const generator = ['node_modules/jsonapi-gen/bin/jsonapi-gen.js']
  const ours = { command: process.execPath, cure: 'Please report this, with the output above' }
  const script = (name: string) => ({ command: manager, parameters: ['run', name] })
  const databaseCure =
    database === 'sqlite'
      ? 'Please report this, with the output above'
      : 'Create an empty database with that name, or choose a different one with --database-url'
  return [
    {
      doing: 'Installing the packages',
      command: manager,
      parameters: INSTALL[manager],
      failed: 'The packages could not be installed',
      cure: 'Check the connection to the registry, or use a folder with packed files: --packages <folder>',
    },
    {
      ...ours,
      doing: 'Writing the server',
      parameters: [...generator, 'init', '--server'],
      failed: 'The server could not be written',
    },
    {
      ...ours,
      doing: 'Generating the API',
      parameters: [...generator, 'generate', '--tests'],
      failed: 'The API could not be generated',
    },
    {
      ...script('build'),
      doing: 'Compiling the project',
      failed: 'The project does not compile',
      cure: 'Please report this, with the output above',
    },
    {
      ...script('db:migrate'),
      doing: 'Creating the tables',
      failed: 'The tables could not be created',
      cure: databaseCure,
    },
    {
      ...script('db:seed'),
      doing: 'Adding examples',
      failed: 'The examples could not be added',
      cure: databaseCure,
    },
  ]
}

// No installed package needs its install scripts, and one of these scripts would download a Prisma engine.
const INSTALL: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
  pnpm: ['install', '--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile'],
}
