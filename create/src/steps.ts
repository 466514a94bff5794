import type { Manager } from './choices.js'
import type { Project } from './project.js'

/** One program that is run in a new project. */
export interface Step {
  /** What is going on while it runs. */
  readonly doing: string
  readonly command: string
  readonly parameters: readonly string[]
  /** What it could not do, where it fails. */
  readonly failed: string
  /** What to do about it. */
  readonly cure: string
}

/**
 * What makes a running project of the first files. The schema's surroundings (the server, src/prisma.ts, .gitattributes, the
 * scripts) come from `jsonapi-gen init`, as they do in a project that is there already.
 */
export function stepsOf({ manager, database }: Project): readonly Step[] {
  const generator = ['node_modules/jsonapi-gen/bin/jsonapi-gen.js']
  const ours = { command: process.execPath, cure: 'Please report this, with the text above' }
  const script = (name: string) => ({ command: manager, parameters: ['run', name] })
  const databaseCure =
    database === 'sqlite'
      ? 'Please report this, with the text above'
      : 'Create an empty database of that name, or choose a different one with --database-url'
  return [
    {
      doing: 'Installing the packages',
      command: manager,
      parameters: INSTALL[manager],
      failed: 'The packages cannot be installed',
      cure: 'Check the connection to the registry, or use a folder with packed files: --packages <folder>',
    },
    {
      ...ours,
      doing: 'Writing the server',
      parameters: [...generator, 'init', '--server'],
      failed: 'The server cannot be written',
    },
    {
      ...ours,
      doing: 'Generating the API',
      parameters: [...generator, 'generate', '--tests'],
      failed: 'The API cannot be generated',
    },
    {
      ...script('build'),
      doing: 'Compiling it',
      failed: 'The project does not compile',
      cure: 'Please report this, with the text above',
    },
    {
      ...script('db:migrate'),
      doing: 'Creating the tables',
      failed: 'The tables cannot be created',
      cure: databaseCure,
    },
    {
      ...script('db:seed'),
      doing: 'Adding examples',
      failed: 'The examples cannot be added',
      cure: databaseCure,
    },
  ]
}

// No package that is installed has anything to run: an engine of Prisma's would be downloaded by one.
const INSTALL: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
  pnpm: ['install', '--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile'],
}
